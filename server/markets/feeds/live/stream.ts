import type { FeedLog, TickSink } from '../feed.ts'
import { type Connection, keepConnected } from './connection.ts'
import { followNew, type Observer, observe, type VenueFeed, type VenueMarket } from './observer.ts'
import type { Transport } from './transport.ts'
import { createVenueBook, type VenueBook } from './venue-book.ts'

/** A market that is followed on a venue's stream. */
export interface Followed {
  readonly venueSymbol: string
  readonly observer: Observer
  readonly book: VenueBook
  /** Whether the book is the venue's: from its snapshot on, where it is told by changes. */
  isInStep: boolean
}

/** What a venue's stream is like. */
export interface StreamVenue {
  /** The source on the tape. */
  readonly name: string
  readonly url: string
  /** What it answers when nothing else is to be said. */
  readonly ping?: string
  /** What asks for a market, a message each. */
  subscribe(venueSymbol: string): readonly object[]
  /**
   * Reads one message of the venue.
   *
   * Refuses: (by throwing) what cannot be read: the connection is opened anew.
   */
  read(text: string, line: StreamLine): void
}

/** What the reader of messages may do. */
export interface StreamLine {
  find(venueSymbol: unknown): Followed | undefined
  send(message: object): void
  /** Opens the connection anew. */
  restart(): void
  log(line: string): void
}

/** Follows a venue that says everything on one socket. What it asks for later comes on the connection that is open. */
export function streamFeed(
  venue: StreamVenue,
  options: { transport: Transport; markets: readonly VenueMarket[]; log: FeedLog; idleMs?: number },
): VenueFeed {
  const { transport, log, idleMs } = options
  const { name, url, ping } = venue
  const followed = new Map<string, Followed>()
  let connection: Connection | undefined
  let sink: TickSink | undefined

  const line: StreamLine = {
    find: (venueSymbol) => followed.get(String(venueSymbol)),
    send: (message) => connection?.send(JSON.stringify(message)),
    restart: () => connection?.restart(),
    log: (text) => log(`feed ${name}: ${text}`),
  }

  const add = (more: readonly VenueMarket[]): string[] =>
    followNew(followed, more, sink, (market, to) => ({
      venueSymbol: market.venueSymbol,
      observer: observe(market, name, to),
      book: createVenueBook(),
      isInStep: false,
    }))

  /** One message a market: a venue refuses the whole of one that names a market it does not have. */
  function ask(venueSymbols: readonly string[]) {
    for (const venueSymbol of venueSymbols) for (const one of venue.subscribe(venueSymbol)) line.send(one)
  }

  function forgetAll() {
    for (const one of followed.values()) {
      one.isInStep = false
      one.book.clear()
    }
  }

  return {
    start(given) {
      sink = given
      add(options.markets)
      connection = keepConnected({
        ...{ transport, log, url },
        ...(idleMs === undefined ? {} : { idleMs }),
        ...(ping === undefined ? {} : { ping }),
        onOpen() {
          forgetAll()
          ask([...followed.keys()])
        },
        onDown: forgetAll,
        onMessage: (text) => venue.read(text, line),
      })
    },
    follow: (more) => ask(add(more)),
    stop: () => connection?.stop(),
  }
}

type PriceAndSize = readonly [price: string, size: string, ...rest: string[]]

/**
 * Takes over the whole of a venue's book.
 *
 * Refuses: (by throwing) what are no lists.
 */
export function replaceBook({ book }: Followed, bids: unknown, asks: unknown): void {
  const [bidLevels, askLevels] = [listOf<PriceAndSize>(bids), listOf<PriceAndSize>(asks)]
  book.clear()
  for (const [price, size] of bidLevels) book.setBid(price, size)
  for (const [price, size] of askLevels) book.setAsk(price, size)
}

/** What a message has as a list; throws where it has something else. */
export function listOf<T>(value: unknown): readonly T[] {
  if (!Array.isArray(value)) throw new TypeError('a message without its list')
  return value as T[]
}

/** A moment in whole milliseconds; throws where it is none. */
export function momentOf(value: number): number {
  if (!Number.isFinite(value)) throw new TypeError('a message without its time')
  return Math.floor(value)
}
