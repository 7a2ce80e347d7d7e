import { SECOND_MS } from '../time.ts'
import type { Instrument, InstrumentClass } from './instrument.ts'

const byClass: Readonly<Record<InstrumentClass, number>> = {
  crypto: 2 * SECOND_MS,
  forex: 3 * SECOND_MS,
  future: 5 * SECOND_MS,
  stock: 5 * SECOND_MS,
  etf: 5 * SECOND_MS,
}

/** Metals at once: they stand among the futures, and are quoted as currencies are. */
const spotMetals: ReadonlySet<string> = new Set(['XAU-USD'])

/**
 * How old a price of an instrument may be to decide something by it, in milliseconds.
 *
 * Source: rulings section 4; safety.md section 6, quote max age to open.
 */
export const freshForMs = (instrument: Pick<Instrument, 'symbol' | 'class'>): number =>
  spotMetals.has(instrument.symbol) ? byClass.forex : byClass[instrument.class]

/** The longest of all. */
export const MAX_FRESH_MS = Math.max(...Object.values(byClass))
