import { symbolsOf } from '#web/features/contract/contract-market.ts'
import { useIsStale, useQuote } from '#web/features/quotes/quotes.ts'
import { useIsUnpriced } from '#web/features/quotes/use-is-unpriced.ts'

/** Why nothing is decided at a price of an instrument now, as the engine would refuse it; undefined where it is. */
export function useNoPrice(
  symbol: string,
): 'MARKET_SESSION_CLOSED' | 'NO_LIVE_PRICE' | 'PRICE_STALE' | undefined {
  const [own, pair = own] = symbolsOf(symbol) as readonly [string, string?]
  const [isStale, isPairStale] = [useIsStale(own), useIsStale(pair)]
  const isUnpriced = useIsUnpriced(own)
  const isOpen = useQuote(symbol, (quote) => quote?.isOpen ?? true)
  if (!isOpen) return 'MARKET_SESSION_CLOSED'
  if (isUnpriced) return 'NO_LIVE_PRICE'
  return isStale || isPairStale ? 'PRICE_STALE' : undefined
}
