import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LONG } from '#server/testing/timeouts.ts'
import { type PageRoute, pageList } from '#web/app/page-list.ts'
import { seriousFindings } from './support/axe.ts'
import { newPhone, openBrowser, type Phone } from './support/browser.ts'
import { signIn } from './support/customer.ts'
import { inspectAll } from './support/every-page.ts'
import { allRoutes, builtPages, isBuilt, openSettled, plainAddress } from './support/pages.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'
import { titleErrors } from './support/title.ts'
import { keyLike, textsOn } from './support/words.ts'

/** What must hold on every page: it answers, for everybody. In every language: `languages.e2e.ts`. */

let plumb: Plumb
let browser: Browser
let visitor: Phone
let customer: Phone
/** What the tab is called on each page in English, by the page's URL without its query. */
const titles = new Map<string, string>()

keepScreenshots(() => [visitor?.page, customer?.page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb(), openBrowser()])
  ;[visitor, customer] = await Promise.all([newPhone(browser), newPhone(browser)])
  await signIn(customer.page, plumb)
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

/** Pages that only a customer sees, or that show a customer more than a visitor. */
const isForCustomers = (address: string): boolean =>
  pageList[address.split('?')[0] as PageRoute] === 'user' || /index\/index|quantization/.test(address)

describe('every page', () => {
  test('is served with a policy that allows only our own scripts and styles', async () => {
    const policy = (await fetch(plumb.url)).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
  })

  test('has no serious finding of axe and no error for a visitor', LONG, async () => {
    const pages = await builtPages(plumb, 'public')
    const found = await inspectAll(plumb, visitor, pages, () => seriousFindings(visitor.page))
    expect(found).toEqual([])
  })

  test('has no serious finding of axe and no error for a customer', LONG, async () => {
    const pages = await builtPages(plumb, 'user')
    const found = await inspectAll(plumb, customer, pages, async (address) => {
      const texts = await textsOn(customer.page)
      titles.set(address.split('?')[0]!, await customer.page.title())
      // What a visitor may open was looked at already.
      const findings = isForCustomers(address) ? await seriousFindings(customer.page) : []
      return [...findings, ...keyLike(texts), ...(await titleErrors(customer.page))]
    })
    expect(found).toEqual([])
  })

  test('is called differently from every other in the tab, but for home and sign-in', () => {
    const { true: plain, false: own } = Object.groupBy(titles, ([, title]) => `${title === 'Plumb'}`)
    expect(plain?.map(([route]) => route).sort()).toEqual(['pages/common/login', 'pages/index/index'])
    expect(own!.map(([, title]) => title).sort()).toEqual([...new Set(own!.map(([, title]) => title))].sort())
  })

  test(
    'of the specification answers: the built ones with a heading, the others by saying they are not there',
    LONG,
    async () => {
      const found: string[] = []
      for (const route of allRoutes) {
        await openSettled(customer.page, plumb, plainAddress(route))
        await customer.page.getByRole('heading').first().waitFor()
        const isComingSoon = await customer.page
          .getByText('This page is coming soon', { exact: true })
          .isVisible()
        if (isComingSoon === isBuilt(route))
          found.push(`${route}: ${isComingSoon ? 'missing' : 'should say it is missing'}`)
      }
      expect([...found, ...customer.consoleErrors.splice(0)]).toEqual([])
    },
  )
})

describe('a sheet', () => {
  test('keeps the keyboard inside, closes by Esc, and gives the focus back', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/setting/bill')
    const opener = page.getByRole('button', { name: /^Coin:/ })
    await opener.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Coin' })
    await sheet.waitFor()
    const isInside = () => sheet.evaluate((element) => element.contains(document.activeElement))
    await poll('focus in the sheet', isInside)
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press(press < 20 ? 'Tab' : 'Shift+Tab')
      // Past the last part it is led back to the first, which may take a frame.
      await poll(`focus inside after ${press + 1} presses`, isInside)
    }
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await poll('focus back', () => opener.evaluate((element) => element === document.activeElement))
  })

  test('has no serious finding of axe while it is open', async () => {
    const { page } = customer
    await openSettled(page, plumb, 'pages/fund/fundTransfer?currency=USDT')
    await page.getByRole('textbox', { name: 'Amount USDT' }).fill('1')
    await page.getByRole('button', { name: /^Transfer 1/ }).click()
    await page.getByRole('dialog', { name: 'Confirm transfer' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
  })
})

describe('a row of choices', () => {
  test('is one stop of the Tab key, and arrows choose among them', async () => {
    const { page } = visitor
    await openSettled(page, plumb, 'pages/market/market?class=2')
    const chosen = page.getByRole('radiogroup').first().getByRole('radio', { checked: true })
    await chosen.focus()
    const before = await chosen.textContent()
    const hasFocus = () => chosen.evaluate((element) => element === document.activeElement)
    await page.keyboard.press('ArrowRight')
    await poll('the next is chosen and has the focus', async () => {
      return (await chosen.textContent()) !== before && (await hasFocus())
    })
    await page.keyboard.press('ArrowLeft')
    await poll('back again', async () => (await chosen.textContent()) === before && (await hasFocus()))
    await page.keyboard.press('Tab')
    await poll('one Tab led outside', () =>
      page
        .getByRole('radiogroup')
        .first()
        .evaluate((row) => !row.contains(document.activeElement)),
    )
  })
})
