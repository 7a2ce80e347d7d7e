import { symbolsOf } from '#web/features/contract/contract-market.ts'
import { useIsStale, useQuote } from '#web/features/quotes/quotes.ts'

/** Why nothing is decided at a price of an instrument now, as the engine would refuse it; undefined where it is. */
export function useNoPrice(symbol: string): 'MARKET_SESSION_CLOSED' | 'PRICE_STALE' | undefined {
  const [own, pair = own] = symbolsOf(symbol) as readonly [string, string?]
  const [isStale, isPairStale] = [useIsStale(own), useIsStale(pair)]
  const isOpen = useQuote(symbol, (quote) => quote?.isOpen ?? true)
  if (!isOpen) return 'MARKET_SESSION_CLOSED'
  return isStale || isPairStale ? 'PRICE_STALE' : undefined
}
