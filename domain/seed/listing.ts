import type { Listing } from '../listing/listing.ts'
import { seedCurrencies } from './currencies.ts'
import { seedInstruments } from './instruments.ts'

/** What a new installation lists. */
export const seedListing: Listing = {
  installation: 'seed',
  version: 1,
  currencies: seedCurrencies,
  instruments: seedInstruments,
}
