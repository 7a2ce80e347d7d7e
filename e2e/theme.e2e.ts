// long-running
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LONG } from '#server/testing/timeouts.ts'
import { newPhone, openBrowser, type Phone } from './support/browser.ts'
import { open, openSettled, signIn } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { keepScreenshots } from './support/screenshots.ts'

let plumb: Plumb
let browser: Browser
let customer: Phone

keepScreenshots(() => [customer?.page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb(), openBrowser()])
  customer = await newPhone(browser)
  await signIn(customer.page, plumb)
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

const WHITE = 'rgb(255, 255, 255)'
const DARK = 'rgb(14, 15, 18)'

/** What the page stands on, and what the browser draws around it. */
const grounds = (page: Page): Promise<{ page: string; frame: string | null; scheme: string }> =>
  page.evaluate(() => ({
    page: getComputedStyle(document.documentElement).backgroundColor,
    frame: document.querySelector('meta[name=theme-color]')!.getAttribute('content'),
    scheme: getComputedStyle(document.documentElement).colorScheme,
  }))

/** How many points of the charts are in a dark color: quiet text is on light, and nothing is on dark. */
const darkPointsOfChart = (page: Page): Promise<number> =>
  page.evaluate(() => {
    let dark = 0
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('[role=img] canvas')) {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      for (let n = 0; n < data.length; n += 4)
        if (data[n + 3]! > 200 && Math.max(data[n]!, data[n + 1]!, data[n + 2]!) < 0x70) dark++
    }
    return dark
  })

async function choose(page: Page, name: string): Promise<void> {
  await openSettled(page, plumb, 'pages/setting/setting')
  await page.getByRole('button', { name: /^Appearance/ }).click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
}

describe('the theme', () => {
  test('is dark until another is chosen, whatever the device prefers', async () => {
    const { page } = customer
    await page.emulateMedia({ colorScheme: 'light' })
    await openSettled(page, plumb, 'pages/index/index')
    expect(await grounds(page)).toEqual({ page: DARK, frame: '#0e0f12', scheme: 'dark' })
  })

  test('is what was chosen, at once and at the next visit, and follows the device when told to', async () => {
    const { page } = customer
    for (let time = 0; time < 2; time++) {
      await choose(page, 'Light')
      await expect.poll(() => grounds(page)).toEqual({ page: WHITE, frame: '#ffffff', scheme: 'light' })
      await page.reload()
      expect((await grounds(page)).page).toBe(WHITE)
    }
    await choose(page, 'As the device')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(async () => (await grounds(page)).page).toBe(DARK)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(async () => (await grounds(page)).page).toBe(WHITE)
    await choose(page, 'Dark')
    await expect.poll(async () => (await grounds(page)).page).toBe(DARK)
  })

  test('is there before anything of the app is: no flash of the other', async () => {
    const { page } = customer
    await choose(page, 'Light')
    await page.route(/assets\/.*\.js$/, (route) => route.abort())
    await page.goto(`${plumb.url}/#/pages/market/market`)
    await page.reload()
    expect(await grounds(page)).toEqual({ page: WHITE, frame: '#ffffff', scheme: 'light' })
    expect(await page.locator('#app [data-page="pages/market/market"]').isVisible()).toBe(true)
    await page.unroute(/assets\/.*\.js$/)
    customer.consoleErrors.length = 0
    await page.reload()
  })

  test('is also that of a chart that is open when the device changes', async () => {
    const { page } = customer
    await choose(page, 'As the device')
    await page.emulateMedia({ colorScheme: 'light' })
    await openSettled(page, plumb, 'pages/transaction/index?symbol=BTC-USDT')
    await expect.poll(() => darkPointsOfChart(page), { timeout: 10_000 }).toBeGreaterThan(100)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => darkPointsOfChart(page), { timeout: 10_000 }).toBe(0)
  })
})

test('rise and fall have the colors that are chosen, at once and at the next visit', async () => {
  const { page } = customer
  const colors = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      const colors = ['green', 'red', 'blue', 'orange']
      return ['up', 'down'].map((way) =>
        colors.find((name) => style.getPropertyValue(`--${way}`) === style.getPropertyValue(`--${name}`)),
      )
    })
  for (const [name, ...expected] of [
    ['Red up', 'red', 'green'],
    ['Color-blind', 'blue', 'orange'],
    ['Green up', 'green', 'red'],
  ] as const) {
    await openSettled(page, plumb, 'pages/setting/setting')
    await page.getByRole('group', { name: 'Price colors' }).getByText(name, { exact: true }).click()
    await expect.poll(colors).toEqual(expected)
    await page.reload()
    await expect.poll(colors).toEqual(expected)
  }
})

test('for who asks the device for less motion nothing on the page moves', async () => {
  const { page } = customer
  const longest = () =>
    page.evaluate(() => {
      const seconds = [...document.querySelectorAll('*')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element)
        return `${animationDuration}, ${transitionDuration}`.split(', ').map(Number.parseFloat)
      })
      return Math.max(...seconds)
    })
  await openSettled(page, plumb, 'pages/setting/setting')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await longest()).toBeGreaterThan(0.05)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await longest()).toBeLessThanOrEqual(0.001)
})

/** A page of each kind: lists, tickets, forms, sheets, charts. */
const pages = [
  ...['index/index', 'market/market', 'market/search?q=gold', 'transaction/index?symbol=BTC-USDT'],
  ...['transaction/currency?symbol=BTC-USDT', 'transaction/contract?symbol=BTC-USDT'],
  ...['transaction/index2?symbol=BTC-USDT', 'transaction/currency_order', 'fund/assets', 'fund/receive'],
  ...['fund/withdraw', 'setting/setting', 'setting/security', 'setting/bill', 'quantization/quantization'],
  ...['invest/invest', 'loan/loan', 'nft/nft', 'copytrade/copy', 'verify/verify', 'verify/balance'],
  ...['kefu/index', 'otc/otc', 'news/news', 'game/game', 'setting/notices', 'historyList/historyList'],
].map((name) => `pages/${name}`)

test('what is verified has the color of what is well, whatever color a rise has', LONG, async () => {
  const { page } = customer
  const colors = new Set<string>()
  // The first choice of this language is last, for the tests after this one.
  for (const direction of ['red-up', 'colour-blind', 'green-up']) {
    await setDirection(page, direction)
    await openSettled(page, plumb, 'pages/StartVerification/StartVerification')
    const basic = page.getByRole('region', { name: 'Basic verification' })
    const tag = basic.getByText('Verified', { exact: true })
    colors.add(await tag.evaluate((element) => getComputedStyle(element).color))
  }
  expect([...colors]).toHaveLength(1)
})

/** Colors of rise and fall, from the next load of the page on. */
async function setDirection(page: Page, direction: string): Promise<void> {
  await page.evaluate((direction) => {
    const kept = JSON.parse(localStorage.getItem('plumb')!)
    kept.state.direction = direction
    localStorage.setItem('plumb', JSON.stringify(kept))
  }, direction)
  await page.reload()
}

describe('light has the contrast that text needs', () => {
  test.each(pages)('on %s', LONG, async (address) => {
    const { page } = customer
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page, plumb, address)
    await openSettled(page, plumb, address)
    await looksRight(page, `light-${address.replace(/\W+/g, '-')}`)
  })

  test.each(['green-up', 'red-up', 'colour-blind'])('with prices %s', LONG, async (direction) => {
    const { page } = customer
    await setDirection(page, direction)
    for (const address of [
      'market/market',
      'transaction/currency?symbol=BTC-USDT',
      'setting/setting',
      'StartVerification/StartVerification',
    ]) {
      await openSettled(page, plumb, `pages/${address}`)
      await looksRight(page, `light-${direction}-${address.replace(/\W+/g, '-')}`)
    }
  })
})
