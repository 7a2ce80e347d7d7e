import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { siteConfig } from '#domain/content/contract.ts'
import { spotCancelAll, spotDepth, spotTrade } from '#domain/spot/contract.ts'
import { newPhone, type Phone } from './support/browser.ts'
import { ask, demo, open, openSettled, signIn, tokenOf } from './support/customer.ts'
import { codeFor } from './support/mail.ts'
import { poll } from './support/poll.ts'
import { browser, page, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { textOf } from './support/text.ts'
import { expectToast } from './support/toasts.ts'

/** What pages say while something is missing: an answer, a server, an instrument, a session. */
scenarioOnOnePhone()

/** Holds every call whose path matches, until it is let go. */
async function hold(on: Page, path: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = []
  await on.route(path, (route) => void held.push(route))
  return async () => {
    await on.unroute(path)
    for (const route of held) await route.continue().catch(() => undefined)
  }
}

/** The customer on another phone. */
const anotherPhone = async (): Promise<Phone> =>
  newPhone(browser, { storageState: await page.context().storageState() })

describe('before an answer has come', () => {
  test('a ticket claims neither a balance nor an empty book nor a change of nothing', async () => {
    await signIn(page, plumb)
    const phone = await anotherPhone()
    const release = await hold(
      phone.page,
      /\/api\/(coin\/(depth|trades)|wallet\/list|currency\/quotation_huang)/,
    )
    await phone.page.routeWebSocket(/socket\.io/, () => {})
    await phone.page.goto(`${plumb.url}/#/pages/transaction/currency?symbol=BTC-USDT`)
    const ticket = phone.page.getByRole('form', { name: 'Order ticket' })
    await ticket.waitFor()
    expect(await textOf(ticket)).toMatch(/Available\s+—/)
    expect(await textOf(phone.page.locator('main'))).not.toMatch(/0\.00%|No orders in the book|Available\s+0/)
    await release()
    await poll('a balance', async () => /Available\s+[1-9]/.test(await textOf(ticket)))
    await phone.context.close()
  })

  test('an instrument’s depth is not said to be empty', async () => {
    const phone = await anotherPhone()
    const release = await hold(phone.page, /\/api\/(coin\/depth|currency\/quotation_huang)/)
    await phone.page.routeWebSocket(/socket\.io/, () => {})
    await phone.page.goto(`${plumb.url}/#/pages/transaction/index?symbol=BTC-USDT`)
    await phone.page.getByRole('tab', { name: 'Depth' }).waitFor()
    expect(await textOf(phone.page.locator('main'))).not.toMatch(/0\.00%|No orders in the book/)
    await release()
    await phone.page.getByRole('figure', { name: 'Market depth' }).waitFor()
    await phone.context.close()
  })
})

describe('an instrument', () => {
  test('that is not traded here leads to its own page, with a way back', async () => {
    await open(page, plumb, 'pages/market/market?class=6')
    await page.evaluate(() => {
      location.hash = '#/pages/transaction/currency?symbol=AAPL'
    })
    await page.waitForURL(/pages\/transaction\/index\?symbol=AAPL/)
    await page.getByRole('button', { name: /^AAPL, choose another/ }).waitFor()
    // Opened by its URL it has nothing behind it but home.
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.waitForURL(/pages\/index\/index/)
  })

  test('that nothing has is said to be unknown, and BTC is not shown for it', async () => {
    for (const route of ['pages/transaction/currency', 'pages/transaction/index']) {
      await open(page, plumb, `${route}?symbol=NOPE-USDT`)
      await page.getByRole('heading', { name: 'NOPE-USDT is not listed here' }).waitFor()
      expect(await textOf(page.locator('body'))).not.toContain('BTC')
    }
  })

  test('may be written with a slash', async () => {
    await open(page, plumb, 'pages/transaction/index?symbol=ETH/USDT')
    await page.getByRole('button', { name: /^ETH\/USDT, choose another/ }).waitFor()
  })
})

test('open orders are counted in all, and "Cancel all" says how many it cancels', async () => {
  const token = await tokenOf(page)
  const { bids } = await ask(plumb, token, spotDepth, { symbol: 'BTC-USDT' })
  const limitPrice = (Number(bids[0]!.price) * 0.97).toFixed(0)
  for (let n = 0; n < 5; n++)
    await ask(plumb, token, spotTrade, {
      base: 'BTC',
      quote: 'USDT',
      side: 'buy',
      quantity: '0.001',
      limitPrice,
    })
  const phone = await anotherPhone()
  // As if a page held two.
  await phone.page.route(/\/api\/coin\/list/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/limit=\d+/, 'limit=2'),
    }),
  )
  await phone.page.goto(`${plumb.url}/#/pages/transaction/currency_order`)
  await phone.page.getByRole('tab', { name: 'Open orders 5' }).waitFor()
  await phone.page.getByRole('status').getByText('No more data', { exact: true }).waitFor()
  expect(await phone.page.getByRole('button', { name: /^Cancel order at / }).count()).toBe(5)
  await phone.page.getByRole('button', { name: 'Cancel all', exact: true }).click()
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Cancel 5 orders', exact: true }).waitFor()
  await phone.context.close()
  await ask(plumb, token, spotCancelAll, {})
})

test('the label of the prices stands on search, orders and records', async () => {
  for (const address of [
    'market/search?q=gold',
    'transaction/currency_order',
    'fund/receive_withdraw_record',
  ]) {
    await openSettled(page, plumb, `pages/${address}`)
    await page.getByTitle('Simulated prices').waitFor()
  }
})

test('the site is called as its server says, with its logo, and the version is the specification’s', async () => {
  const { context, page: other } = await newPhone(browser)
  const { site_name, app_version, app_version_code } = await ask(plumb, '', siteConfig, {})
  expect([site_name, app_version, app_version_code]).toEqual(['Plumb', '0.8.0', 80])
  await other.route(/\/api\/getSiteConfig/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    Object.assign(body.data, { site_name: 'Lot & Line', site_logo: './icon-192.png' })
    await route.fulfill({ response: answer, json: body })
  })
  await other.goto(plumb.url)
  await other.getByRole('heading', { name: 'Lot & Line', exact: true }).waitFor()
  expect(await other.locator('header img').getAttribute('src')).toBe('./icon-192.png')
  await open(other, plumb, 'pages/market/market')
  await poll('the name in the tab', async () => (await other.title()).endsWith('· Lot & Line'))
  await context.close()
  await open(page, plumb, 'pages/setting/setting')
  await page.getByText('Plumb 0.8.0 (80)', { exact: true }).waitFor()
})

test('an invite code is kept at every navigation, and stands in the registration', async () => {
  const { context, page: other } = await newPhone(browser)
  await open(other, plumb, 'pages/market/market?class=2')
  await open(other, plumb, 'pages/index/index?deppCode=FRIEND42')
  await open(other, plumb, 'pages/common/register')
  expect(await other.getByRole('textbox', { name: 'Invite code' }).inputValue()).toBe('FRIEND42')
  await context.close()
})

test('a sign-in with an empty field says that all fields are required', async () => {
  const { context, page: other } = await newPhone(browser)
  await open(other, plumb, 'pages/common/login')
  await other.getByRole('textbox', { name: 'Email' }).fill(demo.email)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByRole('alert').getByText('All fields are required', { exact: true }).waitFor()
  expect(await other.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await context.close()
})

test('the countries stand under letters, and a letter leads to its own', async () => {
  await open(page, plumb, 'pages/common/area')
  await page
    .getByRole('navigation', { name: 'Index' })
    .getByRole('button', { name: 'S', exact: true })
    .click()
  await poll('Spain in sight', () =>
    page.getByRole('button', { name: /^Samoa/ }).evaluate((row) => {
      const { top } = row.getBoundingClientRect()
      return top > 0 && top < innerHeight
    }),
  )
  const layer = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).zIndex)
  expect(await layer('section h2')).toBe('965')
  expect(await layer('.z-tips')).toBe('975')
})

describe('a password', () => {
  /** The code of that number that was mailed to the customer. */
  const newCode = (nth: number) => codeFor(plumb.dataDir, demo.email, nth)

  test('for payments is set by its row, changed with a code, and told apart from the one for signing in', async () => {
    await open(page, plumb, 'pages/setting/security')
    await page.getByRole('link', { name: /^Pay password/ }).click()
    await page.getByRole('heading', { name: 'Pay password', exact: true }).waitFor()
    const fields = {
      fresh: page.getByLabel('New pay password'),
      again: page.getByLabel('Repeat the password'),
    }
    const save = page.getByRole('button', { name: 'Save password' })
    await page.getByRole('button', { name: 'Use a code instead' }).click()
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('textbox', { name: '6-digit code' }).fill(await newCode(1))
    for (const field of Object.values(fields)) await field.fill(demo.password)
    await save.click()
    await page.getByText('The pay password must differ from the sign-in password').waitFor()
    for (const field of Object.values(fields)) await field.fill('493817')
    await save.click()
    await expectToast(page, 'Pay password saved')
    await page.waitForURL(/pages\/setting\/security/)
  })

  test('for signing in is changed with a code, on its own page', async () => {
    await open(page, plumb, 'pages/setting/password')
    await page.getByRole('button', { name: 'Use a code instead' }).click()
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('textbox', { name: '6-digit code' }).fill(await newCode(2))
    await page.getByLabel('New password', { exact: true }).fill('meadow4417')
    await page.getByLabel('Repeat the password').fill('meadow4417')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expectToast(page, 'Password changed')
    await page.waitForURL(/pages\/setting\/security/)
  })
})

describe('a session', () => {
  test('that was ended here is not asked for on the way home', async () => {
    await open(page, plumb, 'pages/setting/setting')
    await page.evaluate(() => {
      ;(globalThis as unknown as { toastsShown: string[] }).toastsShown.length = 0
      const seen: string[] = []
      Object.assign(globalThis, { headingsSeen: seen })
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('h1, h2')) seen.push(textContent ?? '')
      }).observe(document.body, { childList: true, subtree: true })
    })
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
    const told = await page.evaluate(() => {
      const all = globalThis as unknown as { toastsShown: string[]; headingsSeen: string[] }
      return [...all.toastsShown, ...all.headingsSeen]
    })
    expect(told.filter((text) => text.includes('sign in first'))).toEqual([])
  })
})

describe('without a server', () => {
  test('a page that is not there yet says so, keeps bar and Back, and opens when the server is back', async () => {
    const phone = await newPhone(browser)
    await openSettled(phone.page, plumb, 'pages/market/market?class=2')
    // The server is out of reach for everything this phone asks for.
    await phone.page.route('**/*', (route) => route.abort())
    const search = phone.page.getByRole('link', { name: 'Name, symbol or alias' })
    await search.click()
    await phone.page.getByRole('heading', { name: 'No connection', exact: true }).waitFor()
    expect(await textOf(phone.page.locator('body'))).not.toMatch(/newer version/)
    await phone.page.getByRole('button', { name: 'Back', exact: true }).click()
    await phone.page.waitForURL(/pages\/market\/market/)

    await search.click()
    await phone.page.getByRole('button', { name: 'Try again' }).waitFor()
    await phone.page.unroute('**/*')
    await phone.page.getByRole('searchbox', { name: 'Name, symbol or alias' }).waitFor()
    await phone.context.close()
  })
})
