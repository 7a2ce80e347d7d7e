import type { Channel } from '#domain/channel.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { type BookStep, bookSteps } from '#domain/spot/book-rows.ts'
import {
  bookChannel,
  bookRowsChannel,
  ownBalanceChannel,
  ownOrdersChannel,
  tradesChannel,
} from '#domain/spot/contract.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import { PUBLISHED_ROWS } from './books.ts'
import type { Engine } from './engine.ts'
import { bookDepth } from './service.ts'
import { depthView, orderView, tradeView } from './views.ts'

/** Levels of each side of a book that sockets get. */
const LEVELS = 20
/** A book may change hundreds of times a second; it is published at most this often. */
const BOOK_EVERY_MS = 200
/** How soon rows are asked for again that cannot be told while a batch is under way: between two batches they can. */
const ROWS_AGAIN_MS = 5

type Books = Pick<Engine, 'subscribe' | 'depth' | 'rows'>

/**
 * Publishes books and trades, and each customer's own orders. What nobody listens to is not made.
 *
 * Returns: how to stop.
 */
export function publishSpot(realtime: Realtime, engine: Books): () => void {
  const waitingBooks = new Map<string, NodeJS.Timeout>()

  const stop = engine.subscribe((event) => {
    if (event.kind === 'book') for (const step of bookSteps) scheduleBook(event.symbol, step)
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

  function scheduleBook(symbol: string, step: BookStep, inMs = BOOK_EVERY_MS) {
    const key = `${symbol} ${step}`
    if (waitingBooks.has(key) || !hasListeners(symbol, step)) return
    const send = () => {
      waitingBooks.delete(key)
      if (engine.rows(symbol, step)) publishBook(symbol, step)
      else if (engine.depth(symbol)) scheduleBook(symbol, step, ROWS_AGAIN_MS)
    }
    waitingBooks.set(key, setTimeout(send, inMs))
  }

  const hasListeners = (symbol: string, step: BookStep): boolean =>
    step === 1
      ? realtime.hasListeners(bookChannel, { symbol })
      : realtime.hasListeners(bookRowsChannel, { symbol, step: channelStep[step] })

  function publishBook(symbol: string, step: BookStep) {
    const book = bookOf(engine, symbol, step)
    if (!book) return
    if (step === 1) realtime.publish(bookChannel, { symbol }, book, { volatile: true })
    else realtime.publish(bookRowsChannel, { symbol, step: channelStep[step] }, book, { volatile: true })
  }

  return () => {
    stop()
    for (const timer of waitingBooks.values()) clearTimeout(timer)
  }
}

const channelStep = { 10: '10', 100: '100', 1000: '1000' } as const

/** A book for a client that has just subscribed to it. */
export const bookSnapshot = (
  engine: Books,
  channel: Channel,
  params: Readonly<Record<string, unknown>>,
): unknown => {
  if (channel === bookChannel) return bookOf(engine, String(params.symbol), 1)
  return channel === bookRowsChannel
    ? bookOf(engine, String(params.symbol), Number(params.step) as BookStep)
    : undefined
}

function bookOf(engine: Books, symbol: string, step: BookStep) {
  if (!findInstrument(symbol) || !engine.depth(symbol)) return undefined
  const { instrument, depth } = bookDepth({ engine }, symbol, step)
  return depthView(instrument, depth, step === 1 ? LEVELS : PUBLISHED_ROWS, step)
}
