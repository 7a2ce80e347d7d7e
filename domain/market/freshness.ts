import { SECOND_MS } from '../time.ts'
import type { InstrumentClass } from './instrument.ts'

/**
 * How old a price may be to decide something by it.
 *
 * Source: rulings section 4; safety.md section 6, quote max age to open.
 */
export const freshForMs: Readonly<Record<InstrumentClass, number>> = {
  crypto: 2 * SECOND_MS,
  forex: 3 * SECOND_MS,
  future: 5 * SECOND_MS,
  stock: 5 * SECOND_MS,
  etf: 5 * SECOND_MS,
}
