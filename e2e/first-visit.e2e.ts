import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDesktop, newPhone, openBrowser, type Phone } from './support/browser.ts'
import { open, signIn } from './support/customer.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'
import { textOf } from './support/text.ts'

/** What a visitor has before the app's own script has arrived, and what is left of it without a network. */
const PROMISE = 'The exchange you can check.'
const NO_NETWORK = 'You’re offline. Nothing is sent until you’re back online.'

const TRADE = 'pages/transaction/index?symbol=BTC-USDT'
const PRICE = /\d,\d{3}\.\d\d/

/** What the build made of each source file. */
const built: Record<string, { file: string }> = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'dist', 'web', '.vite', 'manifest.json'), 'utf8'),
)
const fileOf = (source: string): string => built[source]!.file

let plumb: Plumb
let browser: Browser
/** A phone on which somebody chose Chinese. */
let chinese: Awaited<ReturnType<Phone['context']['storageState']>>
let shown: Page | undefined

keepScreenshots(() => [shown])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb(), openBrowser()])
  const { page, context } = await newPhone(browser)
  await open(page, plumb, 'pages/language/language')
  await page.getByRole('button', { name: '简体中文' }).click()
  await page.getByRole('heading', { name: '语言', exact: true }).waitFor()
  chinese = await context.storageState()
  await context.close()
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

/** Opens a page whose entry script does not arrive until it is let go; its styles are there. */
async function openWithoutEntry({ page }: Phone, route: string): Promise<{ releaseEntry(): Promise<void> }> {
  shown = page
  const held = Promise.withResolvers<Route>()
  await page.route(`**/${fileOf('index.html')}`, held.resolve)
  await page.goto(`${plumb.url}/#/${route}`, { waitUntil: 'commit' })
  const entry = await held.promise
  // Nothing is painted before the styles are there; what would stand where until then is of no account.
  await page.waitForFunction(() => document.styleSheets.length > 0)
  return { releaseEntry: () => entry.continue() }
}

/** Where a price ends on its right, and where it stands from top to bottom. */
async function placeOf(price: Locator): Promise<{ right: number; middle: number }> {
  const { x, y, width, height } = (await price.boundingBox())!
  return { right: Math.round(x + width), middle: Math.round(y + height / 2) }
}

describe('before the app’s script has arrived', () => {
  test('a first visitor reads home’s words, and they stay where the app puts them', async () => {
    const phone = await newPhone(browser)
    const { releaseEntry } = await openWithoutEntry(phone, '')
    const promise = phone.page.getByRole('heading', { name: PROMISE })
    await promise.waitFor()
    const before = await promise.boundingBox()
    // Nothing of the app is there yet.
    expect(await phone.page.getByRole('navigation').count()).toBe(0)

    await releaseEntry()
    await phone.page.getByRole('navigation', { name: 'Main pages' }).waitFor()
    expect(await promise.count()).toBe(1)
    expect(await promise.boundingBox()).toEqual(before)
    expect(phone.consoleErrors).toEqual([])
    await phone.context.close()
  })

  test('a visitor who chose Chinese reads nothing English', async () => {
    const phone = await newPhone(browser, { storageState: chinese })
    const { releaseEntry } = await openWithoutEntry(phone, '')
    await phone.page.locator('.first-paint').first().waitFor({ state: 'attached' })
    expect(await textOf(phone.page.locator('body'))).toBe('')

    await releaseEntry()
    await phone.page.getByRole('navigation', { name: '主页面' }).waitFor()
    expect(await textOf(phone.page.locator('body'))).not.toContain(PROMISE)
    await phone.context.close()
  })

  describe.each([
    { window: 'a phone', opened: newPhone },
    { window: 'a desk', opened: newDesktop },
  ])('in the window of $window', ({ opened }) => {
    test.each([
      { name: 'home', route: '', symbols: ['BTC-USDT', 'USD-JPY', 'AAPL'] },
      { name: 'market', route: 'pages/market/market?class=2', symbols: ['BTC-USDT', 'DOGE-USDT'] },
    ])(
      'prices of $name are there, labelled, and stay where the app puts them',
      async ({ route, symbols }) => {
        const phone = await opened(browser)
        const { page } = phone
        const { releaseEntry } = await openWithoutEntry(phone, route)
        await page.getByText('Simulated prices', { exact: true }).waitFor()
        const rowOf = (symbol: string) => page.locator(`a[href="#/pages/transaction/index?symbol=${symbol}"]`)
        const before = []
        for (const symbol of symbols) {
          const price = rowOf(symbol).getByText(/^[\d,]+\.\d+$/)
          before.push({ ...(await placeOf(price)), label: (await textOf(rowOf(symbol))).split(' ')[0] })
        }

        await releaseEntry()
        await page.getByRole('navigation', { name: 'Main pages' }).waitFor()
        const after = []
        for (const symbol of symbols) {
          const price = page
            .locator('main')
            .locator(rowOf(symbol))
            .getByText(/^[\d,]+\.\d+$/)
            .last()
          after.push({ ...(await placeOf(price)), label: (await textOf(rowOf(symbol))).split(' ')[0] })
        }
        expect(after).toEqual(before)
        expect(phone.consoleErrors).toEqual([])
        await phone.context.close()
      },
    )
  })

  test('an instrument’s price is there, labelled, and stays where the app puts it', async () => {
    const phone = await newPhone(browser)
    const { releaseEntry } = await openWithoutEntry(phone, TRADE)
    await phone.page.getByText('Simulated prices', { exact: true }).waitFor()
    const large = phone.page.locator('p.text-28')
    const price = large.getByText(PRICE).filter({ visible: true })
    const { middle: middleBefore } = await placeOf(price)
    const leftBefore = (await price.boundingBox())!.x

    await releaseEntry()
    await phone.page.getByRole('radiogroup', { name: 'Products' }).waitFor()
    const { middle } = await placeOf(price)
    expect({ middle, left: (await price.boundingBox())!.x }).toEqual({
      middle: middleBefore,
      left: leftBefore,
    })
    expect(phone.consoleErrors).toEqual([])
    await phone.context.close()
  })

  test('a visitor who chose Chinese reads the market’s prices, and nothing English', async () => {
    const phone = await newPhone(browser, { storageState: chinese })
    const { releaseEntry } = await openWithoutEntry(phone, 'pages/market/market?class=2')
    await phone.page.getByText('模拟行情', { exact: true }).waitFor()
    const shownTexts = await textOf(phone.page.locator('body'))
    expect(shownTexts).toMatch(PRICE)
    expect(shownTexts).not.toContain('Name')
    expect(await phone.page.getAttribute('html', 'lang')).toBe('zh-CN')
    await releaseEntry()
    await phone.page.getByRole('navigation', { name: '主页面' }).waitFor()
    await phone.context.close()
  })

  test('the market page and the Chinese words are asked for by who will see them, and only once', async () => {
    const phone = await newPhone(browser, { storageState: chinese })
    const asked: string[] = []
    phone.page.on('request', (request) => asked.push(new URL(request.url()).pathname.slice(1)))
    const { releaseEntry } = await openWithoutEntry(phone, 'pages/market/market')
    const parts = [fileOf('pages/market/market-page.tsx'), fileOf('texts/bundles/zh.ts')]
    await poll('both parts asked for', async () => parts.every((file) => asked.includes(file)))

    await releaseEntry()
    await phone.page.getByRole('heading', { name: '行情', exact: true }).waitFor()
    const scripts = asked.filter((file) => file.endsWith('.js'))
    expect(scripts).toEqual([...new Set(scripts)])
    await phone.context.close()
  })
})

test('the first prices and what is listed are asked for before the app’s script runs, and not again by it', async () => {
  const phone = await newPhone(browser)
  const asked: string[] = []
  phone.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const { releaseEntry } = await openWithoutEntry(phone, '')
  const first = ['/api/currency/quotation_huang', '/api/currency/list']
  await poll('both asked for', async () => first.every((path) => asked.includes(path)))

  await releaseEntry()
  const row = phone.page.getByRole('link', { name: /^BTC\s*\/USDT/ })
  await poll('a price', async () => /\d,\d{3}\.\d\d/.test(await textOf(row)))
  expect(asked.filter((path) => first.includes(path)).toSorted()).toEqual(first.toSorted())
  expect(phone.consoleErrors).toEqual([])
  await phone.context.close()
})

/** What `index.html` names for a page: its files, and the calls that are made before the app's script runs. */
async function namedFor(
  route: string,
  isWide: boolean,
): Promise<{ files: readonly string[]; quotes: string }> {
  const html = await (await fetch(plumb.url)).text()
  const data = (name: string) => new RegExp(`data-${name}="([^"]+)"`).exec(html)![1]!
  const parts = JSON.parse(/data-parts='([^']+)'/.exec(html)![1]!) as Record<string, string>
  const page = route.split('?')[0] || 'pages/index/index'
  return {
    files: [
      '/',
      ...[...html.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)].map(([, file]) => file!),
      ...[page, ...(isWide ? [`${page} wide`] : [])].flatMap((name) =>
        (parts[name]?.split(' ') ?? []).map((file) => `/assets/${file}.js`),
      ),
      data('listing'),
    ],
    quotes: data('quotes'),
  }
}

/** Opens a page to which nothing comes but what `index.html` names for it, and its prices not before they are let go. */
async function openWithNamed({ page }: Phone, route: string): Promise<{ releaseQuotes(): Promise<void> }> {
  shown = page
  const { files, quotes } = await namedFor(route, page.viewportSize()!.width >= 1024)
  const held = Promise.withResolvers<Route>()
  await page.route('**/*', (asked) => {
    const { pathname } = new URL(asked.request().url())
    if (pathname === quotes) held.resolve(asked)
    else if (files.includes(pathname)) void asked.continue()
  })
  await page.goto(`${plumb.url}/#/${route}`, { waitUntil: 'commit' })
  const asked = await held.promise
  return { releaseQuotes: () => asked.continue() }
}

describe.each([
  { name: 'home', route: '' },
  { name: 'market', route: 'pages/market/market?class=2' },
  { name: 'an instrument', route: TRADE },
])('the first price of $name', ({ route }) => {
  test.each([
    { window: 'a phone', opened: newPhone },
    { window: 'a desk', opened: newDesktop },
  ])('needs nothing on $window that index.html does not name', async ({ opened }) => {
    const phone = await opened(browser)
    const { releaseQuotes } = await openWithNamed(phone, route)
    await releaseQuotes()
    const main = phone.page.locator('main')
    await poll('a price', async () => PRICE.test(await textOf(main)))
    expect(phone.consoleErrors).toEqual([])
    await phone.context.close()
  })
})

test('what stands below an instrument’s figures stays where it is when they come', async () => {
  const phone = await newPhone(browser)
  const { releaseQuotes } = await openWithNamed(phone, TRADE)
  const below = phone.page.getByRole('radiogroup', { name: 'Products' })
  await below.waitFor()
  const before = await below.boundingBox()
  expect(await textOf(phone.page.locator('main'))).not.toMatch(PRICE)

  await releaseQuotes()
  await poll('a price', async () => PRICE.test(await textOf(phone.page.locator('main'))))
  expect(await below.boundingBox()).toEqual(before)
  await phone.context.close()
})

test('an address that changes while the app is being drawn is gone to', async () => {
  const phone = await newPhone(browser)
  shown = phone.page
  // The last moment in which the router does not listen yet.
  await phone.page.addInitScript(() => {
    const { addEventListener } = window
    window.addEventListener = (...listener: Parameters<typeof addEventListener>) => {
      if (listener[0] === 'popstate') history.replaceState(null, '', '#/pages/market/market')
      addEventListener(...listener)
    }
  })
  await phone.page.goto(`${plumb.url}/#/pages/index/index`)
  await phone.page.getByRole('heading', { name: 'Market', exact: true }).waitFor()
  await phone.context.close()
})

describe('a phone that keeps the app', () => {
  let phone: Phone
  beforeAll(async () => {
    phone = await newPhone(browser, { keepsApp: true })
    shown = phone.page
    await signIn(phone.page, plumb)
    await poll('a worker that keeps the app', () =>
      phone.page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active !== null)),
    )
    // The next visit is led by the worker.
    await phone.page.reload()
    await poll('a page led by the worker', () =>
      phone.page.evaluate(() => navigator.serviceWorker.controller !== null),
    )
  })

  test('T65: lets no text become markup or the URL of a script, but for the worker’s own', async () => {
    const tried = await phone.page.evaluate(async () => {
      const outcomeOf = async (attempt: () => unknown) => {
        try {
          await attempt()
          return 'done'
        } catch (error) {
          return (error as Error).name
        }
      }
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): unknown }
      }
      return Promise.all([
        outcomeOf(() => Object.assign(document.createElement('p'), { innerHTML: '<b>bold</b>' })),
        outcomeOf(() => navigator.serviceWorker.register('./push-worker.js')),
        outcomeOf(() => trustedTypes.createPolicy('any', { createHTML: String })),
      ])
    })
    expect(tried).toEqual(['TypeError', 'TypeError', 'TypeError'])
  })

  test('keeps the app’s own files and no answer about anybody', async () => {
    await open(phone.page, plumb, 'pages/fund/assets')
    await phone.page.getByRole('link', { name: /^BTC\b/ }).waitFor()
    const kept = await phone.page.evaluate(async () => {
      const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)))
      const requests = await Promise.all(caches.map((cache) => cache.keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname.slice(1))
    })
    expect(kept).toContain('index.html')
    expect(kept).toEqual(expect.arrayContaining(Object.values(built).map(({ file }) => file)))
    expect(kept.filter((path) => !/^[\w-]+\.\w+$|^assets\/[\w-]+\.\w+$/.test(path))).toEqual([])
  })

  test('shows the app without a network and without a server, and says so', async () => {
    const { page, context } = phone
    await context.setOffline(true)
    await plumb.kill()
    await page.reload()
    await page.getByRole('status').getByText(NO_NETWORK, { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()

    // Also a page that was never opened before.
    await page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Savings' }).click()
    await page.getByRole('heading', { name: 'Savings', exact: true }).waitFor()
  })
})
