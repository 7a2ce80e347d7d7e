import type { BidAsk } from '#domain/contract/rules.ts'
import { type ContractTerms, contractTermsOf } from '#domain/contract/terms.ts'
import { assert } from '#domain/errors.ts'
import { type Instrument, parsePrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'

/** Bid and ask of a quote as the rules take them; undefined without both. */
export function tickOf(
  instrument: Instrument,
  quote: { readonly bid: string | null; readonly ask: string | null } | undefined,
): BidAsk | undefined {
  const [bid, ask] = [quote?.bid, quote?.ask].map((text) => text && parsePrice(instrument, text))
  return bid && ask ? { bid: Number(bid), ask: Number(ask) } : undefined
}

/** An instrument's terms, below a page that only such instruments have. */
export function requireTerms(instrument: Instrument): ContractTerms {
  const terms = contractTermsOf(instrument)
  assert(terms, `${instrument.symbol} is traded as a contract`)
  return terms
}

/** The symbols whose prices a position depends on: its own, and what converts its quote. */
export function symbolsOf(symbol: string): readonly string[] {
  const instrument = findInstrument(symbol)
  const conversion = instrument && contractTermsOf(instrument)?.conversion
  return conversion ? [symbol, conversion.symbol] : [symbol]
}
