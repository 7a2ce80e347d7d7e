import { adoptListing } from '../listing/listing.ts'
import type { Instrument } from '../market/instrument.ts'
import { seedInstruments } from './instruments.ts'
import { seedListing } from './listing.ts'

/*
 * Imported for its effect, before any test: they list what a new installation lists, but for the taker's fee.
 * A new installation charges both sides the same, and no test could tell whose rate was charged.
 */
const TAKER_FEE_BPS = 15
type Writable<T> = { -readonly [Name in keyof T]: T[Name] }
for (const instrument of seedInstruments as readonly Writable<Instrument>[])
  instrument.takerFeeBps = TAKER_FEE_BPS
adoptListing(seedListing)
