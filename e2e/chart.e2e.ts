import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPhone, openBrowser, type Phone } from './support/browser.ts'
import { open, openSettled } from './support/customer.ts'
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

const chart = () => page.getByRole('img', { name: /^Chart of / })
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
