import type { QuoteView } from '#domain/market/contract.ts'
import type { ClassId } from '#domain/market/instrument.ts'
import { useConnection } from '#web/app/connection.ts'
import { createLivePrices, useLive } from '#web/app/live-prices.ts'

/** All quotes the app has seen, live. */
export const quotes = createLivePrices<QuoteView>()

/** A part of one instrument's quote; the cell re-renders only when that part changes. */
export const useQuote = <Part extends string | number | boolean | undefined>(
  symbol: string,
  part: (quote: QuoteView | undefined) => Part,
): Part => useLive(quotes, symbol, part)

/** Whether an instrument's price is too old to trade on: its own ticks stopped, or the connection is lost. */
export function useIsStale(symbol: string): boolean {
  const isDown = useConnection((state) => state.isStale)
  const isOld = useQuote(symbol, (quote) => quote?.isStale ?? false)
  return isDown || isOld
}

/** The tabs of market classes in their order, by the wire's numbers; 100 is favourites. */
export const classTabs = [100, 0, 6, 3, 2, 9] as const satisfies readonly ClassId[]
