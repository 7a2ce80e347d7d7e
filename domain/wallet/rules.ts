import { assert } from '../errors.ts'
import { mulDiv } from '../money/amount.ts'
import { findCurrency } from '../money/currencies.ts'

/** What one whole unit of a currency costs in US dollars, with `decimals` implied decimals. */
export interface UsdPrice {
  readonly price: bigint
  readonly decimals: number
}

/** Dollars, and the coin that stands for one. */
export const ONE_USD: UsdPrice = { price: 1n, decimals: 0 }

/**
 * What an amount is worth.
 *
 * Units:  amount in the currency's smallest unit; result in US cents.
 * Rounds: down; a shown value never promises more than there is.
 * @example usdCents(150_000_000n, 'BTC', { price: 17_778_49n, decimals: 2 }) // 2_666_773n
 */
export function usdCents(amount: bigint, currencyCode: string, { price, decimals }: UsdPrice): bigint {
  const currency = findCurrency(currencyCode)
  assert(currency, `currency ${currencyCode} exists`)
  return mulDiv(amount, price * 100n, 10n ** BigInt(currency.decimals + decimals), 'down')
}
