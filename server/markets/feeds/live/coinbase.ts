import type { FeedLog } from '../feed.ts'
import type { VenueFeed, VenueMarket } from './observer.ts'
import { type Followed, listOf, momentOf, replaceBook, type StreamLine, streamFeed } from './stream.ts'
import type { Transport } from './transport.ts'

/**
 * Coinbase Exchange: the book in batches, trades, and a heartbeat each second.
 *
 * Source: "Channels" of the venue's WebSocket feed. The book begins with a snapshot; a change has no number, but the
 * heartbeat names the newest trade. When a trade that one heartbeat named has not come by the next, messages were lost,
 * and the market is subscribed anew. The heartbeat also says that an unchanged book is the newest.
 */

type Change = readonly [side: 'buy' | 'sell', price: string, size: string]

interface Message {
  readonly type: string
  readonly product_id?: string
  readonly message?: string
  readonly reason?: string
  readonly time?: string
  readonly bids?: unknown
  readonly asks?: unknown
  readonly changes?: unknown
  readonly price?: string
  readonly size?: string
  readonly trade_id?: number
  readonly last_trade_id?: number
}

const CHANNELS = ['level2_batch', 'matches', 'heartbeat']

const asking = (type: 'subscribe' | 'unsubscribe', venueSymbol: string) => ({
  ...{ type, product_ids: [venueSymbol], channels: CHANNELS },
})

/** Follows Coinbase's books and trades. */
export function coinbaseFeed(options: {
  transport: Transport
  markets: readonly VenueMarket[]
  log: FeedLog
  idleMs?: number
  url?: string
}): VenueFeed {
  /** Of each market the newest trade that came, and the newest that a heartbeat named. */
  const trades = new Map<string, { came: number; named: number }>()

  function read(text: string, line: StreamLine) {
    const message = JSON.parse(text) as Message
    if (message.type === 'error') return line.log(`${message.message}: ${message.reason}`)
    const one = line.find(message.product_id)
    if (!one) return
    if (message.type === 'snapshot') begin(one, message)
    else if (message.type === 'l2update') change(one, message)
    else if (message.type === 'match' || message.type === 'last_match') trade(one, message)
    else if (message.type === 'heartbeat') beat(one, message, line)
  }

  function begin(one: Followed, { bids, asks }: Message) {
    replaceBook(one, bids, asks)
    one.isInStep = true
    trades.delete(one.venueSymbol)
  }

  function change(one: Followed, { changes, time = '' }: Message) {
    if (!one.isInStep) return
    for (const [side, price, size] of listOf<Change>(changes)) {
      if (side === 'buy') one.book.setBid(price, size)
      else one.book.setAsk(price, size)
    }
    one.observer.book(one.book, momentOf(Date.parse(time)))
  }

  function trade(one: Followed, { type, trade_id = 0, price = '', size = '' }: Message) {
    const known = trades.get(one.venueSymbol)
    trades.set(one.venueSymbol, { came: Math.max(trade_id, known?.came ?? 0), named: known?.named ?? 0 })
    // The last match of before the subscription was counted, or happened while nobody listened.
    one.observer.trade(price, type === 'match' ? size : '0')
  }

  function beat(one: Followed, { last_trade_id = 0, time = '' }: Message, line: StreamLine) {
    if (!one.isInStep) return
    const known = trades.get(one.venueSymbol)
    if (known && known.named > known.came) {
      line.log(`${one.venueSymbol} lost trades up to ${known.named}, subscribing anew`)
      one.isInStep = false
      one.book.clear()
      line.send(asking('unsubscribe', one.venueSymbol))
      line.send(asking('subscribe', one.venueSymbol))
      return
    }
    if (known) trades.set(one.venueSymbol, { ...known, named: last_trade_id })
    one.observer.book(one.book, momentOf(Date.parse(time)))
  }

  return streamFeed(
    {
      name: 'coinbase',
      url: options.url ?? 'wss://ws-feed.exchange.coinbase.com',
      subscribe: (venueSymbol) => [asking('subscribe', venueSymbol)],
      read,
    },
    options,
  )
}
