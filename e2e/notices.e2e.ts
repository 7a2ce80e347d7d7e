import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAlert, alerts } from '#domain/alert/contract.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { notices } from '#domain/notice/contract.ts'
import { spotTrade } from '#domain/spot/contract.ts'
import { newPhone, openBrowser, type Phone } from './support/browser.ts'
import { ask, open, openSettled, signIn, tokenOf } from './support/customer.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'

/** Notices as a customer meets them: the bell, the list, what each leads to, push, and price alerts. */

let plumb: Plumb
let browser: Browser
let phone: Phone
beforeAll(async () => {
  plumb = await startPlumb()
  browser = await openBrowser({ notifies: true })
  phone = await newPhone(browser, { keepsApp: true })
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})
keepScreenshots(() => [phone?.page])

const bell = () => phone.page.getByRole('link', { name: /^Notices/ })

describe('a customer', () => {
  test('sees by the bell, without a reload, that an order of theirs was filled', async () => {
    const { page } = phone
    await signIn(page, plumb)
    await openSettled(page, plumb, 'pages/index/index')
    // Their own sign-in, from a browser that was never here.
    await page.getByRole('link', { name: 'Notices, 1 unread' }).waitFor()
    const market = {
      base: 'BTC',
      quote: 'USDT',
      side: 'buy',
      quantity: '0.001',
      orderType: 'market',
    } as const
    await ask(plumb, await tokenOf(page), spotTrade, market)
    await page.getByRole('link', { name: 'Notices, 2 unread' }).waitFor()
    await page.locator('[data-unread]').waitFor()
  })

  test('reads what happened, goes to the order, and has one less to read', async () => {
    const { page } = phone
    await bell().click()
    const fill = page.getByRole('link', { name: /BTC\/USDT buy order filled/ })
    await fill.waitFor()
    expect(await fill.textContent()).toMatch(/BTC at [\d,.]+ on average, fee [\d.]+ BTC/)
    await fill.click()
    await page.waitForURL(/currency_order\?id=\d+/)
    await page.getByRole('dialog').waitFor()
    await open(page, plumb, 'pages/index/index')
    await page.getByRole('link', { name: 'Notices, 1 unread' }).waitFor()
  })

  test('marks all read, on another page of theirs too', async () => {
    const { page } = phone
    const other = await phone.context.newPage()
    await open(other, plumb, 'pages/index/index')
    await other.getByRole('link', { name: 'Notices, 1 unread' }).waitFor()
    await open(page, plumb, 'pages/news/news')
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await page.getByRole('button', { name: 'Mark all read' }).waitFor({ state: 'detached' })
    await other.getByRole('link', { name: 'Notices', exact: true }).waitFor()
    await other.close()
  })

  test('chooses how they are told, and finds it chosen later', async () => {
    const { page } = phone
    await openSettled(page, plumb, 'pages/setting/notices')
    const byMail = page.getByRole('switch', { name: 'Trading: Email' })
    expect(await byMail.getAttribute('aria-checked')).toBe('false')
    await byMail.click()
    await page.getByRole('switch', { name: 'Trading: Email', checked: true }).waitFor()
    await page.reload()
    await page.getByRole('switch', { name: 'Trading: Email', checked: true }).waitFor()
    expect(await page.getByRole('switch', { name: /^Security: (In app|Email)/ }).count()).toBe(0)
  })

  test('sees a push message, and where it leads, by the service worker', async () => {
    const { page, context } = phone
    await context.grantPermissions(['notifications'], { origin: plumb.url })
    await open(page, plumb, 'pages/index/index')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const token = await tokenOf(page)
    const { items } = await ask(plumb, token, notices, {})
    const fill = items.find(({ kind }) => kind === 'spot-fill')!
    const session = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(plumb.url))
        if (own) resolve(own.registrationId)
      })
    })
    await session.send('ServiceWorker.enable')
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: plumb.url,
      registrationId: await registered,
      data: JSON.stringify({ id: fill.id, tag: 'x', title: fill.title, text: '' }),
    })
    const shown = await poll('the push message is shown', () =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready
        return (await worker.getNotifications()).map(({ title, data }) => ({
          title,
          id: data.id as string,
        }))[0]
      }),
    )
    expect(shown).toEqual({ title: fill.title, id: fill.id })
    await open(page, plumb, `pages/news/news?open=${fill.id}`)
    await page.waitForURL(new RegExp(`currency_order\\?id=${fill.subject}`))
  })

  test('sets a price alert beside the chart, finds it in the list, and removes it', async () => {
    const { page } = phone
    await openSettled(page, plumb, 'pages/transaction/index?symbol=BTC-USDT')
    await page.getByRole('button', { name: 'Price alerts' }).click()
    const sheet = page.getByRole('dialog', { name: 'Price alerts' })
    await sheet.getByRole('textbox', { name: /^Price/ }).fill('1')
    await sheet.getByRole('button', { name: 'Set alert' }).click()
    await sheet.getByText(/The price is already/).waitFor()
    await sheet.getByRole('textbox', { name: /^Price/ }).fill('99000')
    await sheet.getByRole('button', { name: 'Set alert' }).click()
    await sheet.getByText('At or above 99,000.00').waitFor()
    await open(page, plumb, 'pages/news/news?tab=alerts')
    await page.getByRole('button', { name: 'Remove alert: BTC/USDT, At or above 99,000.00' }).click()
    await page.getByText('No price alerts').waitFor()
    expect((await ask(plumb, await tokenOf(page), alerts, {})).items).toEqual([])
  })

  test('is told when the price is there', async () => {
    const { page } = phone
    const token = await tokenOf(page)
    // A step of the price to either side, each set for certain: whatever price comes next that differs reaches one.
    for (const [condition, step] of [
      ['above', 0.01],
      ['below', -0.01],
    ] as const) {
      await poll(`an alert ${condition} is set`, async () => {
        const { lastPrice } = await ask(plumb, token, quoteOf, { symbol: 'BTC-USDT' })
        const draft = { symbol: 'BTC-USDT', condition, price: (Number(lastPrice) + step).toFixed(2) }
        return ask(plumb, token, addAlert, draft).catch((error) => {
          // The price was there before the alert: it moved meanwhile.
          expect(String(error)).toContain('ALERT_REACHED')
          return undefined
        })
      })
    }
    await open(page, plumb, 'pages/news/news')
    await page
      .getByRole('link', { name: /BTC\/USDT (rose|fell) to your price alert/ })
      .first()
      .click()
    await page.waitForURL(/transaction\/index\?symbol=BTC-USDT/)
    expect(phone.consoleErrors).toEqual([])
  })
})

test('a visitor is asked to sign in, and comes back', async () => {
  const visitor = await newPhone(browser)
  await open(visitor.page, plumb, 'pages/index/index')
  await visitor.page.getByRole('link', { name: 'Notices', exact: true }).click()
  await visitor.page.getByRole('link', { name: 'Sign in' }).click()
  await visitor.page.waitForURL(/login\?from=%2Fpages%2Fnews%2Fnews/)
  await visitor.context.close()
})
