import { type Period, periods } from '#domain/market/candle.ts'
import type { QuoteView } from '#domain/market/contract.ts'
import { classOfId } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Markets } from '#server/markets/service.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { Engine } from '#server/products/spot/engine.ts'
import { depthView, orderView, tradeView } from '#server/products/spot/views.ts'

/** Levels of each side of a book that sockets get. */
const LEVELS = 20
/** A book changes hundreds of times a second under load; nobody reads more than this. */
const BOOK_EVERY_MS = 200

/**
 * Carries what the markets and the engine tell to the sockets: quotes by class, books, trades and
 * candles by instrument, and each customer's own orders. What nobody listens to is not made.
 *
 * Returns: how to stop.
 */
export function carryLive(realtime: Realtime, markets: Markets, engine: Engine): () => void {
  const waitingBooks = new Map<string, NodeJS.Timeout>()

  const stops = [
    markets.hub.subscribe('quotes', (quotes) => {
      realtime.toRoom('quotes', 'quotes', quotes, { volatile: true })
      for (const [name, some] of byClass(quotes))
        realtime.toRoom(`quotes:${name}`, 'quotes', some, { volatile: true })
    }),
    markets.hub.subscribe('candles', ({ symbol, candles }) => {
      for (const period of periods) {
        const room = candleRoom(symbol, period)
        if (candles[period] && realtime.hasListeners(room)) {
          realtime.toRoom(room, 'candle', { symbol, period, candle: candles[period] }, { volatile: true })
        }
      }
    }),
    engine.subscribe((event) => {
      if (event.kind === 'book') sendBookSoon(event.symbol)
      else if (event.kind === 'trades') {
        const instrument = findInstrument(event.symbol)!
        const trades = event.trades.map((trade) => tradeView(instrument, trade, trade.takerSide, event.atMs))
        realtime.toRoom(`trades:${event.symbol}`, 'trades', { symbol: event.symbol, trades })
      } else {
        realtime.toCustomer(event.customer, 'order', event.orders.map(orderView))
        realtime.toCustomer(event.customer, 'balance', {})
      }
    }),
  ]

  function sendBookSoon(symbol: string) {
    if (waitingBooks.has(symbol) || !realtime.hasListeners(`book:${symbol}`)) return
    const send = () => {
      waitingBooks.delete(symbol)
      const greeting = greetBook(engine, symbol)
      if (greeting) realtime.toRoom(`book:${symbol}`, greeting.event, greeting.payload, { volatile: true })
    }
    waitingBooks.set(symbol, setTimeout(send, BOOK_EVERY_MS))
  }

  return () => {
    for (const stop of stops) stop()
    for (const timer of waitingBooks.values()) clearTimeout(timer)
  }
}

/** What a client gets on joining a room, so that it need not wait for the next change. */
export function greet(
  markets: Markets,
  engine: Engine,
  room: string,
): { event: string; payload: unknown } | undefined {
  const [kind, name] = room.split(':')
  if (kind === 'book' && name) return greetBook(engine, name)
  if (kind !== 'quotes') return undefined
  const quotes = markets.quotes()
  return { event: 'quotes', payload: name ? (byClass(quotes).get(name) ?? []) : quotes }
}

function greetBook(engine: Engine, symbol: string) {
  const instrument = findInstrument(symbol)
  const depth = instrument && engine.depth(symbol)
  return depth && { event: 'book', payload: depthView(instrument, depth, LEVELS) }
}

const candleRoom = (symbol: string, period: Period) => `candles:${symbol}:${period}`

function byClass(quotes: readonly QuoteView[]): Map<string, QuoteView[]> {
  return Map.groupBy(quotes, ({ classId }) => classOfId(classId) ?? 'other')
}
