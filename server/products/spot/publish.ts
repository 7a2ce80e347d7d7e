import type { Channel } from '#domain/channel.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { type BookStep, bookSteps, MAX_BOOK_ROWS, rowStepOf } from '#domain/spot/book-rows.ts'
import {
  bookChannel,
  bookRowsChannel,
  type DepthView,
  ownOrdersChannel,
  tradesChannel,
} from '#domain/spot/contract.ts'
import type { BalancePublisher } from '#server/core/ledger/balance-publisher.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { Engine } from './engine.ts'
import { depthView, orderView, tradeView } from './views.ts'

/** Levels of each side of a book that sockets get. */
const LEVELS = 20
/** A book may change hundreds of times a second; it is published at most this often. */
const BOOK_EVERY_MS = 200

/** What an order of an instrument pays with, receives and is charged in. */
function currenciesOf(symbol: string): readonly string[] {
  const { base, quote } = findInstrument(symbol)!
  return [base, quote]
}

type Books = Pick<Engine, 'subscribe' | 'rows'>

/**
 * Publishes books and trades, and each customer's own orders. What nobody listens to is not made.
 *
 * Returns: how to stop.
 */
export function publishSpot(
  realtime: Realtime,
  engine: Books,
  balances: Pick<BalancePublisher, 'tell'>,
): () => void {
  const waitingBooks = new Map<string, NodeJS.Timeout>()

  const stop = engine.subscribe((event) => {
    if (event.kind === 'book') for (const step of bookSteps) scheduleBook(event.symbol, step)
    else if (event.kind === 'trades') {
      const { symbol } = event
      const instrument = findInstrument(symbol)!
      const trades = event.trades.map((trade) => tradeView(instrument, trade, trade.takerSide, event.atMs))
      realtime.publish(tradesChannel, { symbol }, { symbol, trades })
    } else if (event.kind === 'orders') {
      realtime.publishTo(event.customer, ownOrdersChannel, event.orders.map(orderView))
      const currencies = event.orders.flatMap(({ symbol }) => currenciesOf(symbol))
      balances.tell(event.customer, 'spot', [...new Set(currencies)])
    }
  })

  function scheduleBook(symbol: string, step: BookStep) {
    const key = `${symbol} ${step}`
    const name = rowStepOf(step)
    const hasListeners =
      name === undefined
        ? realtime.hasListeners(bookChannel, { symbol })
        : realtime.hasListeners(bookRowsChannel, { symbol, step: name })
    if (waitingBooks.has(key) || !hasListeners) return
    const send = async () => {
      const book = await bookOf(engine, symbol, step)
      // Not where it was stopped meanwhile.
      if (!waitingBooks.delete(key) || !book) return
      if (name === undefined) realtime.publish(bookChannel, { symbol }, book, { volatile: true })
      else realtime.publish(bookRowsChannel, { symbol, step: name }, book, { volatile: true })
    }
    waitingBooks.set(
      key,
      setTimeout(() => void send(), BOOK_EVERY_MS),
    )
  }

  return () => {
    stop()
    for (const timer of waitingBooks.values()) clearTimeout(timer)
    waitingBooks.clear()
  }
}

/** A book for a client that has just subscribed to it; undefined of what is no channel of books. */
export const bookSnapshot = (
  engine: Books,
  channel: Channel,
  params: Readonly<Record<string, unknown>>,
): Promise<DepthView | undefined> | undefined => {
  if (channel === bookChannel) return bookOf(engine, String(params.symbol), 1)
  return channel === bookRowsChannel
    ? bookOf(engine, String(params.symbol), Number(params.step) as BookStep)
    : undefined
}

async function bookOf(engine: Books, symbol: string, step: BookStep): Promise<DepthView | undefined> {
  const depth = await engine.rows(symbol, step)
  const instrument = findInstrument(symbol)
  return depth && instrument && depthView(instrument, depth, step === 1 ? LEVELS : MAX_BOOK_ROWS, step)
}
