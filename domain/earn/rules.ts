import { allowed, type Decision, type Refused, refused } from '../errors.ts'
import { MAX_UNITS, mulDiv, RATE_ONE, type Rate, type Units, units } from '../money/amount.ts'
import { formatAmount } from '../money/read-amount.ts'
import { DAY_MS, HOUR_MS, startOfDayUtc, utcMinute } from '../time.ts'
import type { subscriptionEnds } from './contract.ts'
import { kindRules, type TermKind } from './kinds.ts'

/**
 * Term products of every kind: every calculation, and what may happen when. The pages show what these
 * functions say and the server pays what they say.
 */

/** Which rules a subscription was made under; raised when a formula below changes. */
export const RULES_VERSION = 1

/** How long the figures of an early redemption hold. */
export const QUOTE_VALID_MS = 10_000

/** How many days of interest are always set aside ahead for a subscription without a term. */
export const COVERED_DAYS = 30

/** The states of a subscription: active, or how it ended. */
export type SubscriptionState = 'active' | (typeof subscriptionEnds)[number]

/** Which action each status allows. Pages read this table too, to disable a button with a reason. */
export const subscriptionCan = {
  redeem: ['active'],
} as const satisfies Record<string, readonly SubscriptionState[]>

/**
 * Why a subscription cannot be redeemed, undefined when it can: it has ended, has reached its end and is about to
 * be paid out, or notice was given and the money comes when that is over.
 */
export function redemptionRefusal(
  subscription: { status: SubscriptionState; endsAtMs: number; noticeAtMs: number | null },
  nowMs: number,
): Refused | undefined {
  const { status, endsAtMs, noticeAtMs } = subscription
  if (!(subscriptionCan.redeem as readonly SubscriptionState[]).includes(status))
    return refused('EARN_NOT_REDEEMABLE')
  if (nowMs >= endsAtMs) return refused('EARN_AT_ITS_END')
  if (noticeAtMs !== null) return refused('EARN_NOTICE_GIVEN', { date: `${utcMinute(endsAtMs)} UTC` })
  return undefined
}

/** Whether a subscription can be redeemed: while it is active, before its end, and without notice given. */
export const canRedeem = (...asked: Parameters<typeof redemptionRefusal>): boolean =>
  redemptionRefusal(...asked) === undefined

/** What is fixed when a subscription is made, whatever happens to the product later. */
export interface Terms {
  /** 0 without a term: it runs until notice is given. */
  readonly termDays: number
  /** Interest a day, as a share of the principal; of another coin, units a day for each unit of the principal. */
  readonly dailyRate: Rate
  /** Of another coin: how many decimals more its amounts have than the principal's, or fewer. */
  readonly rewardShift?: number | undefined
  /** What early redemption costs at least, as a share of the principal; 0 without a term. */
  readonly penaltyRate: Rate
}

/** What a rate multiplies and divides by, to lead from units of the principal to units of what is earned. */
function scaleOf({ dailyRate, rewardShift = 0 }: Terms): { times: bigint; by: bigint } {
  return {
    times: dailyRate * 10n ** BigInt(Math.max(rewardShift, 0)),
    by: RATE_ONE * 10n ** BigInt(Math.max(-rewardShift, 0)),
  }
}

/** Days whose interest is set aside at the start: the whole term, or so many as an open-ended one keeps ahead. */
export const daysToCover = (termDays: number): number => termDays || COVERED_DAYS

/**
 * When a subscription made now begins to earn and when it is paid out: whole days from midnight to midnight
 * UTC, so that every subscription of a product earns the same days. Without a term the end moves on each day.
 */
export function schedule(termDays: number, nowMs: number): { startsAtMs: number; maturesAtMs: number } {
  const startsAtMs = startOfDayUtc(nowMs) + DAY_MS
  return { startsAtMs, maturesAtMs: startsAtMs + daysToCover(termDays) * DAY_MS }
}

/** When a subscription is paid out on which notice is given now: never after the end that it has anyway. */
export const endAfterNotice = (
  subscription: { endsAtMs: number; noticeHours: number },
  nowMs: number,
): number => Math.min(subscription.endsAtMs, nowMs + subscription.noticeHours * HOUR_MS)

/** Full days between a start and a later moment; 0 before the first is over. */
export const fullDays = (startsAtMs: number, nowMs: number): number =>
  Math.max(Math.floor((nowMs - startsAtMs) / DAY_MS), 0)

/**
 * Interest of one day. Simple interest: every day earns the same.
 *
 * Units:  principal in the smallest unit of the product's currency; result in that of what it earns, which is the
 *         same but in lock-mining.
 * Rounds: down, so the odd part of a unit stays with the platform; shown and paid figures are equal.
 */
export function interestPerDay(principal: Units, terms: Terms): Units {
  const { times, by } = scaleOf(terms)
  return units(mulDiv(principal, times, by, 'down'))
}

/** Interest of a number of full days. */
export const interestOver = (principal: Units, terms: Terms, days: number): Units =>
  units(interestPerDay(principal, terms) * BigInt(days))

/** The interest that is set aside when a subscription is made: with a term, all that it can ever earn. */
export const fullInterest = (principal: Units, terms: Terms): Units =>
  interestOver(principal, terms, daysToCover(terms.termDays))

/** Full days earned at `nowMs`, of those that interest is set aside for: none before the first midnight after the first day. */
export const daysEarned = (
  subscription: { startsAtMs: number; daysCovered: number },
  nowMs: number,
): number => Math.min(fullDays(subscription.startsAtMs, nowMs), subscription.daysCovered)

/** Whether a midnight brings a subscription a day's interest: from the first one after its start to its end. */
export const earnsAt = (
  subscription: { startsAtMs: number; endsAtMs: number },
  midnightMs: number,
): boolean => subscription.startsAtMs < midnightMs && midnightMs <= subscription.endsAtMs

/**
 * Interest that the last midnight brought a subscription, whether or not the job has been there since: on the day
 * of its end too, from the day after on nothing, and nothing once it was redeemed early.
 */
export const interestToday = (
  subscription: {
    status: SubscriptionState
    startsAtMs: number
    endsAtMs: number
    interestPerDay: Units
  },
  nowMs: number,
): Units =>
  subscription.status !== 'redeemed' && earnsAt(subscription, startOfDayUtc(nowMs))
    ? subscription.interestPerDay
    : units(0n)

export interface EarlyRedemption {
  /** Earned and not paid out before. */
  readonly interest: Units
  readonly penalty: Units
  readonly refund: Units
}

/**
 * What redeeming after `days` full days gives.
 *
 * The penalty is its share of the principal, or all the interest where that is more, whether it was paid out
 * already or not: so no subscription is worth making only to leave it. Without a term it is nothing: notice
 * takes its place. Where another coin is earned it is its share alone, and all that was earned is given up:
 * see `givenUp`.
 *
 * Rounds: the penalty up, to the platform; at most the principal itself.
 * @example 1,000.00 at 0.018 % a day, 1 % penalty, after 30 days: 5.40 interest, 10.00 penalty, 995.40 back;
 * where interest is paid daily, 10.00 penalty, 990.00 back.
 */
export function earlyRedemption(
  principal: Units,
  terms: Terms,
  days: number,
  kind: TermKind,
): EarlyRedemption {
  const earned = interestOver(principal, terms, days)
  const share = mulDiv(principal, terms.penaltyRate, RATE_ONE, 'up')
  // biome-ignore lint/complexity/useMathMinMax: Math.max takes no bigint
  const full = share > earned ? share : earned
  const { paysInterest, earnsAnotherCoin } = kindRules[kind]
  if (earnsAnotherCoin)
    return { interest: units(0n), penalty: units(share), refund: units(principal - share) }
  const penalty = terms.termDays === 0 ? 0n : full
  const interest = paysInterest === 'daily' ? 0n : earned
  return { interest: units(interest), penalty: units(penalty), refund: units(principal + interest - penalty) }
}

/** What early redemption gives up of what was earned, in units of the other coin; nothing where there is none. */
export const givenUp = (earned: Units, kind: TermKind): Units =>
  kindRules[kind].earnsAnotherCoin ? earned : units(0n)

/** What is paid at maturity in the principal's own currency: the principal, and the interest that is in it. */
export const paidAtEnd = (principal: Units, interest: Units, kind: TermKind): Units =>
  units(kindRules[kind].earnsAnotherCoin ? principal : principal + interest)

/**
 * Until when the figures of a redemption hold. Where a midnight pays interest out, they end with the day: the
 * penalty takes back what was paid.
 */
export const quoteEnd = (kind: TermKind, nowMs: number): number =>
  kindRules[kind].paysInterest === 'daily'
    ? Math.min(nowMs + QUOTE_VALID_MS, startOfDayUtc(nowMs) + DAY_MS - 1)
    : nowMs + QUOTE_VALID_MS

/**
 * The first day on which redeeming gives the whole principal back; undefined if only maturity does. Another coin
 * never makes up for a penalty.
 */
export function breakEvenDay(principal: Units, terms: Terms): number | undefined {
  const perDay = terms.rewardShift === undefined ? interestPerDay(principal, terms) : 0n
  const share = mulDiv(principal, terms.penaltyRate, RATE_ONE, 'up')
  if (perDay === 0n) return share === 0n ? 0 : undefined
  const day = Number((share + perDay - 1n) / perDay)
  return day < terms.termDays ? day : undefined
}

/** Simple yearly rate. */
export const apr = (dailyRate: Rate): Rate => (dailyRate * 365n) as Rate

/**
 * The most principal whose interest the free part of the interest fund can set aside.
 *
 * Rounds: down.
 */
export function coveredPrincipal(free: Units, terms: Terms): Units {
  const { times, by } = scaleOf(terms)
  const perUnit = times * BigInt(daysToCover(terms.termDays))
  if (perUnit === 0n) return units(0n)
  // Of a coin that is scarce here beside the other's price, a small fund covers more than there is.
  const covered = mulDiv(free, by, perUnit, 'down')
  // biome-ignore lint/complexity/useMathMinMax: Math.min takes no bigint
  return units(covered < MAX_UNITS ? covered : MAX_UNITS)
}

/**
 * How many days more are set aside at a midnight for a subscription that runs on: up to `COVERED_DAYS` ahead,
 * as far as the free part of the interest fund goes. None leaves it to end when its days are over.
 */
export function daysToAdd(
  subscription: { startsAtMs: number; daysCovered: number; interestPerDay: Units },
  free: bigint,
  nowMs: number,
): number {
  const wanted = fullDays(subscription.startsAtMs, nowMs) + COVERED_DAYS - subscription.daysCovered
  return Math.max(Math.min(wanted, Number(free / subscription.interestPerDay)), 0)
}

/** A product as far as the decision on a subscription needs it. */
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

/** What the decision on a subscription needs besides the product, read under lock. */
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

/** What decides on an amount, of what the server reads under lock and the page was told. */
export interface AmountLimits {
  readonly currency: string
  readonly isOpen: boolean
  readonly minimum: Units
  /** What one customer may have in the product at a time. */
  readonly maximum: Units
  /** The customer's principal in this product already. */
  readonly inProduct: Units
  readonly available: Units
  /** What can still be put into the product by everybody together. */
  readonly remaining: Units
}

/** What a customer may still put into a product by its limit for one customer. */
export const remainingOwn = ({ maximum, inProduct }: Pick<AmountLimits, 'maximum' | 'inProduct'>): Units =>
  units(maximum > inProduct ? maximum - inProduct : 0n)

/** The most that a customer can put in now; it may be less than the minimum. */
export function maxAmount(limits: AmountLimits): Units {
  let least = remainingOwn(limits)
  for (const bound of [limits.available, limits.remaining]) if (bound < least) least = bound
  return least
}

/** Why an amount cannot be put in, in the order the customer should hear it; undefined when it can. */
export function amountRefusal(limits: AmountLimits, principal: Units): Refused | undefined {
  const { currency } = limits
  const shown = (amount: bigint) => formatAmount(amount, currency)
  if (!limits.isOpen) return refused('EARN_CLOSED')
  if (principal < limits.minimum)
    return refused('AMOUNT_TOO_SMALL', { minimum: shown(limits.minimum), currency })
  const own = remainingOwn(limits)
  if (principal > own) return refused('AMOUNT_TOO_LARGE', { maximum: shown(own), currency })
  if (principal > limits.available) return refused('INSUFFICIENT_BALANCE')
  if (principal > limits.remaining)
    return refused('EARN_SOLD_OUT', { left: shown(limits.remaining), currency })
  return undefined
}

/** Decides a subscription. Checks in the order the customer should hear about them. */
export function decideSubscription(
  limits: ProductLimits,
  context: CustomerContext,
  principal: Units,
): Decision {
  const seen = context.termsVersionSeen
  if (limits.isOpen && seen !== undefined && seen !== limits.termsVersion) return refused('TERMS_CHANGED')
  const { inProduct, available } = context
  const remaining = remainingCapacity(limits, context.fund)
  const refusal = amountRefusal({ ...limits, inProduct, available, remaining }, principal)
  if (refusal) return refusal

  return allowed({})
}

/** What an operator sets for a product. */
export interface ProductTerms extends Terms {
  /** Between notice and payment, of a product without a term; 0 for the others. */
  readonly noticeHours: number
  readonly minimum: Units
  readonly maximum: Units
  readonly cap: Units
}

const MAX_TERM_DAYS = 730
/** 30 days. */
const MAX_NOTICE_HOURS = 720
/** 1 % a day: above it somebody has mistaken the unit. */
const MAX_DAILY_RATE = RATE_ONE / 100n
/** Of another coin, 1,000 units a day for each: any more is a mistaken unit, whatever the two cost. */
const MAX_REWARD_RATE = RATE_ONE * 1_000n
/** 20 % of the principal. */
const MAX_PENALTY_RATE = RATE_ONE / 5n

/**
 * The first field of a product's terms that may not be as it is; undefined when all may.
 *
 * The minimum must earn at least one unit a day, and the cap with all its interest must fit the ledger. Where
 * interest is paid out daily, a penalty must be able to take all of it back from the principal.
 */
export function invalidField(kind: TermKind, terms: ProductTerms): keyof ProductTerms | undefined {
  const { termDays, dailyRate, penaltyRate, noticeHours, minimum, maximum, cap } = terms
  const { paysInterest, mayBeOpenEnded, earnsAnotherCoin } = kindRules[kind]
  const isOpenEnded = mayBeOpenEnded && termDays === 0
  if (!Number.isInteger(termDays) || termDays < (isOpenEnded ? 0 : 1) || termDays > MAX_TERM_DAYS)
    return 'termDays'
  if (dailyRate <= 0n || dailyRate > (earnsAnotherCoin ? MAX_REWARD_RATE : MAX_DAILY_RATE)) return 'dailyRate'
  if (paysInterest === 'daily' && dailyRate * BigInt(termDays) > RATE_ONE) return 'dailyRate'
  if (penaltyRate < 0n || penaltyRate > (isOpenEnded ? 0n : MAX_PENALTY_RATE)) return 'penaltyRate'
  if (noticeHours < (isOpenEnded ? 1 : 0) || noticeHours > (isOpenEnded ? MAX_NOTICE_HOURS : 0))
    return 'noticeHours'
  if (minimum <= 0n || interestPerDay(minimum, terms) === 0n) return 'minimum'
  if (maximum < minimum) return 'maximum'
  if (cap < maximum || cap + fullInterest(cap, terms) > MAX_UNITS) return 'cap'
  return undefined
}
