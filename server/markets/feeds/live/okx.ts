import type { FeedLog } from '../feed.ts'
import type { VenueFeed, VenueMarket } from './observer.ts'
import { listOf, momentOf, replaceBook, type StreamLine, type StreamVenue, streamFeed } from './stream.ts'
import type { Transport } from './transport.ts'

/**
 * OKX, version 5: the best bid and ask, and trades.
 *
 * Source: "Order book channel" (bbo-tbt), "Trades channel" and "Connect" of the venue's API guide. Each message has the
 * whole of the best prices, so one that is lost costs nothing. A connection that brings nothing for 30 seconds is closed by the
 * venue, unless it is said "ping" before: it answers "pong", which is no JSON.
 */

interface Message {
  readonly event?: string
  readonly code?: string
  readonly msg?: string
  readonly arg?: { readonly channel?: string; readonly instId?: string }
  readonly data?: unknown
}

interface Best {
  readonly asks: unknown
  readonly bids: unknown
  readonly ts: string
}

/** Follows OKX's best prices and trades. */
export const okxFeed = (options: {
  transport: Transport
  markets: readonly VenueMarket[]
  log: FeedLog
  idleMs?: number
  url?: string
}): VenueFeed => streamFeed({ ...okx, ...(options.url ? { url: options.url } : {}) }, options)

const okx: StreamVenue = {
  name: 'okx',
  url: 'wss://ws.okx.com:8443/ws/v5/public',
  ping: 'ping',
  subscribe: (instId) => [
    { op: 'subscribe', args: ['bbo-tbt', 'trades'].map((channel) => ({ channel, instId })) },
  ],
  read,
}

function read(text: string, line: StreamLine) {
  if (text === 'pong') return
  const { event, code, msg, arg, data } = JSON.parse(text) as Message
  if (event === 'error') return line.log(`${msg} (${code})`)
  // The venue says so half a minute before it closes the connection for maintenance.
  if (event === 'notice') return line.restart()
  const one = line.find(arg?.instId)
  if (!one || data === undefined) return
  if (arg?.channel === 'trades') {
    for (const { px, sz } of listOf<{ px: string; sz: string }>(data)) one.observer.trade(px, sz)
  } else if (arg?.channel === 'bbo-tbt') {
    for (const { asks, bids, ts } of listOf<Best>(data)) {
      replaceBook(one, bids, asks)
      one.observer.book(one.book, momentOf(Number(ts)))
    }
  }
}
