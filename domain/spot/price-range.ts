import { formatPrice, type Instrument } from '../market/instrument.ts'
import { formatDecimal, mulDiv, type Price, parseDecimal, price } from '../money/amount.ts'
import { BPS_ONE } from '../money/rate.ts'
import type { Side } from './rules.ts'

/** How far from the last price an order may trade, rest, and wait for its trigger. */

/** How far from the last tick an order may trade. How far it may rest is the instrument's `restingBandBps`. */
export const collarBps = { major: 500n, other: 800n } as const

/** The prices between which something is, both ends with it. */
export interface PriceRange {
  readonly lowest: Price
  readonly highest: Price
}

/** Whether a price is in a range, its ends included. */
export const isWithin = (value: Price, { lowest, highest }: PriceRange): boolean =>
  value >= lowest && value <= highest

/** A range as decimals. */
export const shownRange = (instrument: Instrument, { lowest, highest }: PriceRange) => ({
  lowest: formatPrice(instrument, lowest),
  highest: formatPrice(instrument, highest),
})

/**
 * Between which prices a limit order is taken: towards the side where it would trade at once as far as the collar,
 * on its own side of the market, where it waits, as far as the instrument's resting band.
 *
 * Rounds: inwards, so that both ends are themselves within it.
 */
export function limitRange(instrument: Instrument, side: Side, lastPrice: Price): PriceRange {
  const trades = collar(instrument, lastPrice)
  const rests = restingRange(instrument, lastPrice)
  return side === 'buy'
    ? { lowest: rests.lowest, highest: trades.highest }
    : { lowest: trades.lowest, highest: rests.highest }
}

/** Whether a limit price is one that `limitRange` allows. */
export const isInRange = (instrument: Instrument, side: Side, limit: Price, lastPrice: Price): boolean =>
  isWithin(limit, limitRange(instrument, side, lastPrice))

/** How far from the last price anything may wait. Rounds: inwards. */
export function restingRange(instrument: Instrument, lastPrice: Price): PriceRange {
  const trades = collarBps[instrument.collar]
  const rests = BigInt(instrument.restingBandBps)
  return rangeAround(lastPrice, rests > trades ? rests : trades)
}

/** The far end of the collar for who takes this side: beyond it a market order never fills. */
export function worstAtMarket(instrument: Instrument, side: Side, lastPrice: Price): Price {
  const { lowest, highest } = collar(instrument, lastPrice)
  return side === 'buy' ? highest : lowest
}

/**
 * Between which prices an order may trade, given the last price.
 *
 * Rounds: inwards, so that both ends are themselves within the collar.
 */
export const collar = (instrument: Instrument, lastPrice: Price): PriceRange =>
  rangeAround(lastPrice, collarBps[instrument.collar])

function rangeAround(lastPrice: Price, width: bigint): PriceRange {
  const lowest = mulDiv(lastPrice, BPS_ONE - width, BPS_ONE, 'up')
  return {
    lowest: price(lowest > 0n ? lowest : 1n),
    highest: price(mulDiv(lastPrice, BPS_ONE + width, BPS_ONE, 'down')),
  }
}

/**
 * The multiple of `size` nearest to a decimal string, halves up; at least one `size`. Undefined if not a
 * decimal.
 */
export function nearestMultiple(text: string, size: string): string | undefined {
  const decimals = 20
  const value = parseDecimal(text, decimals)
  if (value === undefined) return undefined
  const step = parseDecimal(size, decimals)!
  const count = (value + step / 2n) / step
  const shown = size.split('.')[1]?.length ?? 0
  const exact = (count > 0n ? count : 1n) * step
  return formatDecimal(exact / 10n ** BigInt(decimals - shown), shown)
}
