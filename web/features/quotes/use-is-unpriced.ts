import { useQuote } from './quotes.ts'

/** Whether no source here has an instrument's price: it has no live one, and is not traded. */
export const useIsUnpriced = (symbol: string): boolean =>
  useQuote(symbol, (quote) => quote?.isPriced === false)
