import { findInstrument } from '#domain/market/instruments.ts'
import { useListingVersion } from '#web/app/listing.ts'

/** Whether an operator has halted an instrument; follows every change of what is listed. */
export const useIsHalted = (symbol: string): boolean =>
  useListingVersion(() => findInstrument(symbol)?.status === 'halted')
