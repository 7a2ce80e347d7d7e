import {
  baseAmountOf,
  type Instrument,
  notionalOf,
  unitsPerStep,
  unitsPerTickStep,
} from '../market/instrument.ts'
import { type DecimalString, mulDiv, type Price, type Quantity, type Units, units } from '../money/amount.ts'
import { averageOf, type Side } from './rules.ts'

/**
 * What a customer paid for the coins that they bought and have not sold, by the moving average: a sale takes out coins
 * at the average of all that are there. Coins that came in another way have no cost and are not counted; when more is
 * sold than was bought, nothing is left to count.
 */

/** A fill, as it concerns its customer. */
export interface CostFill {
  readonly side: Side
  readonly price: Price
  readonly quantity: Quantity
  /** In units of what was received. */
  readonly fee: Units
}

export interface Cost {
  /** Bought and not sold, in units of base: after fees. */
  readonly base: Units
  /** What that cost, in units of quote. */
  readonly paid: Units
}

/**
 * Adds fills up, the oldest first.
 *
 * Rounds: the cost of what is sold down, so that what is left never seems to have cost less than it did.
 */
export function costOf(instrument: Instrument, fills: Iterable<CostFill>): Cost {
  let [base, paid] = [0n, 0n]
  for (const { side, price, quantity, fee } of fills) {
    const size = baseAmountOf(instrument, quantity)
    if (side === 'buy') {
      base += size - fee
      paid += notionalOf(instrument, price, quantity)
    } else if (size >= base) {
      base = 0n
      paid = 0n
    } else {
      paid -= mulDiv(paid, size, base, 'down')
      base -= size
    }
  }
  return { base: units(base), paid: units(paid) }
}

/**
 * What one coin cost on average, in quote, with two decimals more than a price; undefined where nothing is left.
 *
 * Rounds: up; it is shown, never charged.
 */
export const averageCost = (instrument: Instrument, { base, paid }: Cost): DecimalString | undefined =>
  base === 0n ? undefined : averageOf(instrument, paid, base, 'up')

/**
 * What selling all of it at a price would bring more than it cost, or less; before the fee of that sale.
 *
 * Units:  of quote, signed.
 * Rounds: the value down.
 */
export const openProfit = (instrument: Instrument, { base, paid }: Cost, atPrice: Price): bigint =>
  mulDiv(base * unitsPerTickStep(instrument), atPrice, unitsPerStep(instrument), 'down') - paid
