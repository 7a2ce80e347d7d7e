import type { ProductView } from '#domain/earn/contract.ts'
import { kindRules } from '#domain/earn/kinds.ts'
import {
  type AmountLimits,
  amountRefusal,
  breakEvenDay,
  earlyRedemption,
  interestOver,
  interestPerDay,
  maxAmount,
  paidAtEnd,
  schedule,
  type Terms,
} from '#domain/earn/rules.ts'
import { type Refused, refused } from '#domain/errors.ts'
import { formatDecimal, MAX_UNITS, parseDecimal, trimZeros, type Units, units } from '#domain/money/amount.ts'
import { parseRate } from '#domain/money/rate.ts'
import { DAY_MS } from '#domain/time.ts'
import { decimalsOf } from '#web/features/money/decimals.ts'
import { amount } from '#web/format/number.ts'

/** A subscription before it is made: what it would earn, and when. */
export interface Projection {
  readonly principal: string
  readonly startsAtMs: number
  readonly maturesAtMs: number
  readonly interestPerDay: string
  readonly interest: string
  /** Paid at maturity: the principal, and the interest that was not paid before. */
  readonly paid: string
  /** Principal and all interest; of lock-mining the principal. */
  readonly total: string
  /** The first day on which redeeming gives the whole principal back; undefined if only maturity does. */
  readonly breakEvenDay: number | undefined
}

type TermsOnWire = Pick<
  ProductView,
  'kind' | 'currency' | 'rewardCurrency' | 'termDays' | 'dailyRate' | 'penaltyRate'
>

/** The terms as the rules take them. */
export function termsOf({ currency, rewardCurrency, termDays, dailyRate, penaltyRate }: TermsOnWire): Terms {
  const daily = parseRate(dailyRate)
  const penalty = parseRate(penaltyRate)
  if (daily === undefined || penalty === undefined)
    throw new Error(`Not a rate: ${dailyRate}, ${penaltyRate}`)
  const rewardShift =
    rewardCurrency === currency ? undefined : decimalsOf(rewardCurrency) - decimalsOf(currency)
  return { termDays, dailyRate: daily, penaltyRate: penalty, rewardShift }
}

/** An amount as typed, in units; undefined while it is none. */
export function principalOf(typed: string, currency: string): Units | undefined {
  const value = parseDecimal(typed.replace(/\.$/, ''), decimalsOf(currency))
  return value === undefined || value === 0n || value > MAX_UNITS ? undefined : units(value)
}

/** What a subscription of this principal made now would be, by the same rules that pay it. */
export function projectionOf(product: TermsOnWire, principal: Units, nowMs: number): Projection {
  const terms = termsOf(product)
  const text = (amount: bigint) => formatDecimal(amount, decimalsOf(product.currency))
  const reward = (amount: bigint) => formatDecimal(amount, decimalsOf(product.rewardCurrency))
  const interest = interestOver(principal, terms, terms.termDays)
  const total = paidAtEnd(principal, interest, product.kind)
  return {
    principal: text(principal),
    ...schedule(product.termDays, nowMs),
    interestPerDay: reward(interestPerDay(principal, terms)),
    interest: reward(interest),
    paid: text(kindRules[product.kind].paysInterest === 'at-end' ? total : principal),
    total: text(total),
    breakEvenDay: breakEvenDay(principal, terms),
  }
}

/** An amount of what is earned, with its currency where that is another than was put in. */
export const inReward = (
  { currency, rewardCurrency }: Pick<ProductView, 'currency' | 'rewardCurrency'>,
  text: string,
): string => (rewardCurrency === currency ? text : `${text} ${rewardCurrency}`)

/** What is paid at maturity: of lock-mining, both coins. */
export const paidText = (
  { paid, interest }: Pick<Projection, 'paid' | 'interest'>,
  { currency, rewardCurrency }: Pick<ProductView, 'currency' | 'rewardCurrency'>,
): string =>
  `${amount(paid)} ${currency}${rewardCurrency === currency ? '' : ` + ${amount(interest)} ${rewardCurrency}`}`

/** What redeeming after `day` full days gives, as texts, and when that is. */
export function redemptionOn(product: TermsOnWire, principal: Units, day: number, startsAtMs: number) {
  const text = (amount: bigint) => formatDecimal(amount, decimalsOf(product.currency))
  const reward = (amount: bigint) => formatDecimal(amount, decimalsOf(product.rewardCurrency))
  const terms = termsOf(product)
  const redemption = earlyRedemption(principal, terms, day, product.kind)
  const earned = interestOver(principal, terms, day)
  return {
    earned: reward(earned),
    interest: reward(redemption.interest),
    penalty: text(redemption.penalty),
    refund: text(redemption.refund),
    /** Interest that the midnights before have paid out. */
    paidBefore:
      kindRules[product.kind].paysInterest === 'daily' && earned > redemption.interest
        ? text(earned - redemption.interest)
        : undefined,
    atMs: startsAtMs + day * DAY_MS,
  }
}

/** Where the picture's points lie, each 0 (bottom) to 1 (top). Pixels: nothing is paid by these. */
export interface RedemptionCurve {
  /** What redeeming gives on each day before maturity. */
  readonly days: readonly number[]
  readonly principal: number
  readonly maturity: number
}

/**
 * The heights of what one has after redeeming, day by day, between the least and what there is at maturity:
 * the refund, and the interest that was paid out before.
 */
export function redemptionCurve(product: TermsOnWire, principal: Units): RedemptionCurve {
  const terms = termsOf(product)
  const inHand = (day: number): bigint => {
    const { refund, interest } = earlyRedemption(principal, terms, day, product.kind)
    return refund + interestOver(principal, terms, day) - interest
  }
  const top = principal + interestOver(principal, terms, terms.termDays)
  const least = inHand(0)
  const height = (amount: bigint) =>
    top === least ? 1 : Number(((amount - least) * 10_000n) / (top - least)) / 10_000
  return {
    days: Array.from({ length: terms.termDays }, (_, day) => height(inHand(day))),
    principal: height(principal),
    maturity: 1,
  }
}

/**
 * What is wrong with an amount for this product, in the order the customer should hear it: by the rule that the
 * server decides with, of what the page knows.
 */
export function validateAmount(product: ProductView, typed: string, available: string): Refused | undefined {
  const principal = principalOf(typed, product.currency)
  if (principal === undefined) return refused('AMOUNT_INVALID')
  const why = amountRefusal(limitsOf(product, available), principal)
  return why && { ...why, params: Object.fromEntries(Object.entries(why.params).map(plainAmount)) }
}

/** The most that this customer can put in now. */
export const maxPrincipal = (product: ProductView, available: string): string =>
  trimZeros(formatDecimal(maxAmount(limitsOf(product, available)), decimalsOf(product.currency)))

function limitsOf(product: ProductView, available: string): AmountLimits {
  const { currency } = product
  const inUnits = (text: string) => units(parseDecimal(text, decimalsOf(currency)) ?? 0n)
  return {
    currency,
    isOpen: product.availability !== 'closed',
    minimum: inUnits(product.minimum),
    maximum: inUnits(product.maximum),
    inProduct: inUnits(product.inProduct),
    available: inUnits(available),
    remaining: inUnits(product.left),
  }
}

/** The amounts of a refusal without the zeros that say nothing. */
const plainAmount = ([name, value]: [string, string | number]): [string, string | number] => [
  name,
  typeof value === 'string' && /^\d+\.\d+$/.test(value) ? trimZeros(value) : value,
]
