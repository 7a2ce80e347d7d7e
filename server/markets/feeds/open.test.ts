import { expect, onTestFinished, test } from 'vitest'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { virtualClock } from '#server/platform/clock.ts'
import { type MarketSource, marketSources } from '#server/platform/settings.ts'
import type { RawTick } from './feed.ts'
import type { SocketHandlers, Transport } from './live/transport.ts'
import { openFeed } from './open.ts'

/** Venues in this process: what is said to each, and a way to say something as each. */
function venuesAtHand() {
  const said: unknown[] = []
  const lines = new Map<string, SocketHandlers>()
  const transport: Transport = {
    connect(url, handlers) {
      lines.set(new URL(url).hostname, handlers)
      queueMicrotask(handlers.onOpen)
      return { send: (text) => said.push(JSON.parse(text)), close() {} }
    },
    getJson: async () => ({ lastUpdateId: 10, bids: [['1200.01', '1']], asks: [['1200.03', '1']] }),
  }
  const emit = (host: string, message: unknown) => lines.get(host)?.onMessage(JSON.stringify(message))
  return { transport, emit, said, opened: () => lines.size }
}

const instrumentOf = (symbol: string): Instrument => findInstrument(symbol) ?? expect.fail(symbol)

const open = (
  sources: readonly MarketSource[],
  transport: Transport,
  instruments: () => readonly Instrument[],
) => {
  const feed = openFeed({
    ...{ setting: { kind: 'live', sources }, instruments, seed: 0, clock: virtualClock(10_000), transport },
    ...{ log() {}, lastPrice: () => undefined },
  })
  onTestFinished(() => feed.stop())
  return feed
}

test('what is listed later is asked for on the connections that are open, once, and its prices come', async () => {
  const { transport, emit, said, opened } = venuesAtHand()
  const ticks: RawTick[] = []
  let listed = [instrumentOf('BTC-USDT'), instrumentOf('USD-JPY')]
  const feed = open(['binance', 'kraken'], transport, () => listed)
  feed.start((tick) => ticks.push(tick))
  await expect.poll(() => said.length).toBe(3)
  const streamsOf = (name: string) => ['depth@100ms', 'bookTicker', 'aggTrade'].map((s) => `${name}@${s}`)
  expect(said).toMatchObject([
    { method: 'SUBSCRIBE', params: streamsOf('btcusdt') },
    { event: 'subscribe', pair: ['XBT/USDT', 'USD/JPY'], subscription: { name: 'book' } },
    { event: 'subscribe', pair: ['XBT/USDT', 'USD/JPY'], subscription: { name: 'trade' } },
  ])

  listed = [...listed, instrumentOf('ETH-USDT'), instrumentOf('EUR-USD')]
  for (const _ of [1, 2]) feed.followListed?.()
  expect(said.slice(3)).toMatchObject([
    { method: 'SUBSCRIBE', params: streamsOf('ethusdt') },
    { event: 'subscribe', pair: ['ETH/USDT', 'EUR/USD'], subscription: { name: 'book' } },
    { event: 'subscribe', pair: ['ETH/USDT', 'EUR/USD'], subscription: { name: 'trade' } },
  ])
  expect(opened()).toBe(2)

  emit('stream.binance.com', {
    stream: 'ethusdt@depth@100ms',
    data: { s: 'ETHUSDT', E: 10_000, U: 9, u: 11, b: [], a: [] },
  })
  const bookOf = (price: number) => ({ as: [[`${price}.01`, '1', '10.0']], bs: [[`${price}`, '1', '10.0']] })
  emit('ws.kraken.com', [0, bookOf(1200), 'book-10', 'ETH/USDT'])
  emit('ws.kraken.com', [0, bookOf(1), 'book-10', 'EUR/USD'])
  await expect
    .poll(() => {
      feed.step?.(10_000)
      return ticks.map(({ symbol }) => symbol).sort()
    })
    .toEqual(['ETH-USDT', 'EUR-USD'])
})

test('a coin is asked of every source by its own name, and a pair of currencies of the one that has it', async () => {
  const { transport, said } = venuesAtHand()
  const listed = ['BTC-USDT', 'DOGE-USDT', 'EUR-USD', 'AAPL'].map(instrumentOf)
  open(marketSources, transport, () => listed).start(() => {})
  // Binance one, Kraken two, OKX and Coinbase one for each coin, Bitstamp two for each.
  await expect.poll(() => said.length).toBe(3 + 2 + 2 + 4)
  const text = JSON.stringify(said)
  const names = ['"btcusdt@aggTrade"', '"XBT/USDT","XDG/USDT","EUR/USD"', '"instId":"DOGE-USDT"']
  for (const name of [...names, '"product_ids":["DOGE-USDT"]', '"order_book_dogeusdt"'])
    expect(text).toContain(name)
  expect(text).not.toContain('AAPL')
})

test('a price names each source that is asked for it, also those that are silent', async () => {
  const { transport, emit, opened } = venuesAtHand()
  const ticks: RawTick[] = []
  const feed = open(['binance', 'kraken', 'okx'], transport, () => [instrumentOf('ETH-USDT')])
  feed.start((tick) => ticks.push(tick))
  await expect.poll(opened).toBe(3)
  const book = { as: [['1200.05', '1', '10.0']], bs: [['1200.03', '1', '10.0']] }
  emit('ws.kraken.com', [0, book, 'book-10', 'ETH/USDT'])
  const best = { bids: [['1200.01', '1', '0', '1']], asks: [['1200.05', '1', '0', '1']], ts: '9900' }
  emit('ws.okx.com', { arg: { channel: 'bbo-tbt', instId: 'ETH-USDT' }, data: [best] })
  await expect
    .poll(() => {
      feed.step?.(10_000)
      return ticks.length
    })
    .toBe(1)
  expect(ticks[0]).toMatchObject({
    ...{ price: 120_003, bid: 120_002, ask: 120_005, source: 'median', sourceAtMs: 10_000 },
    sources: {
      ...{ freshMs: 2_000, maxDeviationBps: 50, minimum: 2 },
      named: [
        { source: 'binance' },
        { source: 'kraken', quote: { price: 120_004, bid: 120_003, ask: 120_005, ageMs: 0 } },
        { source: 'okx', quote: { price: 120_003, bid: 120_001, ask: 120_005, ageMs: 100 } },
      ],
    },
  })
})
