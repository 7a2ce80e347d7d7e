import type { Channel } from '#domain/channel.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { bookChannel, ownBalanceChannel, ownOrdersChannel, tradesChannel } from '#domain/spot/contract.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { Engine } from './engine.ts'
import { depthView, orderView, tradeView } from './views.ts'

/** Levels of each side of a book that sockets get. */
const LEVELS = 20
/** A book may change hundreds of times a second; it is published at most this often. */
const BOOK_EVERY_MS = 200

type Books = Pick<Engine, 'subscribe' | 'depth'>

/**
 * Publishes books and trades, and each customer's own orders. What nobody listens to is not made.
 *
 * Returns: how to stop.
 */
export function publishSpot(realtime: Realtime, engine: Books): () => void {
  const waitingBooks = new Map<string, NodeJS.Timeout>()

  const stop = engine.subscribe((event) => {
    if (event.kind === 'book') scheduleBook(event.symbol)
    else if (event.kind === 'trades') {
      const { symbol } = event
      const instrument = findInstrument(symbol)!
      const trades = event.trades.map((trade) => tradeView(instrument, trade, trade.takerSide, event.atMs))
      realtime.publish(tradesChannel, { symbol }, { symbol, trades })
    } else {
      realtime.publishTo(event.customer, ownOrdersChannel, event.orders.map(orderView))
      realtime.publishTo(event.customer, ownBalanceChannel, {})
    }
  })

  function scheduleBook(symbol: string) {
    if (waitingBooks.has(symbol) || !realtime.hasListeners(bookChannel, { symbol })) return
    const send = () => {
      waitingBooks.delete(symbol)
      const book = bookOf(engine, symbol)
      if (book) realtime.publish(bookChannel, { symbol }, book, { volatile: true })
    }
    waitingBooks.set(symbol, setTimeout(send, BOOK_EVERY_MS))
  }

  return () => {
    stop()
    for (const timer of waitingBooks.values()) clearTimeout(timer)
  }
}

/** A book for a client that has just subscribed to it. */
export const bookSnapshot = (
  engine: Books,
  channel: Channel,
  params: Readonly<Record<string, unknown>>,
): unknown => (channel === bookChannel ? bookOf(engine, String(params.symbol)) : undefined)

function bookOf(engine: Books, symbol: string) {
  const instrument = findInstrument(symbol)
  const depth = instrument && engine.depth(symbol)
  return depth && depthView(instrument, depth, LEVELS)
}
