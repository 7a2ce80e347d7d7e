import { allowed, type Decision, refused } from '../errors.ts'
import { MAX_UNITS, mulDiv, RATE_ONE, type Rate, type Units, units } from '../money/amount.ts'
import { formatAmount } from '../money/read-amount.ts'
import { DAY_MS, startOfDayUtc } from '../time.ts'
import type { SubscriptionStatus } from './contract.ts'

/**
 * Locked deposits: every calculation, and what may happen when. The pages show what these functions
 * say and the server pays what they say.
 */

/** Which rules a subscription was made under; raised when a formula below changes. */
export const RULES_VERSION = 1

/** How long the figures of an early redemption hold. */
export const QUOTE_VALID_MS = 10_000

/** Which action each status allows. Pages read this table too, to disable a button with a reason. */
export const subscriptionCan = {
  redeem: ['active'],
  mature: ['active'],
} as const satisfies Record<string, readonly SubscriptionStatus[]>

/** Whether a subscription can be redeemed early: while it is active, and only before its maturity. */
export const canRedeem = (
  subscription: { status: SubscriptionStatus; maturesAtMs: number },
  nowMs: number,
): boolean =>
  (subscriptionCan.redeem as readonly SubscriptionStatus[]).includes(subscription.status) &&
  nowMs < subscription.maturesAtMs

/** What is fixed when a subscription is made, whatever happens to the product later. */
export interface Terms {
  readonly termDays: number
  /** Interest a day, as a share of the principal. */
  readonly dailyRate: Rate
  /** What early redemption costs at least, as a share of the principal. */
  readonly penaltyRate: Rate
}

/**
 * When a subscription made now begins to earn and when it is paid out: whole days from midnight to midnight
 * UTC, so that every subscription of a product earns the same days.
 */
export function schedule(termDays: number, nowMs: number): { startsAtMs: number; maturesAtMs: number } {
  const startsAtMs = startOfDayUtc(nowMs) + DAY_MS
  return { startsAtMs, maturesAtMs: startsAtMs + termDays * DAY_MS }
}

/**
 * Interest of one day. Simple interest: every day of the term earns the same.
 *
 * Units:  principal and result in the smallest unit of the order's currency.
 * Rounds: down, so the odd part of a unit stays with the platform; shown and paid figures are equal.
 */
export const interestPerDay = (principal: Units, terms: Terms): Units =>
  units(mulDiv(principal, terms.dailyRate, RATE_ONE, 'down'))

/** Interest of a number of full days. */
export const interestOver = (principal: Units, terms: Terms, days: number): Units =>
  units(interestPerDay(principal, terms) * BigInt(days))

/** All the interest a subscription can ever earn: what is set aside when it is made. */
export const fullInterest = (principal: Units, terms: Terms): Units =>
  interestOver(principal, terms, terms.termDays)

/** Full days earned at `nowMs`, 0 to the term: none before the first midnight after the first day. */
export function daysEarned(subscription: { startsAtMs: number; termDays: number }, nowMs: number): number {
  const days = Math.floor((nowMs - subscription.startsAtMs) / DAY_MS)
  return Math.min(Math.max(days, 0), subscription.termDays)
}

/** Whether a midnight brings a subscription a day's interest: from the first one after its start to its maturity. */
export const earnsAt = (
  subscription: { startsAtMs: number; maturesAtMs: number },
  midnightMs: number,
): boolean => subscription.startsAtMs < midnightMs && midnightMs <= subscription.maturesAtMs

export interface EarlyRedemption {
  readonly interest: Units
  readonly penalty: Units
  readonly refund: Units
}

/**
 * What redeeming after `days` full days gives.
 *
 * The penalty is its share of the principal, or all the interest where that is more: so the refund
 * grows back to the principal, and no subscription is worth making only to leave it.
 *
 * Rounds: the penalty up, to the platform; at most the principal itself.
 * @example 1,000.00 at 0.018 % a day, 1 % penalty, after 30 days: 5.40 interest, 10.00 penalty, 995.40 back.
 */
export function earlyRedemption(principal: Units, terms: Terms, days: number): EarlyRedemption {
  const interest = interestOver(principal, terms, days)
  const share = mulDiv(principal, terms.penaltyRate, RATE_ONE, 'up')
  // biome-ignore lint/complexity/useMathMinMax: Math.max takes no bigint
  const penalty = share > interest ? share : interest
  return { interest, penalty: units(penalty), refund: units(principal + interest - penalty) }
}

/** The first day on which redeeming gives the whole principal back; undefined if only maturity does. */
export function breakEvenDay(principal: Units, terms: Terms): number | undefined {
  const perDay = interestPerDay(principal, terms)
  const share = mulDiv(principal, terms.penaltyRate, RATE_ONE, 'up')
  if (perDay === 0n) return share === 0n ? 0 : undefined
  const day = Number((share + perDay - 1n) / perDay)
  return day < terms.termDays ? day : undefined
}

/** Simple yearly rate. */
export const apr = (dailyRate: Rate): Rate => (dailyRate * 365n) as Rate

/**
 * The most principal whose full interest the free part of the interest fund pays.
 *
 * Rounds: down.
 */
export function coveredPrincipal(free: Units, terms: Terms): Units {
  const perUnit = terms.dailyRate * BigInt(terms.termDays)
  return units(perUnit === 0n ? 0n : mulDiv(free, RATE_ONE, perUnit, 'down'))
}

/** A product as far as an order's decision needs it. */
export interface ProductLimits extends Terms {
  readonly currency: string
  readonly isOpen: boolean
  readonly minimum: Units
  readonly maximum: Units
  readonly cap: Units
  /** Principal of all active subscriptions. */
  readonly subscribed: Units
  readonly termsVersion: number
}

/** What an order's decision needs besides the product, read under lock. */
export interface CustomerContext {
  readonly termsVersionSeen: number | undefined
  /** The customer's principal in this product already. */
  readonly inProduct: Units
  readonly available: Units
  /** Free part of the interest fund. */
  readonly fund: Units
}

/** What can still be put into a product by everybody together. */
export function remainingCapacity(limits: ProductLimits, fund: Units): Units {
  const remaining = limits.cap > limits.subscribed ? limits.cap - limits.subscribed : 0n
  const covered = coveredPrincipal(fund, limits)
  return units(remaining < covered ? remaining : covered)
}

/** Decides a subscription. Checks in the order the customer should hear about them. */
export function decideSubscription(
  limits: ProductLimits,
  context: CustomerContext,
  principal: Units,
): Decision<{ readonly interestToReserve: Units }> {
  const { currency } = limits
  const shown = (amount: bigint) => formatAmount(amount, currency)
  if (!limits.isOpen) return refused('EARN_CLOSED')
  if (context.termsVersionSeen !== undefined && context.termsVersionSeen !== limits.termsVersion) {
    return refused('EARN_TERMS_CHANGED')
  }
  if (principal < limits.minimum)
    return refused('AMOUNT_TOO_SMALL', { minimum: shown(limits.minimum), currency })
  if (context.inProduct + principal > limits.maximum) {
    const rest = limits.maximum > context.inProduct ? limits.maximum - context.inProduct : 0n
    return refused('AMOUNT_TOO_LARGE', { maximum: shown(rest), currency })
  }
  if (principal > context.available) return refused('INSUFFICIENT_BALANCE')
  const free = remainingCapacity(limits, context.fund)
  if (principal > free) return refused('EARN_SOLD_OUT', { left: shown(free), currency })

  return allowed({ interestToReserve: fullInterest(principal, limits) })
}

/** What an operator sets for a product. */
export interface ProductTerms extends Terms {
  readonly minimum: Units
  readonly maximum: Units
  readonly cap: Units
}

const MAX_TERM_DAYS = 730
/** 1 % a day: above it somebody has mistaken the unit. */
const MAX_DAILY_RATE = RATE_ONE / 100n
/** 20 % of the principal. */
const MAX_PENALTY_RATE = RATE_ONE / 5n

/**
 * The first field of a product's terms that may not be as it is; undefined when all may.
 *
 * The minimum must earn at least one unit a day, and the cap with all its interest must fit the ledger.
 */
export function invalidField(terms: ProductTerms): keyof ProductTerms | undefined {
  const { termDays, dailyRate, penaltyRate, minimum, maximum, cap } = terms
  if (!Number.isInteger(termDays) || termDays < 1 || termDays > MAX_TERM_DAYS) return 'termDays'
  if (dailyRate <= 0n || dailyRate > MAX_DAILY_RATE) return 'dailyRate'
  if (penaltyRate < 0n || penaltyRate > MAX_PENALTY_RATE) return 'penaltyRate'
  if (minimum <= 0n || interestPerDay(minimum, terms) === 0n) return 'minimum'
  if (maximum < minimum) return 'maximum'
  if (cap < maximum || cap + fullInterest(cap, terms) > MAX_UNITS) return 'cap'
  return undefined
}
