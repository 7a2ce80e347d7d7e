import { type Instrument, priceFromFeed } from '#domain/market/instrument.ts'
import type { Feed, TickSink } from '../feed.ts'
import type { VenueBook } from './venue-book.ts'

/** What a venue calls one of our instruments. */
export interface VenueMarket {
  readonly venueSymbol: string
  readonly instrument: Instrument
}

/** The feed of one venue. */
export interface VenueFeed extends Feed {
  /** Asks the venue for these too; what it follows already goes on undisturbed. */
  follow(markets: readonly VenueMarket[]): void
}

/** A venue may send a hundred updates a second; the tape records at most four. */
const MIN_PAUSE_MS = 250
/** An unchanged price is repeated after this long, so that it does not count as stale. */
const MAX_PAUSE_MS = 1_000

export interface Observer {
  /** Something traded. */
  trade(price: string, size: string): void
  /** The book was brought up to date; brings a tick when there is news, or none for a second. */
  book(book: VenueBook, sourceAtMs: number): void
}

/**
 * Turns trades and a followed book into ticks.
 *
 * The price is the last trade clamped to the current bid and ask, or the mid price before the first trade.
 */
export function observe({ instrument }: VenueMarket, source: string, sink: TickSink): Observer {
  let lastTrade: number | undefined
  let volume = 0
  let lastAtMs = Number.NEGATIVE_INFINITY
  let lastSeen = ''

  return {
    trade(price, size) {
      lastTrade = priceFromFeed(instrument, price) ?? lastTrade
      volume += Number(size) || 0
    },

    book(book, sourceAtMs) {
      const bid = priceFromFeed(instrument, book.bids[0]?.price ?? '')
      const ask = priceFromFeed(instrument, book.asks[0]?.price ?? '')
      if (bid === undefined || ask === undefined) return
      // In either direction: a timestamp from the future does not block later ticks.
      const pauseMs = Math.abs(sourceAtMs - lastAtMs)
      if (pauseMs < MIN_PAUSE_MS) return
      const price =
        lastTrade === undefined ? Math.round((bid + ask) / 2) : Math.min(Math.max(lastTrade, bid), ask)
      const steps = Math.round(volume / Number(instrument.stepSize))
      const seen = `${price} ${bid} ${ask}`
      if (seen === lastSeen && steps === 0 && pauseMs < MAX_PAUSE_MS) return
      lastSeen = seen
      lastAtMs = sourceAtMs
      volume = 0
      sink({ symbol: instrument.symbol, price, bid, ask, volume: steps, sourceAtMs, source })
    },
  }
}

/**
 * Begins to follow the markets that are not followed yet, once there is where their ticks go.
 *
 * Returns: what the venue calls them.
 */
export function followNew<Followed>(
  followed: Map<string, Followed>,
  markets: readonly VenueMarket[],
  sink: TickSink | undefined,
  begin: (market: VenueMarket, sink: TickSink) => Followed,
): string[] {
  if (!sink) return []
  const fresh = markets.filter(({ venueSymbol }) => !followed.has(venueSymbol))
  for (const market of fresh) followed.set(market.venueSymbol, begin(market, sink))
  return fresh.map(({ venueSymbol }) => venueSymbol)
}
