import type { FeedLog, TickSink } from '../feed.ts'
import { type Connection, keepConnected } from './connection.ts'
import { followNew, type Observer, observe, type VenueFeed, type VenueMarket } from './observer.ts'
import type { Transport } from './transport.ts'
import { createVenueBook, type VenueBook } from './venue-book.ts'

/**
 * Binance spot (and Binance.US): one combined stream of depth, best price and trades.
 *
 * Source: "Live subscribing" and "How to manage a local order book correctly" of the venue's API documentation.
 * Streams are asked for by messages on the open connection, so that more can be asked for later. The stream
 * brings changes with first and last update id (U, u); a REST snapshot names the id it stands at. Changes
 * older than the snapshot are dropped, the first must reach over it, each next must follow the last.
 */

type PriceAndSize = readonly [price: string, size: string]

interface DepthDiff {
  readonly E: number
  readonly s: string
  readonly U: number
  readonly u: number
  readonly b: readonly PriceAndSize[]
  readonly a: readonly PriceAndSize[]
}

interface Snapshot {
  readonly lastUpdateId: number
  readonly bids: readonly PriceAndSize[]
  readonly asks: readonly PriceAndSize[]
}

/** What became of the changes; all of them end in one of the first two when nothing was lost. */
export interface BinanceStats {
  applied: number
  older: number
  gaps: number
  snapshots: number
}

export interface BinanceFeed extends VenueFeed {
  readonly stats: BinanceStats
  /** The followed book, for tests and depth displays; undefined while it is not in step. */
  bookOf(venueSymbol: string): { book: VenueBook; updateId: number } | undefined
  /** Called after every change that was applied. */
  onApplied?: (venueSymbol: string, updateId: number) => void
}

const SNAPSHOT_RETRY_MS = 1_000
/** More than a minute of changes without a snapshot: start again. */
const MAX_WAITING = 1_000

interface Followed {
  readonly market: VenueMarket
  readonly observer: Observer
  readonly book: VenueBook
  /** The id the book stands at; undefined while a snapshot is awaited. */
  updateId: number | undefined
  isAsking: boolean
  waiting: DepthDiff[]
}

/** Follows Binance's books and trades. `venue` names the source on the tape. */
export function binanceFeed(options: {
  transport: Transport
  markets: readonly VenueMarket[]
  log: FeedLog
  idleMs?: number
  venue?: string
  streamUrl?: string
  restUrl?: string
}): BinanceFeed {
  const { transport, log, venue = 'binance' } = options
  const streamUrl = options.streamUrl ?? 'wss://stream.binance.com:9443'
  const restUrl = options.restUrl ?? 'https://api.binance.com'
  const stats: BinanceStats = { applied: 0, older: 0, gaps: 0, snapshots: 0 }
  const followed = new Map<string, Followed>()
  let connection: Connection | undefined
  let generation = 0
  let requests = 0
  let sink: TickSink | undefined

  const feed: BinanceFeed = {
    stats,

    start(given) {
      sink = given
      add(options.markets)
      connection = keepConnected({
        transport,
        log,
        ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
        url: `${streamUrl}/stream`,
        onOpen() {
          beginAgain()
          ask([...followed.keys()])
        },
        onDown: beginAgain,
        onMessage: read,
      })
    },

    follow: (more) => ask(add(more)),

    stop() {
      generation++
      connection?.stop()
    },

    bookOf(venueSymbol) {
      const one = followed.get(venueSymbol)
      return one?.updateId === undefined ? undefined : { book: one.book, updateId: one.updateId }
    },
  }

  const add = (more: readonly VenueMarket[]): string[] =>
    followNew(followed, more, sink, (market, to) => ({
      market,
      observer: observe(market, venue, to),
      book: createVenueBook(),
      updateId: undefined,
      isAsking: false,
      waiting: [],
    }))

  /** Asks for the streams of these, where the connection is open. */
  function ask(venueSymbols: readonly string[]) {
    if (venueSymbols.length === 0) return
    const params = venueSymbols.flatMap((venueSymbol) =>
      ['depth@100ms', 'bookTicker', 'aggTrade'].map((name) => `${venueSymbol.toLowerCase()}@${name}`),
    )
    connection?.send(JSON.stringify({ method: 'SUBSCRIBE', params, id: ++requests }))
  }

  function beginAgain() {
    generation++
    for (const one of followed.values()) forget(one)
  }

  function forget(one: Followed) {
    one.updateId = undefined
    one.isAsking = false
    one.waiting = []
    one.book.clear()
  }

  function read(text: string) {
    const { stream, data, error } = JSON.parse(text) as {
      stream?: string
      data: unknown
      error?: { msg?: string }
    }
    if (error) log(`feed ${venue}: ${error.msg}`)
    if (stream === undefined) return
    if (stream.includes('@depth')) change(data as DepthDiff)
    else if (stream.endsWith('@aggTrade')) {
      const trade = data as { s: string; p: string; q: string }
      followed.get(trade.s)?.observer.trade(trade.p, trade.q)
    }
  }

  function change(diff: DepthDiff) {
    if (!isComplete(diff)) throw new TypeError('a change of a book without its numbers or levels')
    const one = followed.get(diff.s)
    if (one === undefined) return
    if (one.updateId === undefined) {
      one.waiting.push(diff)
      if (one.waiting.length > MAX_WAITING) one.waiting.shift()
      void askForSnapshot(one)
    } else {
      apply(one, diff)
    }
  }

  function apply(one: Followed, diff: DepthDiff) {
    const at = one.updateId
    if (at === undefined) return
    if (diff.u <= at) {
      stats.older++
      return
    }
    if (diff.U > at + 1) {
      stats.gaps++
      log(`feed ${venue}: ${diff.s} lost updates ${at + 1} to ${diff.U - 1}, asking for a snapshot`)
      forget(one)
      one.waiting.push(diff)
      void askForSnapshot(one)
      return
    }
    for (const [price, size] of diff.b) one.book.setBid(price, size)
    for (const [price, size] of diff.a) one.book.setAsk(price, size)
    one.updateId = diff.u
    stats.applied++
    feed.onApplied?.(diff.s, diff.u)
    one.observer.book(one.book, diff.E)
  }

  async function askForSnapshot(one: Followed) {
    if (one.isAsking) return
    one.isAsking = true
    const asked = generation
    const { venueSymbol } = one.market
    const url = `${restUrl}/api/v3/depth?symbol=${venueSymbol}&limit=1000`
    try {
      const snapshot = (await transport.getJson(url)) as Snapshot
      if (asked !== generation || one.updateId !== undefined) return
      one.isAsking = false
      take(one, snapshot)
    } catch (error) {
      log(`feed ${venue}: no snapshot of ${venueSymbol}: ${(error as Error).message}`)
      if (asked !== generation) return
      // Part of it may have been applied; it is not requested again early.
      one.updateId = undefined
      one.isAsking = true
      setTimeout(() => {
        if (asked !== generation) return
        one.isAsking = false
        void askForSnapshot(one)
      }, SNAPSHOT_RETRY_MS).unref()
    }
  }

  function take(one: Followed, snapshot: Snapshot) {
    if (!Number.isSafeInteger(snapshot.lastUpdateId)) throw new TypeError('a snapshot without its number')
    const waiting = one.waiting
    forget(one)
    for (const [price, size] of snapshot.bids) one.book.setBid(price, size)
    for (const [price, size] of snapshot.asks) one.book.setAsk(price, size)
    one.updateId = snapshot.lastUpdateId
    stats.snapshots++
    // A change that does not reach back to the snapshot means that the snapshot is too old: the first
    // such change asks for another, and the rest wait behind it.
    for (const diff of waiting) {
      if (one.updateId === undefined) one.waiting.push(diff)
      else apply(one, diff)
    }
  }

  return feed
}

/** A change without whole numbers would pass every comparison with the book's own. */
const isComplete = ({ U, u, b, a }: DepthDiff): boolean =>
  Number.isSafeInteger(U) && Number.isSafeInteger(u) && Array.isArray(b) && Array.isArray(a)
