import { useSearchParams } from 'react-router'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'

const DEFAULT_SYMBOL = 'BTC-USDT'

/** The instrument that the URL names by `symbol`; anything unknown is BTC/USDT. */
export function useInstrument(): Instrument {
  const [query] = useSearchParams()
  return findInstrument(query.get('symbol') ?? '') ?? findInstrument(DEFAULT_SYMBOL)!
}
