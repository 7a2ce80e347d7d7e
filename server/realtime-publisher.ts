import type { Channel } from '#domain/channel.ts'
import { periods } from '#domain/market/candle.ts'
import { candlesChannel, classQuotesChannel, type QuoteView, quotesChannel } from '#domain/market/contract.ts'
import { classOfId, type InstrumentClass } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { bookChannel, ownBalanceChannel, ownOrdersChannel, tradesChannel } from '#domain/spot/contract.ts'
import type { Markets } from '#server/markets/service.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { Engine } from '#server/products/spot/engine.ts'
import { depthView, orderView, tradeView } from '#server/products/spot/views.ts'

/** Levels of each side of a book that sockets get. */
const LEVELS = 20
/** A book may change hundreds of times a second; it is published at most this often. */
const BOOK_EVERY_MS = 200

type Source = Pick<Markets, 'events' | 'quotes'>
type Books = Pick<Engine, 'subscribe' | 'depth'>

/**
 * Publishes what the markets and the engine tell: quotes, books, trades, candles, and each customer's own
 * orders. What nobody listens to is not made.
 *
 * Returns: how to stop.
 */
export function publishRealtime(realtime: Realtime, markets: Source, engine: Books): () => void {
  const waitingBooks = new Map<string, NodeJS.Timeout>()

  const stops = [
    markets.events.subscribe('quotes', (quotes) => {
      realtime.publish(quotesChannel, {}, [...quotes], { volatile: true })
      for (const [name, some] of byClass(quotes))
        realtime.publish(classQuotesChannel, { class: name }, some, { volatile: true })
    }),
    markets.events.subscribe('candles', ({ symbol, candles }) => {
      for (const period of periods) {
        const candle = candles[period]
        // Not volatile: quotes go out in the same tick, and of two volatile messages the second is dropped.
        if (candle && realtime.hasListeners(candlesChannel, { symbol, period }))
          realtime.publish(candlesChannel, { symbol, period }, { symbol, period, candle })
      }
    }),
    engine.subscribe((event) => {
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
    }),
  ]

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
    for (const stop of stops) stop()
    for (const timer of waitingBooks.values()) clearTimeout(timer)
  }
}

/** What a client gets on subscribing, so that it need not wait for the next change. */
export function snapshotFor(
  markets: Source,
  engine: Books,
  channel: Channel,
  params: Readonly<Record<string, unknown>>,
): unknown {
  if (channel === bookChannel) return bookOf(engine, String(params.symbol))
  if (channel === quotesChannel) return markets.quotes()
  if (channel !== classQuotesChannel) return undefined
  return markets.quotes().filter(({ classId }) => classOfId(classId) === params.class)
}

function bookOf(engine: Books, symbol: string) {
  const instrument = findInstrument(symbol)
  const depth = instrument && engine.depth(symbol)
  return depth && depthView(instrument, depth, LEVELS)
}

function byClass(quotes: readonly QuoteView[]): Map<InstrumentClass, QuoteView[]> {
  const classed = quotes.filter(({ classId }) => classOfId(classId) !== undefined)
  return Map.groupBy(classed, ({ classId }) => classOfId(classId)!)
}
