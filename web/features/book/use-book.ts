import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { type BookStep, MAX_BOOK_ROWS, rowStepOf } from '#domain/spot/book-rows.ts'
import {
  bookChannel,
  bookRowsChannel,
  type DepthView,
  spotDepth,
  spotTrades,
  type TradeView,
  tradesChannel,
} from '#domain/spot/contract.ts'
import { useConnection } from '#web/app/connection.ts'
import { createLivePrices } from '#web/app/live-prices.ts'
import { subscribe } from '#web/app/socket.ts'
import { useApiQuery } from '#web/app/use-api.ts'

const FALLBACK_MS = 3_000
const RESYNC_MS = 30_000
const MAX_TRADES = 50

/** Whether a picture of a book takes the place of another: an answer that was long under way may be the older one. */
const replaces = (book: DepthView, known: DepthView): boolean =>
  book.step !== known.step || book.sequence >= known.sequence

const books = createLivePrices<DepthView>(undefined, replaces)

/** The order book of one instrument, live: the last picture of it, at most one a frame. */
export function useBook(symbol: string): DepthView | undefined {
  const isStale = useConnection((state) => state.isStale)
  const asked = useApiQuery(spotDepth, { symbol }, { refetchMs: isStale ? FALLBACK_MS : RESYNC_MS })

  useEffect(() => {
    if (asked.data) books.take([asked.data])
  }, [asked.data])
  useEffect(
    () => subscribe(bookChannel, { symbol }, (book) => book.symbol === symbol && books.take([book])),
    [symbol],
  )

  const follow = useCallback((listener: () => void) => books.subscribe(symbol, listener), [symbol])
  return useSyncExternalStore(follow, () => books.get(symbol))
}

const rows = createLivePrices<DepthView>(undefined, replaces)

/**
 * The order book of one instrument in rows of several ticks, live, as far as the server has them; undefined until they
 * have come, and of single ticks, which `useBook` has.
 */
export function useBookRows(symbol: string, step: BookStep): DepthView | undefined {
  const isStale = useConnection((state) => state.isStale)
  const asked = useApiQuery(
    spotDepth,
    { symbol, step: String(step), limit: String(MAX_BOOK_ROWS) },
    { refetchMs: isStale ? FALLBACK_MS : RESYNC_MS, enabled: step !== 1 },
  )

  useEffect(() => {
    if (asked.data && step !== 1) rows.take([asked.data])
  }, [asked.data, step])
  useEffect(() => {
    const name = rowStepOf(step)
    if (name === undefined) return undefined
    const wanted = ({ symbol: of, step: by }: DepthView) => of === symbol && by === step
    return subscribe(bookRowsChannel, { symbol, step: name }, (book) => wanted(book) && rows.take([book]))
  }, [symbol, step])

  const follow = useCallback((listener: () => void) => rows.subscribe(symbol, listener), [symbol])
  const book = useSyncExternalStore(follow, () => rows.get(symbol))
  // Of the step that was chosen before, until those of this one come.
  return book?.step === step ? book : undefined
}

interface TradeList {
  readonly symbol: string
  readonly list: readonly TradeView[]
}

const trades = createLivePrices<TradeList>()

/** The newest trades of one instrument, newest first, live. */
export function useTrades(symbol: string): readonly TradeView[] | undefined {
  const isStale = useConnection((state) => state.isStale)
  const asked = useApiQuery(
    spotTrades,
    { symbol, limit: String(MAX_TRADES) },
    { refetchMs: isStale ? FALLBACK_MS : RESYNC_MS },
  )

  useEffect(() => {
    if (asked.data) trades.take([{ symbol, list: asked.data.items }])
  }, [asked.data, symbol])
  useEffect(
    () =>
      subscribe(tradesChannel, { symbol }, (batch) => {
        if (batch.symbol !== symbol) return
        const known = trades.get(symbol)?.list ?? []
        trades.take([{ symbol, list: newestFirst(batch.trades.toReversed(), known) }])
      }),
    [symbol],
  )

  const follow = useCallback((listener: () => void) => trades.subscribe(symbol, listener), [symbol])
  return useSyncExternalStore(follow, () => trades.get(symbol)?.list)
}

/** Joins trades that just came, newest first, with those known, each once. */
export function newestFirst(fresh: readonly TradeView[], known: readonly TradeView[]): readonly TradeView[] {
  const seen = new Set(fresh.map(({ id }) => id))
  return [...fresh, ...known.filter(({ id }) => !seen.has(id))].slice(0, MAX_TRADES)
}
