// long-running
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractAcceptRisk, contractClose, contractSubmit } from '#domain/contract/contract.ts'
import { spotDepth, spotTrade } from '#domain/spot/contract.ts'
import { acceptedRisk } from '#server/products/contract/testing.ts'
import { isFull } from '#server/testing/length.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { type PageRoute, pageList } from '#web/app/page-list.ts'
import { seriousFindings } from './support/axe.ts'
import { newDesktop, newOperatorBrowser, openBrowser, type Phone } from './support/browser.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { unreached } from './support/keyboard.ts'
import { findingsAt, SIZES } from './support/looks-right.ts'
import { unnamedFigures } from './support/names.ts'
import { enterConsole } from './support/operators.ts'
import { builtPages } from './support/pages.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'

/**
 * Every page of the app and of the console, each opened once and looked at in the two sizes that no phone has (at full
 * length also in those of phones): what is beyond the window's edge, and what axe finds in the widest (at full length in
 * all). There every control is a Tab away; on a phone `conformance.e2e.ts` presses it. Then sheets by keyboard alone: each closes by Esc.
 */
let plumb: Plumb
let browser: Browser
let visitor: Phone
let customer: Phone
let operator: Phone
/** A position that is over: Verify shows its proof. */
let closedPosition: string

keepScreenshots(() => [visitor, customer, operator].map((one) => one?.page))
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb(), openBrowser()])
  ;[visitor, customer, operator] = await Promise.all([
    newDesktop(browser),
    newDesktop(browser),
    newOperatorBrowser(browser),
  ])
  await Promise.all([signIn(customer.page, plumb), enterConsole(operator.page, plumb, 'checker')])
  await haveSomethingToShow()
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

/** An open order and a filled one, so that the lists of the app and of the console have rows. */
async function haveSomethingToShow(): Promise<void> {
  const token = await tokenOf(customer.page)
  // A market order needs somebody to meet: the market maker quotes once it has been told a price.
  await poll('an order to meet', async () => {
    const { asks } = await ask(plumb, token, spotDepth, { symbol: 'BTC-USDT' })
    return asks.length > 0
  })
  const order = { base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.01' } as const
  await ask(plumb, token, spotTrade, { ...order, orderType: 'market' })
  await ask(plumb, token, spotTrade, { ...order, orderType: 'limit', limitPrice: '15000' })
  const position = { symbol: 'BTC-USDT', direction: 'long', lots: '0.01', leverage: '5' } as const
  await ask(plumb, token, contractAcceptRisk, acceptedRisk)
  await ask(plumb, token, contractSubmit, position)
  const { id } = await ask(plumb, token, contractSubmit, position)
  await ask(plumb, token, contractClose, { id })
  closedPosition = id
}

const [, ON_A_PHONE, , ON_A_DESKTOP] = SIZES
/** In both sizes of a phone `conformance.e2e.ts` looks at the app, and operators seldom work on one. */
const WIDER_THAN_A_PHONE = SIZES.slice(2)
const LOOKED_AT = isFull ? SIZES : WIDER_THAN_A_PHONE

/** What is wrong with a page as it stands, in each of these sizes, and what Tab passes by in the last of them. */
async function errorsInSizes(
  { page, consoleErrors }: Phone,
  where: string,
  sizes = LOOKED_AT,
): Promise<string[]> {
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    const wide = await settled(page)
    if (wide > size.width) found.push(`${where} at ${size.width}: ${wide} px wide`)
    // On a phone axe looks at every page in conformance.
    if (isFull || size === ON_A_DESKTOP)
      for (const finding of await findingsAt(page, size)) found.push(`${where} at ${size.width}: ${finding}`)
  }
  for (const control of await unreached(page)) found.push(`${where}: Tab does not reach ${control}`)
  return [...found, ...consoleErrors.splice(0).map((error) => `${where}: ${error}`)]
}

/** Waits until nothing is awaited and the size is drawn, ten seconds at most; returns how wide the page is. */
const settled = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    for (let n = 0; n < 2; n++) await frame()
    while (document.querySelector('[aria-busy=true]')) await frame()
    // A page of another window is drawn anew for this one: on a busy machine that takes some frames more.
    for (let n = 0; n < 600 && document.documentElement.scrollWidth > innerWidth; n++) await frame()
    return document.documentElement.scrollWidth
  })

/** Pages that only a customer sees, or that show a customer more than a visitor. */
const isForCustomers = (address: string): boolean =>
  pageList[address.split('?')[0] as PageRoute] === 'user' ||
  /index\/index|quantization|news|transaction\/index/.test(address)

async function lookAtAll(phone: Phone, pages: readonly string[], sizes = LOOKED_AT): Promise<void> {
  const found: string[] = []
  for (const address of pages) {
    await openSettled(phone.page, plumb, address)
    found.push(...(await errorsInSizes(phone, address, sizes)))
  }
  expect(found).toEqual([])
}

describe('axe finds nothing serious, nothing is beyond the edge, and Tab reaches every control', () => {
  test('of the app, for a visitor', LONG, async () => {
    await lookAtAll(visitor, await builtPages(plumb, 'public'))
  })

  test('would not hide what is wrong: a button without a name is found, the second time too', async () => {
    const { page } = visitor
    await page.evaluate(() => document.querySelector('main')!.append(document.createElement('button')))
    for (let time = 0; time < 2; time++)
      expect(await seriousFindings(page)).toEqual([expect.stringMatching(/^button-name: /)])
  })

  test('of the app, for a customer, where the window is wider than a phone’s', LONG, async () => {
    const pages = await builtPages(plumb, 'user')
    await lookAtAll(customer, pages.filter(isForCustomers), WIDER_THAN_A_PHONE)
  })

  test('of the console', LONG, async () => {
    const found: string[] = []
    for (const path of await consolePaths()) {
      await openConsole(path)
      found.push(...(await errorsInSizes(operator, path)))
    }
    const stranger = await newOperatorBrowser(browser)
    await stranger.page.goto(plumb.consoleUrl)
    await stranger.page.getByLabel('Email').waitFor()
    found.push(...(await errorsInSizes(stranger, 'sign-in')))
    expect(found).toEqual([])
  })
})

/** Where the console's own list of pages leads. */
async function consolePaths(): Promise<string[]> {
  const links = operator.page.getByRole('navigation').getByRole('listitem').getByRole('link')
  const paths = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href')!.replace('#', '')),
  )
  expect(paths.length).toBeGreaterThan(10)
  return paths
}

async function openConsole(path: string): Promise<void> {
  const { page } = operator
  await page.evaluate((to) => {
    location.hash = to
  }, path)
  await poll(`the console's ${path}`, () =>
    page.evaluate(
      (to) =>
        location.hash === `#${to}` &&
        document.querySelector(`nav [aria-current=page][href="#${to}"]`) !== null &&
        document.querySelector('[aria-busy=true]') === null,
      path,
    ),
  )
}

describe('every figure has a name for a screen reader', () => {
  test.each([
    ['a phone', ON_A_PHONE],
    ['a desktop', ON_A_DESKTOP],
  ] as const)('in a ticket and in the book beside it, on %s', async (_, size) => {
    const { page } = customer
    await page.setViewportSize(size)
    await openSettled(page, plumb, 'pages/transaction/currency?symbol=BTC-USDT')
    const book = page.getByRole('region', { name: 'Order book' })
    for (const side of ['Asks', 'Bids']) {
      const row = book.getByRole('list', { name: side }).getByRole('button').first()
      await poll(`a row of ${side}`, async () =>
        /^Use price [\d,]+\.\d+ Amount [\d,.]+/.test((await row.textContent()) ?? ''),
      )
    }
    await page
      .getByRole('textbox', { name: /^Amount/ })
      .first()
      .fill('0.01')
    for (const place of [book, page.locator('form')]) expect(await unnamedFigures(place)).toEqual([])
  })

  test('would not hide one that has none', async () => {
    const main = customer.page.getByRole('main')
    await main.evaluate((element) => {
      const figure = document.createElement('p')
      figure.textContent = '17,772.30'
      element.append(figure)
    })
    expect(await unnamedFigures(main)).toContain('17,772.30')
  })
})

describe('by keyboard alone', () => {
  test('would not hide what cannot be reached: a control that Tab passes by is found', async () => {
    const { page } = visitor
    await openSettled(page, plumb, 'pages/language/language')
    await page.evaluate(() => {
      const button = document.createElement('button')
      button.tabIndex = -1
      document.querySelector('main')!.append(button)
    })
    expect(await unreached(page)).toEqual([expect.stringContaining('<button tabindex="-1"')])
  })

  test('every control of a proof is reached by Tab, on a phone and on a desktop', async () => {
    for (const size of [ON_A_PHONE, ON_A_DESKTOP]) {
      await customer.page.setViewportSize(size)
      await openSettled(customer.page, plumb, `pages/verify/verify?position=${closedPosition}`)
      await customer.page.getByText('It checks out').waitFor()
      expect(await unreached(customer.page), `${size.width}`).toEqual([])
    }
  })

  test.each([
    ['pages/index/index', 'More'],
    ['pages/transaction/currency?symbol=BTC-USDT', 'BTC/USDT, choose another'],
    ['pages/transaction/index?symbol=BTC-USDT', /^Indicators/],
    ['pages/transaction/currency_order', /^Buy/],
    ['pages/transaction/contract?symbol=BTC-USDT', /^Order type/],
    ['pages/contractOrders/contractOrders', /^BTC\/USDT/],
    ['pages/transaction/index2?symbol=BTC-USDT', 'Limits'],
    ['pages/setting/bill', /^Locked deposit|^Buy order/],
    ['pages/setting/userInfo', /^Nickname/],
    ['pages/setting/security', /^Mobile/],
    ['pages/fund/assets', /held$/],
    ['pages/quantization/quantization', /^Interest is paid/],
    ['pages/setting/setting', 'Sign out'],
  ] as const)(
    'a sheet of %s opens by Enter, closes by Esc, and gives the focus back',
    async (address, name) => {
      const { page } = customer
      await page.setViewportSize(ON_A_PHONE)
      await openSettled(page, plumb, address)
      const opener = page.getByRole('main').or(page.getByRole('banner')).getByRole('button', { name }).first()
      await opener.focus()
      await page.keyboard.press('Enter')
      const sheet = page.getByRole('dialog')
      await sheet.waitFor()
      await poll('focus inside', () => sheet.evaluate((panel) => panel.contains(document.activeElement)))
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      await poll('focus back', () => opener.evaluate((element) => element === document.activeElement))
    },
  )
})
