import type { ArgumentsOf } from '#domain/endpoint.ts'
import { type Refused, refused } from '#domain/errors.ts'
import { formatDecimal, parseDecimal, trimZeros, units } from '#domain/money/amount.ts'
import { formatAmount, requireCurrency } from '#domain/money/read-amount.ts'
import type { placeOtcOrder } from '#domain/otc/contract.ts'
import { coinsFor, coinsWorth, type OtcFiat, PRICE_DECIMALS } from '#domain/otc/rules.ts'

/** An offer as far as an amount of it is checked. */
interface Limits {
  readonly currency: string
  readonly minimum: string
  readonly maximum: string
}

/** The most that the customer's tier lets one trade be worth. */
export interface TierLimit {
  readonly maximum: string
  readonly currency: string
  /** The same in the offer's coin; undefined while that has no price. */
  readonly most: string | undefined
}

/** What the customer can give and may trade. */
interface Allowance {
  /** Of the coin, where they give it. */
  readonly available?: string | undefined
  readonly tier?: TierLimit | undefined
}

const unitsOf = (text: string, currency: string): bigint =>
  parseDecimal(text, requireCurrency(currency).decimals) ?? 0n

/**
 * The tier's limit of one trade, in an offer's coin at its last price, too; none of who has to be verified first. The server
 * counts at the price of the moment.
 */
export function tierLimit(
  {
    isVerified,
    maximum,
    limitCurrency,
  }: { readonly isVerified: boolean; readonly maximum: string; readonly limitCurrency: string },
  currency: string,
  lastPrice: string | undefined,
): TierLimit | undefined {
  if (!isVerified) return undefined
  const price = parseDecimal(currency === limitCurrency ? '1' : (lastPrice ?? ''), PRICE_DECIMALS)
  const most = price && coinsWorth(currency, units(unitsOf(maximum, limitCurrency)), price)
  return {
    ...{ maximum: trimZeros(maximum), currency: limitCurrency },
    most: most === undefined ? undefined : formatAmount(units(most), currency),
  }
}

/**
 * What is wrong with an amount of an offer's coin while it is being written, as the server would say.
 *
 * Refuses: (by returning) AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE by the offer, and by the tier's limit; INSUFFICIENT_BALANCE
 *          where the customer gives the coin.
 */
export function amountProblem(
  coins: string,
  { currency, minimum, maximum }: Limits,
  { available, tier }: Allowance,
): Refused | undefined {
  const wanted = unitsOf(coins, currency)
  if (wanted === 0n) return undefined
  if (wanted < unitsOf(minimum, currency))
    return refused('AMOUNT_TOO_SMALL', { minimum: trimZeros(minimum), currency })
  if (wanted > unitsOf(maximum, currency))
    return refused('AMOUNT_TOO_LARGE', { maximum: trimZeros(maximum), currency })
  if (tier?.most !== undefined && wanted > unitsOf(tier.most, currency))
    return refused('AMOUNT_TOO_LARGE', { maximum: tier.maximum, currency: tier.currency })
  return available !== undefined && wanted > unitsOf(available, currency)
    ? refused('INSUFFICIENT_BALANCE')
    : undefined
}

/** The most that can be given: of what is there, of what the offer takes, and of what the tier lets one trade be worth. */
export const mostOf = ({ currency, maximum }: Limits, { available, tier }: Allowance): string =>
  [available, tier?.most].reduce<string>(
    (least, one) => (one !== undefined && unitsOf(one, currency) < unitsOf(least, currency) ? one : least),
    maximum,
  )

/** The card that a sale is paid to: the one that is asked for, else the first that can be used, else the first. */
export const chosenCard = <Card extends { readonly id: string; readonly usableAtMs: number }>(
  cards: readonly Card[],
  asked: string | undefined,
  nowMs: number,
): Card | undefined =>
  cards.find(({ id }) => id === asked) ?? cards.find(({ usableAtMs }) => usableAtMs <= nowMs) ?? cards[0]

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
