import type { FeedLog } from '../feed.ts'
import type { VenueFeed, VenueMarket } from './observer.ts'
import { momentOf, replaceBook, type StreamLine, type StreamVenue, streamFeed } from './stream.ts'
import type { Transport } from './transport.ts'

/**
 * Bitstamp, version 2: the best hundred levels of the book, and trades.
 *
 * Source: "WebSocket API v2" of the venue. Each message of the book has the whole of it, so one that is lost costs nothing. The
 * venue asks for a new connection (bts:request_reconnect) before it closes one, and answers a heartbeat.
 */

interface Message {
  readonly event?: string
  readonly channel?: string
  readonly data?: {
    readonly microtimestamp?: string
    readonly bids?: unknown
    readonly asks?: unknown
    readonly price_str?: string
    readonly amount_str?: string
    readonly message?: string
  }
}

const BOOK = 'order_book_'
const TRADES = 'live_trades_'

/** Follows Bitstamp's books and trades. */
export const bitstampFeed = (options: {
  transport: Transport
  markets: readonly VenueMarket[]
  log: FeedLog
  idleMs?: number
  url?: string
}): VenueFeed => streamFeed({ ...bitstamp, ...(options.url ? { url: options.url } : {}) }, options)

const bitstamp: StreamVenue = {
  name: 'bitstamp',
  url: 'wss://ws.bitstamp.net',
  ping: JSON.stringify({ event: 'bts:heartbeat' }),
  subscribe: (venueSymbol) =>
    [BOOK, TRADES].map((prefix) => ({ event: 'bts:subscribe', data: { channel: prefix + venueSymbol } })),
  read,
}

function read(text: string, line: StreamLine) {
  const { event, channel = '', data } = JSON.parse(text) as Message
  if (event === 'bts:error') return line.log(data?.message ?? 'an error without a message')
  if (event === 'bts:request_reconnect') return line.restart()
  if (event === 'trade' && channel.startsWith(TRADES)) {
    line.find(channel.slice(TRADES.length))?.observer.trade(data?.price_str ?? '', data?.amount_str ?? '')
  } else if (event === 'data' && channel.startsWith(BOOK)) {
    const one = line.find(channel.slice(BOOK.length))
    if (!one) return
    replaceBook(one, data?.bids, data?.asks)
    one.observer.book(one.book, momentOf(Number(data?.microtimestamp) / 1_000))
  }
}
