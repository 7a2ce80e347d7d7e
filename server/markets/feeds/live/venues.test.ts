import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { findInstrument } from '#domain/market/instruments.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import type { RawTick } from '../feed.ts'
import { bitstampFeed } from './bitstamp.ts'
import { coinbaseFeed } from './coinbase.ts'
import { checksum, krakenFeed } from './kraken.ts'
import type { VenueFeed, VenueMarket } from './observer.ts'
import { okxFeed } from './okx.ts'
import { networkTransport, type Transport } from './transport.ts'
import { createVenueBook } from './venue-book.ts'

/** The adapters on real sockets, against servers on this machine that speak as each venue's documentation says. */

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** How long a venue may be silent here: longer than a slow machine takes to answer. */
const IDLE_MS = 1_000

interface Said {
  readonly [name: string]: unknown
}

/** A venue on a local port: what it was told, and what it says. An empty answer to a ping is none. */
async function startVenue(answerPing?: (text: string) => string | undefined) {
  const http = createServer()
  const sockets = new WebSocketServer({ server: http })
  const said: Said[] = []
  let client: WebSocket | undefined
  let connections = 0
  let pings = 0
  sockets.on('connection', (socket) => {
    connections++
    client = socket
    socket.on('message', (data) => {
      const answer = answerPing?.(String(data))
      if (answer === undefined) return said.push(JSON.parse(String(data)) as Said)
      pings++
      if (answer !== '') socket.send(answer)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  closing.push(
    () => new Promise((resolve) => http.close(resolve)),
    () => sockets.close(),
    () => {
      for (const each of sockets.clients) each.terminate()
    },
  )
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    said,
    connections: () => connections,
    pings: () => pings,
    say(...messages: readonly object[]) {
      for (const message of messages) client?.send(JSON.stringify(message))
    },
    cut: () => client?.terminate(),
  }
}

interface Venue {
  readonly open: (options: {
    transport: Transport
    markets: readonly VenueMarket[]
    log: (line: string) => void
    idleMs?: number
    url: string
  }) => VenueFeed
  readonly symbol: string
  /** How often it is told something for one market. */
  readonly asks: number
  /** What it says of a book with this best bid, an ask 0.10 above it and a trade at the ask. */
  readonly quotes: (bid: number, atMs: number) => object[]
  readonly refuses: object
  readonly answerPing?: (text: string) => string | undefined
}

const pair = (bid: number): [bid: string, ask: string] => [bid.toFixed(2), (bid + 0.1).toFixed(2)]
const isoOf = (atMs: number) => new Date(atMs).toISOString().replace('Z', '000Z')
let trades = 0

const okx: Venue = {
  ...{ open: okxFeed, symbol: 'BTC-USDT', asks: 1 },
  quotes(bid, atMs) {
    const [below, above] = pair(bid)
    const arg = (channel: string) => ({ channel, instId: 'BTC-USDT' })
    const trade = {
      instId: 'BTC-USDT',
      tradeId: `${++trades}`,
      px: above,
      sz: '0.5',
      side: 'buy',
      ts: `${atMs}`,
    }
    const best = {
      asks: [[above, '2', '0', '1']],
      bids: [[below, '1', '0', '2']],
      ts: `${atMs}`,
      seqId: atMs,
    }
    return [
      { event: 'subscribe', arg: arg('bbo-tbt'), connId: 'a4d3ae55' },
      { arg: arg('trades'), data: [trade] },
      { arg: arg('bbo-tbt'), data: [best] },
    ]
  },
  refuses: {
    event: 'error',
    code: '60018',
    msg: 'Wrong URL or channel:bbo-tbt,instId:NO-USDT',
    connId: 'a4d3',
  },
  answerPing: (text) => (text === 'ping' ? 'pong' : undefined),
}

const bitstamp: Venue = {
  ...{ open: bitstampFeed, symbol: 'btcusdt', asks: 2 },
  quotes(bid, atMs) {
    const [below, above] = pair(bid)
    const time = { timestamp: `${Math.floor(atMs / 1_000)}`, microtimestamp: `${atMs}000` }
    const trade = { id: ++trades, amount_str: '0.50000000', price_str: above, type: 0, ...time }
    const book = { bids: [[below, '1.00000000']], asks: [[above, '2.00000000']], ...time }
    return [
      { event: 'bts:subscription_succeeded', channel: 'order_book_btcusdt', data: {} },
      { event: 'trade', channel: 'live_trades_btcusdt', data: trade },
      { event: 'data', channel: 'order_book_btcusdt', data: book },
    ]
  },
  refuses: { event: 'bts:error', channel: '', data: { code: null, message: 'Bad subscription string.' } },
  answerPing: (text) =>
    text.includes('bts:heartbeat')
      ? JSON.stringify({ event: 'bts:heartbeat', channel: '', data: { status: 'success' } })
      : undefined,
}

const ofCoinbase = (type: string, atMs: number, more: object) => ({
  ...{ type, product_id: 'BTC-USDT', time: isoOf(atMs), ...more },
})
const coinbase: Venue = {
  ...{ open: coinbaseFeed, symbol: 'BTC-USDT', asks: 1 },
  quotes(bid, atMs) {
    const [below, above] = pair(bid)
    const levels = { bids: [['1.00', '9']], asks: [['90000.00', '9']] }
    const trade = { trade_id: ++trades, price: above, size: '0.5', side: 'sell', sequence: 50 }
    const changes = [['buy', below, '1'] as const, ['sell', above, '2'] as const]
    return [
      { type: 'subscriptions', channels: [{ name: 'level2_batch', product_ids: ['BTC-USDT'] }] },
      ofCoinbase('last_match', atMs, { ...trade, trade_id: trades - 1 }),
      ofCoinbase('snapshot', atMs, levels),
      ofCoinbase('match', atMs, trade),
      ofCoinbase('l2update', atMs, { changes }),
    ]
  },
  refuses: { type: 'error', message: 'Failed to subscribe', reason: 'NO-USDT is not a valid product' },
}

const kraken: Venue = {
  ...{ open: krakenFeed, symbol: 'XBT/USDT', asks: 2 },
  quotes(bid, atMs) {
    const [below, above] = pair(bid)
    const time = (atMs / 1_000).toFixed(6)
    const book = createVenueBook()
    book.setBid(below, '1.00000000')
    book.setAsk(above, '2.00000000')
    const snapshot = { as: [[above, '1.00000000', time]], bs: [[below, '1.00000000', time]] }
    const change = { a: [[above, '2.00000000', time]], c: `${checksum(book)}` }
    return [
      { event: 'systemStatus', status: 'online', version: '1.9.0' },
      { event: 'heartbeat' },
      [1, [[above, '0.5', time, 'b', 'l', '']], 'trade', 'XBT/USDT'],
      [2, snapshot, 'book-10', 'XBT/USDT'],
      [2, change, 'book-10', 'XBT/USDT'],
    ]
  },
  refuses: {
    ...{ errorMessage: 'Currency pair not supported NO/USDT', event: 'subscriptionStatus', pair: 'NO/USDT' },
    ...{ status: 'error', subscription: { name: 'book' } },
  },
}

const AT_MS = Date.parse('2022-12-13T15:00:00Z')

async function follow({ open, symbol, answerPing }: Venue, idleMs?: number) {
  const venue = await startVenue(answerPing)
  const instrument = findInstrument('BTC-USDT') ?? expect.fail()
  const ticks: RawTick[] = []
  const log: string[] = []
  const feed = open({
    ...{ transport: networkTransport, markets: [{ venueSymbol: symbol, instrument }], url: venue.url },
    ...{ log: (line: string) => log.push(line), ...(idleMs === undefined ? {} : { idleMs }) },
  })
  closing.push(() => feed.stop())
  feed.start((tick) => ticks.push(tick))
  return { venue, ticks, log, feed, instrument }
}

describe.each(Object.entries({ okx, bitstamp, coinbase, kraken }))('%s', (name, one) => {
  it('is asked for the market, and its best prices come with what was traded', async () => {
    const { venue, ticks, log } = await follow(one)
    await expect.poll(() => venue.said.length, TIMEOUT).toBe(one.asks)
    expect(JSON.stringify(venue.said)).toContain(one.symbol)
    venue.say(one.refuses, ...one.quotes(17_000, AT_MS))
    await expect.poll(() => ticks.length, TIMEOUT).toBe(1)
    expect(ticks).toMatchObject([
      { price: 1_700_010, bid: 1_700_000, ask: 1_700_010, volume: 50_000, source: name, sourceAtMs: AT_MS },
    ])
    // What it refuses is said, and the rest goes on.
    expect(log.filter((line) => /Wrong URL|Bad sub|not a valid|not supported/.test(line))).toHaveLength(1)
    expect(venue.connections()).toBe(1)
  })

  it('comes back after the line is cut, asks anew, and goes by what it is told then', async () => {
    const { venue, ticks } = await follow(one)
    await expect.poll(() => venue.said.length, TIMEOUT).toBe(one.asks)
    venue.say(...one.quotes(17_000, AT_MS))
    await expect.poll(() => ticks.length, TIMEOUT).toBe(1)
    venue.cut()
    await expect.poll(() => venue.said.length, TIMEOUT).toBe(2 * one.asks)
    expect(venue.connections()).toBe(2)
    // The best bid of before is gone: nothing of the old book is left under the new one.
    venue.say(...one.quotes(16_000, AT_MS + 60_000))
    await expect.poll(() => ticks.at(-1)?.sourceAtMs, TIMEOUT).toBe(AT_MS + 60_000)
    expect(ticks.at(-1)).toMatchObject({ bid: 1_600_000, ask: 1_600_010 })
    expect(ticks.every(({ bid, price, ask }) => bid <= price && price <= ask)).toBe(true)
  })

  it('asks for what is listed later on the connection that is open', async () => {
    const { venue, feed, instrument } = await follow(one)
    await expect.poll(() => venue.said.length, TIMEOUT).toBe(one.asks)
    for (const _ of [1, 2]) feed.follow([{ venueSymbol: 'OTHER', instrument }])
    await expect.poll(() => venue.said.length, TIMEOUT).toBe(2 * one.asks)
    expect(JSON.stringify(venue.said.slice(one.asks))).toContain('OTHER')
    expect(venue.connections()).toBe(1)
  })
})

describe.each(Object.entries({ okx, bitstamp }))('%s, while nothing happens', (_, one) => {
  it('is asked for a sign of life, and kept while it gives one', async () => {
    const { venue } = await follow(one, IDLE_MS)
    await expect.poll(venue.pings, TIMEOUT).toBeGreaterThan(2)
    expect(venue.connections()).toBe(1)
  })

  it('is left when it gives none', async () => {
    const answerPing = (text: string) => (one.answerPing?.(text) === undefined ? undefined : '')
    const { venue } = await follow({ ...one, answerPing }, IDLE_MS)
    await expect.poll(venue.connections, TIMEOUT).toBeGreaterThan(1)
    expect(venue.pings()).toBeGreaterThan(0)
  })
})

describe('coinbase', () => {
  const beat = (atMs: number, last: number) =>
    ofCoinbase('heartbeat', atMs, { last_trade_id: last, sequence: 90 })

  it('says by its heartbeat that an unchanged book is the newest', async () => {
    const { venue, ticks } = await follow(coinbase)
    await expect.poll(() => venue.said.length, TIMEOUT).toBe(1)
    venue.say(...coinbase.quotes(17_000, AT_MS), beat(AT_MS + 1_000, trades), beat(AT_MS + 2_000, trades))
    await expect
      .poll(() => ticks.map(({ sourceAtMs }) => sourceAtMs - AT_MS), TIMEOUT)
      .toEqual([0, 1_000, 2_000])
    expect(new Set(ticks.map(({ bid }) => bid))).toEqual(new Set([1_700_000]))
  })

  it('is subscribed anew when a trade that its heartbeat named did not come by the next', async () => {
    const { venue, ticks, log } = await follow(coinbase)
    await expect.poll(() => venue.said.length, TIMEOUT).toBe(1)
    const next = trades + 1
    venue.say(...coinbase.quotes(17_000, AT_MS), beat(AT_MS + 1_000, next + 1), beat(AT_MS + 2_000, next + 1))
    await expect
      .poll(() => venue.said.map(({ type }) => type), TIMEOUT)
      .toEqual(['subscribe', 'unsubscribe', 'subscribe'])
    expect(log.at(-1)).toMatch(/BTC-USDT lost trades up to/)
    // A change without the book that it changes is none.
    const change = { changes: [['buy', '17001.00', '1']] }
    venue.say(ofCoinbase('l2update', AT_MS + 3_000, change), beat(AT_MS + 3_500, next + 1))
    venue.say(...coinbase.quotes(16_000, AT_MS + 4_000))
    await expect.poll(() => ticks.at(-1)?.sourceAtMs, TIMEOUT).toBe(AT_MS + 4_000)
    expect(ticks.map(({ bid }) => bid)).not.toContain(1_700_100)
    expect(ticks.at(-1)).toMatchObject({ bid: 1_600_000 })
  })

  it('is not, when the trade only comes behind the heartbeat', async () => {
    const { venue, ticks } = await follow(coinbase)
    await expect.poll(() => venue.said.length, TIMEOUT).toBe(1)
    const next = trades + 1
    const late = { trade_id: next + 1, price: '17000.10', size: '0.5', side: 'sell', sequence: 51 }
    venue.say(...coinbase.quotes(17_000, AT_MS), beat(AT_MS + 1_000, next + 1))
    venue.say(ofCoinbase('match', AT_MS + 1_000, late), beat(AT_MS + 2_000, next + 1))
    await expect.poll(() => ticks.at(-1)?.sourceAtMs, TIMEOUT).toBe(AT_MS + 2_000)
    expect(venue.said).toHaveLength(1)
  })
})

it.each([
  [
    'okx',
    okx,
    { event: 'notice', code: '64008', msg: 'The connection will soon be closed for a service upgrade.' },
  ],
  ['bitstamp', bitstamp, { event: 'bts:request_reconnect', channel: '', data: '' }],
])('%s is connected to anew when it asks for that', async (_, one, message) => {
  const { venue } = await follow(one)
  await expect.poll(() => venue.said.length, TIMEOUT).toBe(one.asks)
  venue.say(message)
  await expect.poll(() => venue.said.length, TIMEOUT).toBe(2 * one.asks)
  expect(venue.connections()).toBe(2)
})
