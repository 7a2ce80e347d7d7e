import type { Instrument } from '../market/instrument.ts'
import { adoptInstruments } from '../market/instruments.ts'
import { adoptCurrencies, type Currency } from '../money/currencies.ts'

/** Which list it is. */
export interface ListingVersion {
  /** The database that it is of: another's list may have the same number. */
  readonly installation: string
  /** Raised by every change. */
  readonly version: number
}

/**
 * What is listed: currencies and instruments with their terms. The database has it; server and app each adopt
 * the whole of it at their start and again when its version is raised, so that `findInstrument` and
 * `findCurrency` can be asked anywhere without waiting.
 */
export interface Listing extends ListingVersion {
  readonly currencies: readonly Currency[]
  readonly instruments: readonly Instrument[]
}

let adopted: ListingVersion = { installation: '', version: 0 }

/** Which list was last adopted; version 0 before the first. */
export const adoptedListing = (): ListingVersion => adopted

/** Whether this is the list that was last adopted. */
export const isAdopted = ({ installation, version }: ListingVersion): boolean =>
  installation === adopted.installation && version === adopted.version

/** Replaces everything that is listed. */
export function adoptListing(listing: Listing): void {
  adoptCurrencies(listing.currencies)
  adoptInstruments(listing.instruments)
  adopted = { installation: listing.installation, version: listing.version }
}
