import { useSearchParams } from 'react-router'
import { assert } from '#domain/errors.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { useListingVersion } from '#web/app/listing.ts'

const DEFAULT_SYMBOL = 'BTC-USDT'

/** The instrument that the URL names by `symbol`, with its terms as they are now; anything unknown is BTC/USDT. */
export function useInstrument(): Instrument {
  const [query] = useSearchParams()
  useListingVersion()
  const instrument = findInstrument(query.get('symbol') ?? '') ?? findInstrument(DEFAULT_SYMBOL)
  assert(instrument, 'what is listed has arrived')
  return instrument
}
