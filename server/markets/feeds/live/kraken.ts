import { crc32 } from 'node:zlib'
import type { FeedLog, TickSink } from '../feed.ts'
import { type Connection, keepConnected } from './connection.ts'
import { followNew, type Observer, observe, type VenueFeed, type VenueMarket } from './observer.ts'
import type { Transport } from './transport.ts'
import { createVenueBook, type Level, type VenueBook } from './venue-book.ts'

/**
 * Kraken's websocket, version 1: book with checksums, and trades.
 *
 * Source: the venue's "book checksum" guide. Every change carries a CRC32 over the ten best levels of
 * both sides; when ours differs something was lost, and the book is subscribed anew.
 */

type BookEntry = readonly [price: string, size: string, time: string, republished?: string]
type TradeEntry = readonly [price: string, size: string, time: string, ...rest: string[]]

interface BookPart {
  readonly as?: readonly BookEntry[]
  readonly bs?: readonly BookEntry[]
  readonly a?: readonly BookEntry[]
  readonly b?: readonly BookEntry[]
  readonly c?: string
}

export interface KrakenStats {
  checksumsRight: number
  checksumsWrong: number
  snapshots: number
}

export interface KrakenFeed extends VenueFeed {
  readonly stats: KrakenStats
  /** The followed book; undefined while it is not in step. */
  bookOf(venueSymbol: string): VenueBook | undefined
}

const CHECKSUM_LEVELS = 10
const DEFAULT_DEPTH = 10

interface Followed {
  readonly observer: Observer
  readonly book: VenueBook
  isInStep: boolean
}

/** Follows Kraken's books and trades. */
export function krakenFeed(options: {
  transport: Transport
  markets: readonly VenueMarket[]
  log: FeedLog
  idleMs?: number
  url?: string
  depth?: number
  channels?: readonly ('book' | 'trade')[]
}): KrakenFeed {
  const { transport, log, url = 'wss://ws.kraken.com', depth = DEFAULT_DEPTH } = options
  const channels = options.channels ?? ['book', 'trade']
  const stats: KrakenStats = { checksumsRight: 0, checksumsWrong: 0, snapshots: 0 }
  const followed = new Map<string, Followed>()
  let connection: Connection | undefined
  let sink: TickSink | undefined

  const subscription = (name: 'book' | 'trade') => (name === 'book' ? { name, depth } : { name })
  const send = (event: 'subscribe' | 'unsubscribe', name: 'book' | 'trade', pair: readonly string[]) =>
    connection?.send(JSON.stringify({ event, pair, subscription: subscription(name) }))

  const add = (more: readonly VenueMarket[]): string[] =>
    followNew(followed, more, sink, (market, to) => ({
      observer: observe(market, 'kraken', to),
      book: createVenueBook(),
      isInStep: false,
    }))

  /** Asks for the books and trades of these, where the connection is open. */
  function ask(pairs: readonly string[]) {
    if (pairs.length > 0) for (const channel of channels) send('subscribe', channel, pairs)
  }

  function forgetAll() {
    for (const one of followed.values()) forget(one)
  }

  function forget(one: Followed) {
    one.isInStep = false
    one.book.clear()
  }

  function read(text: string) {
    const message = JSON.parse(text) as unknown
    if (!Array.isArray(message)) return announced(message as { event?: string; errorMessage?: string })
    const channel = String(message.at(-2))
    const pair = String(message.at(-1))
    const one = followed.get(pair)
    if (one === undefined) return
    if (channel === 'trade') {
      for (const [price, size] of message[1] as TradeEntry[]) one.observer.trade(price, size)
    } else if (channel.startsWith('book')) {
      // Changes of both sides come as two parts; the checksum stands in the last.
      changed(pair, one, message.slice(1, -2) as BookPart[])
    }
  }

  function announced({ event, errorMessage }: { event?: string; errorMessage?: string }) {
    if (event === 'subscriptionStatus' && errorMessage !== undefined) log(`feed kraken: ${errorMessage}`)
  }

  function changed(pair: string, one: Followed, parts: readonly BookPart[]) {
    const isSnapshot = parts.some((part) => part.as !== undefined || part.bs !== undefined)
    if (isSnapshot) {
      one.book.clear()
      one.isInStep = true
      stats.snapshots++
    }
    if (!one.isInStep) return
    let latest = 0
    for (const part of parts) {
      for (const [price, size, time] of part.bs ?? part.b ?? []) {
        one.book.setBid(price, size)
        latest = Math.max(latest, Number(time))
      }
      for (const [price, size, time] of part.as ?? part.a ?? []) {
        one.book.setAsk(price, size)
        latest = Math.max(latest, Number(time))
      }
    }
    one.book.truncate(depth)
    const expected = parts.find((part) => part.c !== undefined)?.c
    if (expected !== undefined && !isRight(pair, one, expected)) return
    one.observer.book(one.book, Math.round(latest * 1_000))
  }

  function isRight(pair: string, one: Followed, expected: string): boolean {
    if (checksum(one.book) === Number(expected)) {
      stats.checksumsRight++
      return true
    }
    stats.checksumsWrong++
    log(`feed kraken: the book of ${pair} does not match its checksum, subscribing anew`)
    forget(one)
    send('unsubscribe', 'book', [pair])
    send('subscribe', 'book', [pair])
    return false
  }

  return {
    stats,

    start(given) {
      sink = given
      add(options.markets)
      connection = keepConnected({
        transport,
        log,
        ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
        url,
        onOpen() {
          forgetAll()
          ask([...followed.keys()])
        },
        onDown: forgetAll,
        onMessage: read,
      })
    },

    follow: (more) => ask(add(more)),

    stop: () => connection?.stop(),

    bookOf(venueSymbol) {
      const one = followed.get(venueSymbol)
      return one?.isInStep ? one.book : undefined
    },
  }
}

/**
 * The venue's checksum of a book.
 *
 * Over the ten best asks, then the ten best bids: price and size without the point and without leading
 * zeros, joined.
 */
export function checksum(book: Pick<VenueBook, 'asks' | 'bids'>): number {
  const digits = (text: string) => text.replace('.', '').replace(/^0+/, '')
  const side = (levels: readonly Level[]) =>
    levels
      .slice(0, CHECKSUM_LEVELS)
      .map(({ price, size }) => digits(price) + digits(size))
      .join('')
  return crc32(side(book.asks) + side(book.bids))
}
