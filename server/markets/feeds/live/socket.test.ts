import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket as TcpSocket } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { findInstrument } from '#domain/market/instruments.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import type { RawTick } from '../feed.ts'
import { isRecordedDataHere, recordedDataFolder } from '../recorded-data.ts'
import { binanceFeed } from './binance.ts'
import { keepConnected } from './connection.ts'
import { readRecording } from './recording.ts'
import { networkTransport } from './transport.ts'
import { createVenueBook } from './venue-book.ts'

/** How long a venue may be silent here: longer than a slow machine takes to connect to it. */
const IDLE_MS = 500

const folder = join(recordedDataFolder, 'recordings')

interface Diff {
  readonly U: number
  readonly u: number
  readonly b: readonly (readonly [string, string])[]
  readonly a: readonly (readonly [string, string])[]
}

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A venue on a local port that plays the recorded session of NKNUSDT, as slowly or brokenly as told. */
async function startVenue() {
  const lines = readRecording(join(folder, 'BINANCE.ws.1.0.gz')).filter(
    ({ kind, text }) => kind === 'received' && text.includes('"nknusdt@depth@100ms"'),
  )
  const recorded = readRecording(join(folder, 'BINANCE.http.0.0.gz')).find(({ url }) =>
    url.includes('NKNUSDT'),
  )
  const snapshot = JSON.parse(recorded?.text ?? '') as {
    lastUpdateId: number
    bids: [string, string][]
    asks: [string, string][]
  }
  // The venue's own truth, brought forward with every change whether anybody hears it or not.
  const book = createVenueBook()
  for (const [price, size] of snapshot.bids) book.setBid(price, size)
  for (const [price, size] of snapshot.asks) book.setAsk(price, size)
  let updateId = snapshot.lastUpdateId
  let next = 0
  let client: WebSocket | undefined
  let connections = 0
  let snapshots = 0

  const http: Server = createServer((_, response) => {
    snapshots++
    const side = (levels: typeof book.bids) => levels.map(({ price, size }) => [price, size])
    response.end(JSON.stringify({ lastUpdateId: updateId, bids: side(book.bids), asks: side(book.asks) }))
  })
  const sockets = new WebSocketServer({ server: http })
  sockets.on('connection', (socket) => {
    connections++
    client = socket
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  closing.push(
    () => new Promise((resolve) => http.close(resolve)),
    () => client?.terminate(),
    () => sockets.close(),
  )

  return {
    address: `127.0.0.1:${(http.address() as AddressInfo).port}`,
    book,
    updateId: () => updateId,
    remaining: () => lines.length - next,
    connections: () => connections,
    snapshots: () => snapshots,
    /** Lets the next changes happen; `isSent` says whether they are sent. */
    play(count: number, isSent = true) {
      for (const line of lines.slice(next, next + count)) {
        const { data } = JSON.parse(line.text) as { data: Diff }
        if (data.u > updateId) {
          for (const [price, size] of data.b) book.setBid(price, size)
          for (const [price, size] of data.a) book.setAsk(price, size)
          updateId = data.u
        }
        if (isSent) client?.send(line.text)
      }
      next += count
    },
    cut: () => client?.terminate(),
  }
}

describe.skipIf(!isRecordedDataHere)('a real socket that breaks', () => {
  it('comes back by itself, and the book is whole again after lost changes', async () => {
    const venue = await startVenue()
    const btc = findInstrument('BTC-USDT') ?? expect.fail()
    const ticks: RawTick[] = []
    const feed = binanceFeed({
      transport: networkTransport,
      markets: [{ venueSymbol: 'NKNUSDT', instrument: { ...btc, tickSize: '0.0001', stepSize: '1' } }],
      log: () => {},
      streamUrl: `ws://${venue.address}`,
      restUrl: `http://${venue.address}`,
    })
    closing.push(() => feed.stop())
    feed.start((tick) => ticks.push(tick))
    const inStep = () =>
      vi.waitFor(() => {
        expect(feed.bookOf('NKNUSDT')?.updateId).toBe(venue.updateId())
        expect(feed.bookOf('NKNUSDT')?.book.bids).toEqual(venue.book.bids)
        expect(feed.bookOf('NKNUSDT')?.book.asks).toEqual(venue.book.asks)
      }, TIMEOUT)

    await expect.poll(venue.connections, TIMEOUT).toBe(1)
    venue.play(40)
    await inStep()

    // The line is cut, ten changes happen unheard, the client comes back and asks anew.
    venue.cut()
    venue.play(10, false)
    await expect.poll(venue.connections, TIMEOUT).toBe(2)
    venue.play(30)
    await inStep()
    expect(venue.snapshots()).toBe(2)
    expect(feed.stats.gaps).toBe(0)

    // Three changes are lost on a line that stays up: the numbers tell.
    venue.play(3, false)
    venue.play(20)
    await inStep()
    expect(feed.stats.gaps).toBe(1)
    expect(venue.snapshots()).toBe(3)

    venue.play(venue.remaining())
    await inStep()
    expect(ticks.length).toBeGreaterThan(5)
    expect(ticks.every(({ bid, ask }) => bid <= ask)).toBe(true)
  })

  it('is dropped and opened anew when it goes silent', async () => {
    const venue = await startVenue()
    const log: string[] = []
    const connection = keepConnected({
      transport: networkTransport,
      url: `ws://${venue.address}/stream`,
      log: (line) => log.push(line),
      onOpen() {},
      onMessage() {},
      onDown() {},
      idleMs: IDLE_MS,
    })
    closing.push(() => connection.stop())
    await expect.poll(venue.connections, TIMEOUT).toBeGreaterThan(1)
    expect(log.join('\n')).toMatch(/silent for 0.5 s/)
  })
})

describe('a venue that takes the connection and never answers', () => {
  it('is left after the time that silence has, said once, and tried again', async () => {
    const lines = new Set<TcpSocket>()
    const mute = createTcpServer((line) => lines.add(line.on('error', () => {})))
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    closing.push(() => {
      for (const line of lines) line.destroy()
      return new Promise((resolve) => mute.close(resolve))
    })
    const log: string[] = []
    const connection = keepConnected({
      transport: networkTransport,
      url: `ws://127.0.0.1:${(mute.address() as AddressInfo).port}/stream`,
      log: (line) => log.push(line),
      onOpen() {},
      onMessage() {},
      onDown() {},
      idleMs: IDLE_MS,
    })
    closing.push(() => connection.stop())
    await expect.poll(() => lines.size, TIMEOUT).toBeGreaterThan(2)
    expect(log).toEqual([
      expect.stringMatching(/silent for 0.5 s/),
      expect.stringMatching(/no connection, trying again until there is one/),
    ])
  })
})

describe('a venue that cannot be reached', () => {
  it('is tried again with growing, uneven pauses, and said once', async () => {
    vi.useFakeTimers()
    closing.push(() => vi.useRealTimers())
    const log: string[] = []
    const tries: number[] = []
    let draws = 0
    const connection = keepConnected({
      transport: {
        connect(_, { onClose }) {
          tries.push(Date.now())
          queueMicrotask(onClose)
          return { send() {}, close() {} }
        },
        getJson: () => Promise.reject(new Error('no network')),
      },
      url: 'wss://venue.test/stream',
      log: (line) => log.push(line),
      onOpen() {},
      onMessage() {},
      onDown() {},
      random: () => (draws++ % 2) * 0.5,
    })
    closing.push(() => connection.stop())
    await vi.advanceTimersByTimeAsync(120_000)
    // Half of 250, three quarters of 500, half of 1,000, three quarters of 2,000: ceilings double.
    const waits = tries.slice(1).map((atMs, index) => atMs - (tries[index] ?? atMs))
    expect(waits.slice(0, 4)).toEqual([125, 375, 500, 1_500])
    expect(Math.max(...waits)).toBeLessThanOrEqual(30_000)
    expect(log).toEqual(['feed venue.test: no connection, trying again until there is one'])
  })
})
