import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { candles as candlesOf } from '#domain/market/contract.ts'
import { spotDepth, spotTrade } from '#domain/spot/contract.ts'
import { newPhone, openBrowser, PHONE, type Phone } from './support/browser.ts'
import { ask, open, openSettled, signIn, tokenOf } from './support/customer.ts'
import { type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'

/** The chart as it is drawn, beside what comes over the wire for it. */
let plumb: Plumb
let browser: Browser
let phone: Phone
let page: Page

/** The candles that came over the socket, the newest last; and the channels that the page is in. */
const candles: { period: string; close: string }[] = []
const channels = new Set<string>()

keepScreenshots(() => [page])
beforeAll(async () => {
  ;[plumb, browser] = await Promise.all([startPlumb(), openBrowser()])
  phone = await newPhone(browser)
  page = phone.page
  await recordPainted(page)
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const [name, names] = messageIn(payload) ?? []
      for (const channel of (names ?? []) as string[])
        if (name === 'subscribe') channels.add(channel)
        else channels.delete(channel)
    })
    socket.on('framereceived', ({ payload }) => {
      const [name, body] = messageIn(payload) ?? []
      if (name !== 'candle') return
      const { period, candle } = body as { period: string; candle: { close: string } }
      candles.push({ period, close: candle.close })
    })
  })
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

/** A message of Socket.IO, as a frame carries it: its name and its content. */
function messageIn(payload: string | Buffer): [string, unknown] | undefined {
  const found = /^42(\[.*\])$/s.exec(String(payload))?.[1]
  return found ? (JSON.parse(found) as [string, unknown]) : undefined
}

/** Records the words that are painted, and how high: they are a picture's, and stand nowhere in the page. */
const recordPainted = (on: Page) =>
  on.addInitScript(() => {
    const painted = new Map<string, number>()
    Reflect.set(globalThis, 'painted', painted)
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (words, ...place) {
      painted.set(words, place[1])
      fillText.call(this, words, ...place)
    }
  })
/** Forgets what was painted before. */
const forgetPainted = () =>
  page.evaluate(() => (Reflect.get(globalThis, 'painted') as Map<string, number>).clear())
const paintedAt = (words: string) =>
  page.evaluate((sought) => (Reflect.get(globalThis, 'painted') as Map<string, number>).get(sought), words)
/** The first words that were painted since then, as this finds them. */
const painted = (sought: RegExp): Promise<string> =>
  poll(`${sought} painted`, async () => {
    const words = await page.evaluate(() => [
      ...(Reflect.get(globalThis, 'painted') as Map<string, number>).keys(),
    ])
    return words.find((one) => sought.test(one))
  })

const chart = () => page.getByRole('img', { name: /^Chart of / })
/** The chart once its bars are there. */
const drawn = () => page.locator('[role=img][aria-label^="Chart of BTC"]:not([aria-busy])')
/** What is painted of the candles, as a picture. */
const picture = () =>
  chart().evaluate((box) =>
    [...box.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL()).join('\n'),
  )
const notLoaded = () => page.getByRole('status').getByText('The chart did not load', { exact: true })
const candleChannels = () => [...channels].filter((name) => name.startsWith('candles:'))

test('the last candle moves with the candles that arrive', async () => {
  await openSettled(page, plumb, 'pages/transaction/index?symbol=BTC-USDT')
  await poll('a candle on the wire', async () => candles.length > 0)
  const [drawn, { close }] = [await picture(), candles.at(-1)!]
  await poll('a candle of another price', async () => candles.at(-1)!.close !== close)
  await poll('another picture', async () => (await picture()) !== drawn)
  expect(candles.every(({ period }) => period === '15m')).toBe(true)
})

test('a chart leaves the channels it no longer shows, also those it left before they had loaded', async () => {
  for (const period of ['1h', '1d', '4h', '1m'])
    await page.getByRole('radio', { name: period, exact: true }).click()
  await poll(
    'one channel of candles',
    async () => candleChannels().length === 1 && channels.has('candles:BTC-USDT:1m'),
  )
  // One of another channel may still be on its way.
  candles.length = 0
  await poll('candles of one period alone', async () => {
    const last = candles.slice(-5)
    return last.length === 5 && last.every(({ period }) => period === '1m')
  })
  expect(candleChannels()).toEqual(['candles:BTC-USDT:1m'])

  await open(page, plumb, 'pages/market/market?class=2')
  await poll('no channel of candles', async () => candleChannels().length === 0)
})

describe('how bars are drawn', () => {
  const button = () => page.getByRole('button', { name: 'Chart type' })
  const choice = (name: string) =>
    page.getByRole('dialog', { name: 'Chart type' }).getByRole('button', { name })

  test.each(['Line', 'Heikin-Ashi', 'Candles'])('%s is chosen, and kept over a reload', async (name) => {
    await openSettled(page, plumb, 'pages/transaction/index?symbol=BTC-USDT&period=1h')
    await drawn().waitFor()
    const before = await picture()
    await button().click()
    await choice(name).click()
    await choice(name).waitFor({ state: 'detached' })
    await drawn().waitFor()
    await poll('another picture', async () => (await picture()) !== before)
    await page.reload()
    await drawn().waitFor()
    await button().click()
    expect(await choice(name).getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Escape')
    await choice(name).waitFor({ state: 'detached' })
  })
})

test('the legend’s average is that of the seven closes that are read out', async () => {
  await openSettled(page, plumb, 'pages/transaction/index?symbol=BTC-USDT&period=1h')
  await drawn().waitFor()
  const said = chart().locator('xpath=following-sibling::p')
  const read = async (key: string) => {
    const before = await said.textContent()
    await page.keyboard.press(key)
    return poll('another bar read out', async () => {
      const words = (await said.textContent())!
      return words !== before && words
    })
  }
  await chart().focus()
  await read('End')
  // The last bar moves; those before it do not.
  const closes: number[] = []
  for (let bar = 0; bar < 7; bar++)
    closes.push(Number(/close ([\d,.]+),/.exec(await read('ArrowLeft'))![1]!.replaceAll(',', '')))
  await forgetPainted()
  for (let bar = 0; bar < 6; bar++) await read('ArrowRight')
  const average = closes.reduce((sum, close) => sum + close, 0) / closes.length
  const figure = average.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  await painted(new RegExp(`(^|\\s)${figure.replace('.', '\\.')}$`))
})

test('full screen in a window that lies has every control in sight, and is left again', async () => {
  await page.setViewportSize({ width: 844, height: 390 })
  await openSettled(page, plumb, 'pages/transaction/index?symbol=BTC-USDT')
  await page.getByRole('button', { name: 'Chart in full screen' }).click()
  const inside = async () => {
    const { x, y, width, height } = (await chart().boundingBox())!
    return x + width <= 844 && y + height <= 390 && width > 700 && height > 300
  }
  await poll('a chart as large as the window', inside)
  for (const name of ['Chart type', /^Indicators/, 'Exit full screen']) {
    const { y, height } = (await page.getByRole('button', { name }).boundingBox())!
    expect(y >= 0 && y + height <= 390, String(name)).toBe(true)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(844)
  await page.getByRole('button', { name: 'Exit full screen' }).click()
  await poll('the page again', async () => !(await inside()))
  await page.setViewportSize(PHONE)
})

test('what was filled has its sign on the chart, with its amount', async () => {
  await signIn(page, plumb)
  const token = await tokenOf(page)
  await poll('an order to meet', async () => {
    const { asks } = await ask(plumb, token, spotDepth, { symbol: 'BTC-USDT' })
    return asks.length > 0
  })
  const order = { base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.01', orderType: 'market' } as const
  await ask(plumb, token, spotTrade, order)
  await openSettled(page, plumb, 'pages/transaction/index?symbol=BTC-USDT')
  expect(await painted(/^Filled /)).toBe('Filled 0.01')
})

test('the words of an order over the highest bar stand on its line', async () => {
  const token = await tokenOf(page)
  const toMs = await page.evaluate(() => Date.now())
  const asked = { symbol: 'BTC-USDT', fromMs: String(toMs - 30 * 3_600_000), toMs: String(toMs) }
  const bars = await ask(plumb, token, candlesOf, { ...asked, period: '1h' })
  const [high, low] = [Math.max(...bars.map((one) => +one.high)), Math.min(...bars.map((one) => +one.low))]
  const limitPrice = (high + (high - low) * 0.15).toFixed(2)
  const order = { base: 'BTC', quote: 'USDT', side: 'sell', quantity: '0.005', limitPrice } as const
  await ask(plumb, token, spotTrade, order)
  await openSettled(page, plumb, 'pages/transaction/index?symbol=BTC-USDT&period=1h')
  const words = await painted(/^Sell 0\.005/)
  const priceText = Number(limitPrice).toLocaleString('en-US', { minimumFractionDigits: 2 })
  await painted(new RegExp(`^${priceText.replace('.', '\\.')}$`))
  await poll('both at one height', async () => {
    const [tag, price] = [await paintedAt(words), await paintedAt(priceText)]
    return tag !== undefined && price !== undefined && Math.abs(tag - price) <= 1
  })
})

test('a chart without bars says so in place of a scale of prices that nobody paid', async () => {
  const other = await newPhone(browser)
  await other.page.route('**/api/currency/new_timeshar?*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), data: [] } })
  })
  // No live bar comes either.
  await other.page.routeWebSocket('**', () => undefined)
  await open(other.page, plumb, 'pages/transaction/index?symbol=BTC-USDT')
  const said = other.page.getByRole('status').filter({ hasText: 'No live price' })
  await said.waitFor()
  const axis = (await other.page.getByRole('img', { name: /^Chart of / }).boundingBox())!
  // It stands over the axis at the right too.
  const isCovered = await other.page.evaluate(
    ([x, y]) => document.elementFromPoint(x!, y!)?.closest('canvas') === null,
    [axis.x + axis.width - 20, axis.y + axis.height / 3],
  )
  expect(isCovered).toBe(true)
  await other.context.close()
})

test('a chart opened during an outage says that it did not load, and loads when the server is back', async () => {
  await plumb.kill()
  await open(page, plumb, 'pages/transaction/index?symbol=ETH-USDT&period=1h')
  await notLoaded().waitFor()
  const empty = await picture()
  plumb = await startPlumb({ like: plumb })
  await notLoaded().waitFor({ state: 'hidden' })
  await poll('candles', async () => (await picture()) !== empty)
  await poll('the channel', async () => channels.has('candles:ETH-USDT:1h'))
})
