import type { Instrument } from '../market/instrument.ts'
import { adoptInstruments } from '../market/instruments.ts'
import { adoptCurrencies, type Currency } from '../money/currencies.ts'

/**
 * What is listed: currencies and instruments with their terms. The database has it; server and app each adopt
 * the whole of it at their start and again when its version is raised, so that `findInstrument` and
 * `findCurrency` can be asked anywhere without waiting.
 */
export interface Listing {
  /** Raised by every change. */
  readonly version: number
  readonly currencies: readonly Currency[]
  readonly instruments: readonly Instrument[]
}

let version = 0

/** The version that was last adopted; 0 before the first. */
export const listingVersion = (): number => version

/** Replaces everything that is listed. */
export function adoptListing(listing: Listing): void {
  adoptCurrencies(listing.currencies)
  adoptInstruments(listing.instruments)
  version = listing.version
}
