import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { medianOf } from '#domain/market/sources.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import type { Feed, RawTick } from '../feed.ts'
import { openFeed } from '../open.ts'
import { createTickFilter } from '../tick-filter.ts'
import { keepConnected } from './connection.ts'
import { massiveFeed, massiveNameOf } from './massive.ts'
import { networkTransport, type SocketHandlers, type Transport } from './transport.ts'

/**
 * Stocks, ETFs, futures and currencies as the server asks for them, against a server on this machine that says what the vendor's
 * documentation says that it says, and what it should not. Time is the test's own.
 */

/** A Tuesday, 10:00 in New York: all markets are open. */
const TUESDAY = Date.parse('2022-12-13T15:00:00Z')
const SATURDAY = Date.parse('2022-12-17T15:00:00Z')
const KEY = 'a-key-of-the-test'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Asked {
  readonly path: string
  readonly action: string
  readonly params: string
}

let clock: VirtualClock
let ticks: RawTick[]
let lines: string[]
beforeEach(() => {
  clock = virtualClock(TUESDAY)
  ticks = []
  lines = []
})

/** The vendor on a local port: it takes one key, and says on each path what it is told to. */
async function startVendor({ refuses = () => false }: { refuses?: (path: string) => boolean } = {}) {
  const http = createServer()
  const sockets = new WebSocketServer({ server: http })
  const asked: Asked[] = []
  const clients = new Map<string, WebSocket>()
  let connections = 0
  const status = (to: WebSocket, name: string, message: string) =>
    to.send(JSON.stringify([{ ev: 'status', status: name, message }]))
  sockets.on('connection', (socket, request) => {
    const path = request.url ?? ''
    connections++
    clients.set(path, socket)
    status(socket, 'connected', 'Connected Successfully')
    socket.on('message', (data) => {
      const said = JSON.parse(String(data)) as Omit<Asked, 'path'>
      asked.push({ path, ...said })
      if (said.action !== 'auth') {
        for (const name of said.params.split(',')) status(socket, 'success', `${said.action}d to: ${name}`)
      } else if (said.params === KEY && !refuses(path)) status(socket, 'auth_success', 'authenticated')
      else {
        status(socket, 'auth_failed', `authentication failed for ${said.params}`)
        socket.close()
      }
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
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`
  return {
    url,
    asked,
    connections: () => connections,
    say: (path: string, ...events: readonly object[]) => clients.get(path)?.send(JSON.stringify(events)),
    sayText: (path: string, text: string) => clients.get(path)?.send(text),
    cut: (path: string) => clients.get(path)?.terminate(),
    paramsOf: (path: string, action: string) =>
      asked.filter((one) => one.path === path && one.action === action).map(({ params }) => params),
  }
}
type Vendor = Awaited<ReturnType<typeof startVendor>>

const instrumentOf = (symbol: string): Instrument => findInstrument(symbol) ?? expect.fail(symbol)

/** The feed as the setting opens it: the vendor is where it is here, and nobody else answers. */
function open(vendor: Vendor, symbols: readonly string[], key = KEY): Feed {
  const transport: Transport = {
    connect(url, handlers) {
      if (new URL(url).host !== 'socket.massive.com') return { send() {}, close() {} }
      return networkTransport.connect(url.replace('wss://socket.massive.com', vendor.url), handlers)
    },
    getJson: () => Promise.reject(new Error('nobody answers')),
  }
  const feed = openFeed({
    ...{ setting: { kind: 'live', sources: ['binance', 'okx', 'bitstamp'], massiveKey: key }, seed: 0 },
    ...{ instruments: () => symbols.map(instrumentOf), clock, transport },
    ...{ log: (line: string) => lines.push(line), lastPrice: () => undefined },
  })
  closing.push(() => feed.stop())
  feed.start((tick) => ticks.push(tick))
  return feed
}

let number = 0
const at = () => ({ t: clock.nowMs(), q: ++number })
const stock = (bid: number, ask: number, more: object = {}) => ({
  ...{ ev: 'Q', sym: 'AAPL', bx: 4, bp: bid, bs: 1, ax: 7, ap: ask, as: 2, c: 0, z: 3, ...at(), ...more },
})

/** Apple at the vendor, followed. */
async function followApple() {
  const vendor = await startVendor()
  const feed = open(vendor, ['AAPL'])
  await expect.poll(() => vendor.paramsOf('/stocks', 'subscribe'), TIMEOUT).toEqual(['Q.AAPL,T.AAPL'])
  const filter = createTickFilter()
  /** What is said next, when it has come: each tick as the tape takes it, a held one with why. */
  const hear = async (...events: readonly object[]) => {
    const before = ticks.length
    // Behind what is said comes something else: what is said has been read when that has.
    const mark = `mark ${++number}`
    vendor.say('/stocks', ...events, { ev: 'status', status: 'note', message: mark })
    await expect.poll(() => lines.some((line) => line.endsWith(mark)), TIMEOUT).toBe(true)
    feed.step?.(clock.nowMs())
    return ticks.slice(before).map((tick) => {
      const verdict = filter.classify(tick, clock.nowMs())
      return 'use' in verdict ? tick.price : 'hold' in verdict ? verdict.why : verdict.drop
    })
  }
  return { vendor, feed, hear }
}

it('asks each socket for what it has, by its own names, after the key is taken', async () => {
  const vendor = await startVendor()
  open(vendor, ['AAPL', 'SPY', 'ES', 'GC', 'EUR-USD', 'XAU-USD', 'USD-CNH', 'BTC-USDT'])
  await expect.poll(() => vendor.asked.length, TIMEOUT).toBe(6)
  expect(vendor.paramsOf('/stocks', 'subscribe')).toEqual(['Q.AAPL,T.AAPL,Q.SPY,T.SPY'])
  expect(vendor.paramsOf('/futures', 'subscribe')).toEqual(['Q.ESH3,T.ESH3,Q.GCG3,T.GCG3'])
  expect(vendor.paramsOf('/forex', 'subscribe')).toEqual(['C.EUR-USD,C.XAU-USD,C.USD-CNH'])
  for (const path of ['/stocks', '/futures', '/forex']) {
    expect(vendor.paramsOf(path, 'auth')).toEqual([KEY])
    expect(vendor.asked.filter((one) => one.path === path)[0]?.action).toBe('auth')
  }
  expect(massiveNameOf(instrumentOf('BTC-USDT'), TUESDAY)).toBeUndefined()
})

it('makes prices of quotes and trades, each named by its source', async () => {
  const vendor = await startVendor()
  const feed = open(vendor, ['AAPL', 'ES', 'EUR-USD', 'XAU-USD'])
  await expect.poll(() => vendor.asked.length, TIMEOUT).toBe(6)
  vendor.say(
    '/stocks',
    { ev: 'T', sym: 'AAPL', x: 4, i: '12345', z: 3, p: 145.46, s: 100, c: [12], ...at() },
    stock(145.44, 145.48),
  )
  // Prices of futures come as texts.
  vendor.say('/futures', {
    ...{
      ev: 'Q',
      sym: 'ESH3',
      bp: '4023.25',
      bs: 3,
      bt: TUESDAY,
      ap: '4023.75',
      as: 5,
      at: TUESDAY,
      t: TUESDAY,
    },
  })
  vendor.say('/forex', { ev: 'C', p: 'EUR/USD', x: 48, a: 1.0634, b: 1.0632, t: TUESDAY })
  vendor.say('/forex', { ev: 'C', p: 'XAU/USD', x: 48, a: 1811.2, b: 1810.8, t: TUESDAY })
  await expect
    .poll(() => {
      feed.step?.(clock.nowMs())
      return ticks.length
    }, TIMEOUT)
    .toBe(4)
  const of = (symbol: string) => ticks.find((tick) => tick.symbol === symbol)
  expect(of('AAPL')).toMatchObject({
    price: 14_546,
    bid: 14_544,
    ask: 14_548,
    volume: 10_000,
    source: 'median',
  })
  expect(of('AAPL')?.sources).toEqual({
    ...{ freshMs: 5_000, maxDeviationBps: 50, minimum: 1 },
    named: [{ source: 'massive', quote: { price: 14_546, bid: 14_544, ask: 14_548, ageMs: 0 } }],
  })
  expect(of('ES')).toMatchObject({ price: 16_094, bid: 16_093, ask: 16_095 })
  expect(of('ES')?.sources?.named[0]?.source).toBe('massive ESH3')
  expect(of('EUR-USD')).toMatchObject({ bid: 106_320, ask: 106_340, price: 106_330, volume: 0 })
  expect(of('EUR-USD')?.sources).toMatchObject({ freshMs: 3_000 })
  expect(of('XAU-USD')).toMatchObject({ bid: 181_080, ask: 181_120 })
  for (const tick of ticks) expect(createTickFilter().classify(tick, clock.nowMs())).toHaveProperty('use')
})

describe('what the vendor says wrong', () => {
  it('T36: a spike is held until it is confirmed, and a quote that is crossed is no price', async () => {
    const { hear } = await followApple()
    expect(await hear(stock(145.44, 145.46))).toEqual([14_545])
    clock.advance(300)
    expect(await hear(stock(174.5, 174.54))).toEqual(['jump'])
    clock.advance(300)
    expect(await hear(stock(145.44, 145.46))).toEqual([14_545])
    clock.advance(300)
    expect(await hear(stock(145.5, 145.4))).toEqual(['sources'])
    clock.advance(300)
    // A side that nobody is on.
    expect(await hear(stock(0, 145.46), { ...stock(1, 1), bp: undefined })).toEqual([])
    expect(await hear(stock(145.44, 145.46))).toEqual([14_545])
  })

  it('late, twice and from the future is not heard, and blocks nothing that comes after it', async () => {
    const { hear } = await followApple()
    const first = stock(145.44, 145.46)
    expect(await hear(first)).toEqual([14_545])
    clock.advance(300)
    expect(await hear(first, first)).toEqual([])
    expect(await hear(stock(140, 140.02, { t: TUESDAY - 1_000 }))).toEqual([])
    expect(await hear(stock(150, 150.02, { t: clock.nowMs() + 3_600_000 }))).toEqual([])
    expect(lines.join('\n')).toMatch(/AAPL of massive is from the future/)
    expect(await hear(stock(145.46, 145.48))).toEqual([14_547])
    // Numbers begin anew with the day; time goes on.
    clock.advance(300)
    expect(await hear(stock(145.48, 145.5, { q: 1 }))).toEqual([14_549])
  })

  it('T26: the same again and again, or something old, is no price that is traded on', async () => {
    const { hear } = await followApple()
    const frozen = stock(145.44, 145.46)
    expect(await hear(frozen)).toEqual([14_545])
    for (let n = 0; n < 24; n++) {
      clock.advance(250)
      expect(await hear(frozen)).toEqual([])
    }
    // A plan whose prices come fifteen minutes late.
    expect(await hear(stock(145.6, 145.62, { t: clock.nowMs() - 900_000 }))).toEqual([])
    clock.advance(300)
    const late = { t: clock.nowMs() - 5_001 }
    expect(await hear(stock(145.6, 145.62, late))).toEqual(['sources'])
    expect(medianOf(ticks.at(-1)!.sources!).states).toEqual(['old'])
    clock.advance(300)
    expect(await hear(stock(145.6, 145.62, { t: clock.nowMs() - 5_000 }))).toEqual([14_561])
  })

  it.each([
    '{"ev":"Q"}',
    'no json',
    '[null]',
    '[{"ev":"Q","sym":"AAPL","bp":145,"ap":146}]',
    '[{"ev":"T","sym":"AAPL","p":145,"s":1,"t":"noon"}]',
  ])('cannot be read: %s. It is connected to anew, and what comes then counts', async (text) => {
    const { vendor, hear } = await followApple()
    vendor.sayText('/stocks', text)
    await expect.poll(() => vendor.paramsOf('/stocks', 'subscribe').length, TIMEOUT).toBe(2)
    expect(lines.filter((line) => /could not be read/.test(line))).toHaveLength(1)
    expect(await hear(stock(145.44, 145.46))).toEqual([14_545])
  })

  it('counts no trade twice, nor one that says nothing', async () => {
    const { hear } = await followApple()
    const trade = { ev: 'T', sym: 'AAPL', p: 145.45, s: 3, ...at() }
    const odd = { ev: 'T', sym: 'AAPL', p: 'much', s: 'some', ...at() }
    expect(await hear(trade, trade, odd, stock(145.44, 145.48))).toEqual([14_545])
    expect(ticks.at(-1)?.volume).toBe(300)
  })
})

describe('a line that breaks', () => {
  it('is opened again, the key told and everything asked for again; a gap is jumped over', async () => {
    const { vendor, hear } = await followApple()
    expect(await hear(stock(145.44, 145.46))).toEqual([14_545])
    vendor.cut('/stocks')
    await expect.poll(() => vendor.paramsOf('/stocks', 'subscribe').length, TIMEOUT).toBe(2)
    expect(vendor.paramsOf('/stocks', 'auth')).toEqual([KEY, KEY])
    clock.advance(600_000)
    expect(await hear(stock(147, 147.02))).toEqual([14_701])
  })

  it('that nobody mends leaves no price, and no instrument without a source', async () => {
    const { feed, hear, vendor } = await followApple()
    expect(await hear(stock(145.44, 145.46))).toEqual([14_545])
    vendor.cut('/stocks')
    const before = ticks.length
    for (let n = 0; n < 40; n++) {
      clock.advance(250)
      feed.step?.(clock.nowMs())
    }
    expect(ticks.length).toBe(before)
    // It may come back: the instrument is not one without a source.
    expect(feed.canPrice?.(instrumentOf('AAPL'))).toBe(true)
  })
})

describe('a key that is refused', () => {
  it('is said in one line that does not have it; its instruments have no live price, and others go on', async () => {
    const vendor = await startVendor({ refuses: (path) => path === '/futures' })
    const feed = open(vendor, ['AAPL', 'ES', 'NQ', 'BTC-USDT'])
    await expect.poll(() => feed.canPrice?.(instrumentOf('ES')), TIMEOUT).toBe(false)
    await expect.poll(() => vendor.paramsOf('/stocks', 'subscribe').length, TIMEOUT).toBe(1)
    expect(lines.filter((line) => line.includes('refused'))).toEqual([
      'feed massive: the key is refused for futures (authentication failed for …): they have no live price from it',
    ])
    expect(lines.join('\n')).not.toContain(KEY)
    const priced = ['AAPL', 'ES', 'NQ', 'BTC-USDT', 'EUR-USD'].map((symbol) =>
      feed.canPrice?.(instrumentOf(symbol)),
    )
    expect(priced).toEqual([true, false, false, true, true])
    // It is not tried again at once: three sockets, and each was told the key once.
    expect(vendor.connections()).toBe(2)
  })

  it('without one, what only the vendor has cannot have a price', () => {
    const instruments = ['AAPL', 'SPY', 'ES', 'XAU-USD', 'USD-CNH', 'EUR-USD', 'BTC-USDT']
    const feed = openFeed({
      ...{ setting: { kind: 'live', sources: ['binance', 'kraken', 'okx'] }, seed: 0, clock, log() {} },
      ...{ instruments: () => [], lastPrice: () => undefined },
    })
    const priced = instruments.filter((symbol) => feed.canPrice?.(instrumentOf(symbol)))
    expect(priced).toEqual(['EUR-USD', 'BTC-USDT'])
  })

  it('with it a pair of currencies that Kraken has too needs both', async () => {
    const vendor = await startVendor({ refuses: (path) => path === '/forex' })
    const feed = openFeed({
      ...{
        setting: { kind: 'live', sources: ['binance', 'kraken', 'okx'], massiveKey: KEY },
        seed: 0,
        clock,
      },
      ...{ instruments: () => [instrumentOf('EUR-USD')], log() {}, lastPrice: () => undefined },
      transport: {
        connect(url, handlers) {
          const { host, pathname } = new URL(url)
          if (host !== 'socket.massive.com') return { send() {}, close() {} }
          return networkTransport.connect(vendor.url + pathname, handlers)
        },
        getJson: () => Promise.reject(new Error('nobody answers')),
      },
    })
    closing.push(() => feed.stop())
    expect(feed.canPrice?.(instrumentOf('EUR-USD'))).toBe(true)
    feed.start(() => {})
    await expect.poll(() => feed.canPrice?.(instrumentOf('EUR-USD')), TIMEOUT).toBe(false)
  })
})

/** A vendor in this process, for what only time brings. */
function vendorAtHand(url = 'wss://socket.massive.com') {
  const sockets: { handlers: SocketHandlers; path: string; said: string[] }[] = []
  const transport: Transport = {
    connect(address, handlers) {
      const one = { handlers, path: new URL(address).pathname, said: [] as string[] }
      sockets.push(one)
      return { send: (text) => one.said.push(text), close() {} }
    },
    getJson: () => Promise.reject(new Error('not asked')),
  }
  const say = (n: number, ...events: readonly object[]) =>
    sockets[n]?.handlers.onMessage(JSON.stringify(events))
  const follow = (symbols: readonly string[]) => {
    const markets = () =>
      symbols.map((symbol) => {
        const instrument = instrumentOf(symbol)
        return { venueSymbol: massiveNameOf(instrument, clock.nowMs()) ?? expect.fail(), instrument }
      })
    const feed = massiveFeed({
      transport,
      markets: markets(),
      log: (line) => lines.push(line),
      key: KEY,
      clock,
      url,
    })
    closing.push(() => feed.stop())
    feed.start((tick) => ticks.push(tick))
    return { feed, followAgain: () => feed.follow(markets()) }
  }
  const begin = (n: number) => {
    sockets[n]?.handlers.onOpen()
    say(n, { ev: 'status', status: 'connected', message: 'Connected Successfully' })
    say(n, { ev: 'status', status: 'auth_success', message: 'authenticated' })
  }
  return { sockets, say, follow, begin }
}

it('a future changes to its next contract over a weekend: the old one is left and not heard any more', () => {
  clock = virtualClock(Date.parse('2022-12-09T15:00:00Z'))
  const { sockets, say, follow, begin } = vendorAtHand()
  const { followAgain } = follow(['ES'])
  begin(0)
  const of = (sym: string, bid: number) => ({ ev: 'Q', sym, bp: bid, ap: bid + 0.25, t: clock.nowMs() })
  say(0, of('ESZ2', 4_000))
  followAgain()
  expect(sockets[0]?.said.slice(1)).toEqual(['{"action":"subscribe","params":"Q.ESZ2,T.ESZ2"}'])
  clock.advance(Date.parse('2022-12-11T23:00:01Z') - clock.nowMs())
  followAgain()
  followAgain()
  expect(sockets[0]?.said.slice(2)).toEqual([
    '{"action":"unsubscribe","params":"Q.ESZ2,T.ESZ2"}',
    '{"action":"subscribe","params":"Q.ESH3,T.ESH3"}',
  ])
  say(0, of('ESZ2', 4_001), of('ESH3', 4_030))
  expect(ticks.map(({ source, bid }) => [source, bid])).toEqual([
    ['massive ESZ2', 16_000],
    ['massive ESH3', 16_120],
  ])
  expect(sockets).toHaveLength(1)
})

it('whoever takes the connection over is not fought for it, and one that comes and goes is said once an hour', () => {
  vi.useFakeTimers()
  closing.push(() => vi.useRealTimers())
  const { sockets, say, follow, begin } = vendorAtHand()
  follow(['AAPL'])
  begin(0)
  const taken = {
    ev: 'status',
    status: 'max_connections',
    message: 'Maximum number of websocket connections exceeded.',
  }
  say(0, taken)
  vi.advanceTimersByTime(59_000)
  expect(sockets).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect(sockets).toHaveLength(2)
  begin(1)
  say(1, taken)
  const said = () => lines.filter((line) => line.includes('took over'))
  expect(said()).toHaveLength(1)
  clock.advance(3_600_000)
  vi.advanceTimersByTime(60_000)
  begin(2)
  say(2, taken)
  expect(said()).toHaveLength(2)
})

it('a key that is refused is tried again after ten minutes, and then counts', () => {
  vi.useFakeTimers()
  closing.push(() => vi.useRealTimers())
  const { sockets, say, follow, begin } = vendorAtHand()
  const { feed } = follow(['AAPL'])
  sockets[0]?.handlers.onOpen()
  say(0, { ev: 'status', status: 'connected' })
  say(0, { ev: 'status', status: 'auth_failed', message: 'authentication failed' })
  // That the vendor closes it then changes nothing.
  sockets[0]?.handlers.onClose()
  expect(feed.canPrice?.(instrumentOf('AAPL'))).toBe(false)
  vi.advanceTimersByTime(599_000)
  expect(sockets).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  begin(1)
  expect(feed.canPrice?.(instrumentOf('AAPL'))).toBe(true)
})

describe('silence', () => {
  const IDLE = 15_000
  it('of an open market ends the connection; while all its markets are closed it is kept, and what is said then is no price', () => {
    vi.useFakeTimers()
    closing.push(() => vi.useRealTimers())
    const { sockets, follow, begin } = vendorAtHand()
    follow(['AAPL'])
    begin(0)
    vi.advanceTimersByTime(IDLE + 500)
    expect(sockets).toHaveLength(2)
    begin(1)
    clock.advance(SATURDAY - clock.nowMs())
    vi.advanceTimersByTime(20 * IDLE)
    expect(sockets).toHaveLength(2)
  })

  it('that one keeps to is not a sign that it is well: pauses grow', () => {
    vi.useFakeTimers()
    closing.push(() => vi.useRealTimers())
    const tries: number[] = []
    const connection = keepConnected({
      transport: {
        connect(_, handlers) {
          tries.push(Date.now())
          queueMicrotask(() => {
            handlers.onOpen()
            handlers.onMessage('hello')
            handlers.onClose()
          })
          return { send() {}, close() {} }
        },
        getJson: () => Promise.reject(new Error('not asked')),
      },
      ...{
        url: 'wss://venue.test',
        log() {},
        onOpen() {},
        onDown() {},
        onMessage: () => false,
        random: () => 1,
      },
    })
    closing.push(() => connection.stop())
    return vi.advanceTimersByTimeAsync(4_000).then(() => {
      expect(tries.slice(1).map((atMs, n) => atMs - tries[n]!)).toEqual([250, 500, 1_000, 2_000])
    })
  })
})

it('before and after hours nothing that the vendor says is a price', async () => {
  clock = virtualClock(Date.parse('2022-12-13T21:30:00Z'))
  const { hear } = await followApple()
  expect(await hear(stock(146, 146.02))).toEqual([])
  clock.advance(Date.parse('2022-12-14T14:30:00Z') - clock.nowMs())
  expect(await hear(stock(146, 146.02))).toEqual([14_601])
})
