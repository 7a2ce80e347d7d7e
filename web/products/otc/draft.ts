import type { ArgumentsOf } from '#domain/endpoint.ts'
import { type Refused, refused } from '#domain/errors.ts'
import { formatDecimal, parseDecimal, trimZeros, units } from '#domain/money/amount.ts'
import { requireCurrency } from '#domain/money/read-amount.ts'
import type { placeOtcOrder } from '#domain/otc/contract.ts'
import { coinsFor, type OtcFiat } from '#domain/otc/rules.ts'

/** An offer as far as an amount of it is checked. */
interface Limits {
  readonly currency: string
  readonly minimum: string
  readonly maximum: string
}

const unitsOf = (text: string, currency: string): bigint =>
  parseDecimal(text, requireCurrency(currency).decimals) ?? 0n

/**
 * What is wrong with an amount of an offer's coin while it is being written, as the server would say.
 *
 * Refuses: (by returning) AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE; INSUFFICIENT_BALANCE where the customer gives the coin.
 */
export function amountProblem(
  coins: string,
  { currency, minimum, maximum }: Limits,
  available: string | undefined,
): Refused | undefined {
  const wanted = unitsOf(coins, currency)
  if (wanted === 0n) return undefined
  if (wanted < unitsOf(minimum, currency))
    return refused('AMOUNT_TOO_SMALL', { minimum: trimZeros(minimum), currency })
  if (wanted > unitsOf(maximum, currency))
    return refused('AMOUNT_TOO_LARGE', { maximum: trimZeros(maximum), currency })
  return available !== undefined && wanted > unitsOf(available, currency)
    ? refused('INSUFFICIENT_BALANCE')
    : undefined
}

/** The most that can be given: of what is there, and of what the offer takes. */
export const mostOf = ({ currency, maximum }: Limits, available: string | undefined): string | undefined =>
  available === undefined || unitsOf(available, currency) > unitsOf(maximum, currency) ? maximum : available

/** The amount of the coin that an amount of money buys or brings; nothing while there is no price. */
export function coinsOfMoney(
  money: string,
  { currency, fiat }: { readonly currency: string; readonly fiat: OtcFiat },
  price: bigint | undefined,
): string {
  if (price === undefined) return ''
  const coins = coinsFor(currency, fiat, units(unitsOf(money, fiat)), price)
  return coins === 0n ? '' : trimZeros(formatDecimal(coins, requireCurrency(currency).decimals))
}

/**
 * What the customer meant by an order: what they wrote and chose. The price was only seen, and an amount of the coin that
 * was written in money follows it.
 */
export const orderIntent = (
  { offerId, payment, cardId }: ArgumentsOf<typeof placeOtcOrder>,
  typed: { readonly unit: string; readonly written: string },
) => ({ offerId, payment, cardId, ...typed })
