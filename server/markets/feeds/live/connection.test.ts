import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Feed, RawTick } from '../feed.ts'
import { binanceFeed } from './binance.ts'
import { bitstampFeed } from './bitstamp.ts'
import { coinbaseFeed } from './coinbase.ts'
import { krakenFeed } from './kraken.ts'
import { okxFeed } from './okx.ts'
import type { SocketHandlers, Transport } from './transport.ts'

const instrument = findInstrument('BTC-USDT') ?? expect.fail()
const market = { venueSymbol: 'BTCUSDT', instrument }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A venue in this process: what it says arrives at once, and its lines are counted. */
function venueAtHand() {
  const lines: SocketHandlers[] = []
  const transport: Transport = {
    connect(_, handlers) {
      lines.push(handlers)
      queueMicrotask(handlers.onOpen)
      return { send() {}, close() {} }
    },
    getJson: async () => ({ lastUpdateId: 10, bids: [['17777.99', '1']], asks: [['17778.01', '1']] }),
  }
  return { transport, lines: () => lines.length, emit: (text: string) => lines.at(-1)?.onMessage(text) }
}

interface Venue {
  readonly open: (transport: Transport, log: string[]) => Feed
  readonly nonsense: readonly unknown[]
  /** One message, or several of a venue whose messages are no lists. */
  readonly sense: unknown
  readonly isSeveral?: true
}

const binance: Venue = {
  open: (transport, log) => binanceFeed({ transport, markets: [market], log: (line) => log.push(line) }),
  nonsense: [
    { stream: 7, data: {} },
    { stream: 'btcusdt@aggTrade', data: null },
    { stream: 'btcusdt@depth@100ms', data: 'oops' },
    { stream: 'btcusdt@depth@100ms', data: { s: 'BTCUSDT', E: 1_000 } },
    { stream: 'btcusdt@depth@100ms', data: { s: 'BTCUSDT', E: 1_000, U: '9', u: '11', b: [], a: [] } },
    { stream: 'btcusdt@depth@100ms', data: { s: 'BTCUSDT', E: 1_000, U: 9, u: 11, b: {}, a: [] } },
  ],
  sense: { stream: 'btcusdt@depth@100ms', data: { s: 'BTCUSDT', E: 1_000, U: 9, u: 11, b: [], a: [] } },
}

const kraken: Venue = {
  open: (transport, log) => krakenFeed({ transport, markets: [market], log: (line) => log.push(line) }),
  nonsense: [
    [0, 5, 'trade', 'BTCUSDT'],
    [0, [null], 'trade', 'BTCUSDT'],
    [0, null, 'book-10', 'BTCUSDT'],
    [0, { as: 5, bs: [] }, 'book-10', 'BTCUSDT'],
    [0, { as: [null], bs: [] }, 'book-10', 'BTCUSDT'],
  ],
  sense: [0, { as: [['17778.01', '1', '1.0']], bs: [['17777.99', '1', '1.0']] }, ...['book-10', 'BTCUSDT']],
}

const bids = [['17777.99', '1']]
const asks = [['17778.01', '1']]
const ofOkx = (data: unknown) => ({ arg: { channel: 'bbo-tbt', instId: 'BTCUSDT' }, data })

const okx: Venue = {
  open: (transport, log) => okxFeed({ transport, markets: [market], log: (line) => log.push(line) }),
  nonsense: [
    { arg: { channel: 'trades', instId: 'BTCUSDT' }, data: 'oops' },
    ofOkx(null),
    ofOkx([null]),
    ofOkx([{ bids, asks: {}, ts: '1000' }]),
    ofOkx([{ bids, asks: [null], ts: '1000' }]),
    ofOkx([{ bids, asks, ts: 'noon' }]),
  ],
  sense: ofOkx([{ bids, asks, ts: '1000', seqId: 7 }]),
}

const ofBitstamp = (data: unknown) => ({ event: 'data', channel: 'order_book_BTCUSDT', data })

const bitstamp: Venue = {
  open: (transport, log) => bitstampFeed({ transport, markets: [market], log: (line) => log.push(line) }),
  nonsense: [
    ofBitstamp(null),
    ofBitstamp({ bids, asks: 5, microtimestamp: '1000000' }),
    ofBitstamp({ bids: [null], asks, microtimestamp: '1000000' }),
    ofBitstamp({ bids, asks, microtimestamp: 'noon' }),
  ],
  sense: ofBitstamp({ bids, asks, timestamp: '1', microtimestamp: '1000000' }),
}

const ofCoinbase = { product_id: 'BTCUSDT', time: '1970-01-01T00:00:01.000000Z' }

const coinbase: Venue = {
  open: (transport, log) => coinbaseFeed({ transport, markets: [market], log: (line) => log.push(line) }),
  nonsense: [
    { ...ofCoinbase, type: 'snapshot', bids, asks: 'oops' },
    { ...ofCoinbase, type: 'snapshot', bids: [null], asks },
    { ...ofCoinbase, type: 'snapshot', asks },
  ],
  sense: [
    { ...ofCoinbase, type: 'snapshot', bids, asks },
    { ...ofCoinbase, type: 'l2update', changes: [] },
  ],
  isSeveral: true,
}

describe.each(Object.entries({ binance, kraken, okx, bitstamp, coinbase }))(
  '%s',
  (_, { open, nonsense, sense, isSeveral }) => {
    beforeEach(() => {
      vi.useFakeTimers()
      closing.push(() => vi.useRealTimers())
    })

    const texts = ['<html>busy</html>', 'null', 'oops', '', ...nonsense.map((one) => JSON.stringify(one))]

    it.each(texts)('that says %s is said once, left, and listened to again', async (text) => {
      const venue = venueAtHand()
      const log: string[] = []
      const ticks: RawTick[] = []
      const feed = open(venue.transport, log)
      closing.push(() => feed.stop())
      feed.start((tick) => ticks.push(tick))
      await vi.advanceTimersByTimeAsync(0)
      venue.emit(text)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(venue.lines()).toBe(2)
      expect(log.filter((line) => line.includes('could not be read'))).toHaveLength(1)
      expect(ticks).toEqual([])

      for (const one of isSeveral ? (sense as unknown[]) : [sense]) venue.emit(JSON.stringify(one))
      await vi.advanceTimersByTimeAsync(0)
      expect(ticks).toMatchObject([{ bid: 1_777_799, ask: 1_777_801, sourceAtMs: 1_000 }])
    })

    it('that says nothing else is asked less and less often', async () => {
      const venue = venueAtHand()
      const feed = open(venue.transport, [])
      closing.push(() => feed.stop())
      feed.start(() => {})
      for (let step = 0; step < 6_000; step++) {
        await vi.advanceTimersByTimeAsync(10)
        venue.emit('oops')
      }
      // Waits of at least 125, 250, 500 ms and so on to 15 s: no more than nine fit into a minute.
      expect(venue.lines()).toBeLessThan(11)
    })
  },
)

describe('a snapshot that makes no sense', () => {
  it.each([
    {},
    null,
    { lastUpdateId: 'x', bids: [], asks: [] },
    { lastUpdateId: 10, bids: [null], asks: [] },
  ])('is asked for again a second later: %j', async (answer) => {
    vi.useFakeTimers()
    closing.push(() => vi.useRealTimers())
    const venue = venueAtHand()
    const sense = await venue.transport.getJson('')
    const answers = [answer]
    let asked = 0
    venue.transport.getJson = async () => {
      asked++
      return answers.length > 0 ? answers.pop() : sense
    }
    const ticks: RawTick[] = []
    const feed = binance.open(venue.transport, [])
    closing.push(() => feed.stop())
    feed.start((tick) => ticks.push(tick))
    await vi.advanceTimersByTimeAsync(0)
    for (let step = 0; step < 9; step++) {
      venue.emit(JSON.stringify(binance.sense))
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(asked).toBe(2)
    expect(ticks).toMatchObject([{ bid: 1_777_799, ask: 1_777_801 }])
  })
})
