import { useSearchParams } from 'react-router'
import { assert } from '#domain/errors.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { useListingVersion } from '#web/app/listing.ts'

const DEFAULT_SYMBOL = 'BTC-USDT'

/** The symbol that the URL names, in either form and any case; BTC/USDT where it names none. */
export function useSymbol(): string {
  const [query] = useSearchParams()
  return (query.get('symbol') || DEFAULT_SYMBOL).toUpperCase().replace('/', '-')
}

/** The instrument that the URL names, with its terms as they are now; below a `WithInstrument`, which knows it. */
export function useInstrument(): Instrument {
  useListingVersion()
  const instrument = findInstrument(useSymbol())
  assert(instrument, 'a WithInstrument is above')
  return instrument
}
