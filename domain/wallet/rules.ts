import { assert } from '../errors.ts'
import { divDown } from '../money/amount.ts'
import { findCurrency } from '../money/currencies.ts'

/** What one whole unit of a currency costs in US dollars, with `decimals` implied decimals. */
export interface UsdPrice {
  readonly price: bigint
  readonly decimals: number
}

/** Dollars, and the coin that stands for one. */
export const ONE_USD: UsdPrice = { price: 1n, decimals: 0 }

/**
 * Dollars without rounding: a whole number of 10⁻³⁰ dollars. No currency has so many decimals that an amount at a price
 * would need more.
 */
export type ExactUsd = bigint

const EXACT_DECIMALS = 30
const EXACT_CENT = 10n ** BigInt(EXACT_DECIMALS - 2)

/**
 * What an amount is worth, exactly.
 *
 * Units:  amount in the currency's smallest unit, of either sign.
 * Rounds: never.
 */
export function exactUsd(amount: bigint, currencyCode: string, { price, decimals }: UsdPrice): ExactUsd {
  const currency = findCurrency(currencyCode)
  assert(currency, `currency ${currencyCode} exists`)
  const spare = EXACT_DECIMALS - currency.decimals - decimals
  assert(spare >= 0, `${currencyCode} at ${decimals} decimals is counted exactly`)
  return amount * price * 10n ** BigInt(spare)
}

/** Dollars in whole cents. Rounds: down, also below zero. */
export const centsDown = (exact: ExactUsd): bigint => divDown(exact, EXACT_CENT)

/** One sum of values in whole cents. Rounds: the sum, once, down. */
export const centsOfSum = (values: readonly ExactUsd[]): bigint =>
  centsDown(values.reduce((sum, value) => sum + value, 0n))

/**
 * What an amount is worth.
 *
 * Units:  amount in the currency's smallest unit; result in US cents.
 * Rounds: down; a shown value never promises more than there is.
 * @example usdCents(150_000_000n, 'BTC', { price: 17_778_49n, decimals: 2 }) // 2_666_773n
 */
export const usdCents = (amount: bigint, currencyCode: string, price: UsdPrice): bigint =>
  centsDown(exactUsd(amount, currencyCode, price))

/**
 * Whole cents for the parts of a sum, so that they add up to the sum as it is shown.
 *
 * Rounds: each part down, then the cents that are missing go to the parts that lost most, one each and again from the
 * first where there are more (where there are too many, they are taken from those that lost least).
 * @example centsOfParts([half a cent, half a cent, two cents], 3n) // [1n, 0n, 2n]
 */
export function centsOfParts(parts: readonly ExactUsd[], total: bigint): bigint[] {
  const cents = parts.map(centsDown)
  const missing = total - cents.reduce((sum, part) => sum + part, 0n)
  if (parts.length === 0 || missing === 0n) return cents
  const lost = parts.map((part, index) => part - cents[index]! * EXACT_CENT)
  const order = [...parts.keys()].sort((a, b) =>
    lost[a]! === lost[b]! ? a - b : lost[a]! > lost[b]! ? -1 : 1,
  )
  if (missing < 0n) order.reverse()
  const step = missing < 0n ? -1n : 1n
  for (let given = 0; BigInt(given) < missing * step; given++) cents[order[given % order.length]!]! += step
  return cents
}
