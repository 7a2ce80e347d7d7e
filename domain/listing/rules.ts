import { type Instrument, type InstrumentClass, parsePrice } from '../market/instrument.ts'
import { MAX_UNITS, parseDecimal } from '../money/amount.ts'
import { findCurrency } from '../money/currencies.ts'

/** What operators may change of an instrument; everything else is part of ids and amounts. */
export type InstrumentTerms = Pick<
  Instrument,
  'status' | 'minNotional' | 'makerFeeBps' | 'takerFeeBps' | 'collar' | 'restingBandBps'
>

/** A fee above this is a mistake: 10 %. */
export const MAX_FEE_BPS = 1_000
/** An order may rest at most so far below the last price: at a twentieth of it. */
export const MAX_RESTING_BAND_BPS = 9_500
/** 50 %: an order that rests far away waits for a price that may come; one that would trade there is a mistake. */
export const DEFAULT_RESTING_BAND_BPS = 5_000
/** The most units of base that a lot of a contract may be: ten times the largest there is, 100,000 in forex. */
export const MAX_LOT_SIZE = 1_000_000

/** What a lot of a class is where nobody says it; undefined of futures: each has a multiplier of its own. */
export const usualLotSize = (kind: InstrumentClass): number | undefined =>
  ({ crypto: 1, stock: 1, etf: 1, forex: 100_000, future: undefined })[kind]

/** Decimals of money and prices are at most these. */
const MAX_DECIMALS = 10

/**
 * The first term of an instrument in this quote that cannot be; undefined when all can. A smallest order must
 * be an amount of the quote currency, where customers hold it.
 */
export function invalidTerm(terms: InstrumentTerms, quote: string): keyof InstrumentTerms | undefined {
  const isFee = (bps: number) => Number.isInteger(bps) && bps >= 0 && bps <= MAX_FEE_BPS
  if (!isFee(terms.makerFeeBps)) return 'makerFeeBps'
  if (!isFee(terms.takerFeeBps)) return 'takerFeeBps'
  const { restingBandBps: band } = terms
  if (!(Number.isInteger(band) && band > 0 && band <= MAX_RESTING_BAND_BPS)) return 'restingBandBps'
  const decimals = findCurrency(quote)?.decimals ?? MAX_DECIMALS
  const smallest = parseDecimal(terms.minNotional, decimals) ?? 0n
  if (smallest <= 0n || smallest > MAX_UNITS) return 'minNotional'
  return undefined
}

/** Whether a decimal string is more than nothing, with no more decimals than money has. */
export const isPositive = (text: string): boolean => (parseDecimal(text, MAX_DECIMALS) ?? 0n) > 0n

/** A price has at most so many ticks, so that a thousand times as much is still counted exactly. */
const MAX_PRICE_TICKS = 1_000_000_000_000n

/** Whether simulated prices can begin at an instrument's reference price: on its tick, and of a size to count. */
export function canBegin(instrument: Instrument): boolean {
  const ticks = parsePrice(instrument, instrument.referencePrice)
  return ticks !== undefined && ticks > 0n && ticks <= MAX_PRICE_TICKS
}

/**
 * Whether a tick or step size can be one: 1, 2, 2.5 or 5 with nothing but zeros beside it, so that prices read
 * well. @example isStepSize('0.05') // true
 */
export const isStepSize = (text: string): boolean =>
  isPositive(text) && /^(?:0\.0*|0*)(?:1|2|25|5)0*$/.test(text.replace(/^0+(?=\d)/, ''))
