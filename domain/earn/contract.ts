import * as z from 'zod/mini'
import { endpoint, type WireNames } from '../endpoint.ts'
import { decimalInput, decimalString, id, timeMs, whole } from '../fields.ts'
import { listOf } from '../list.ts'
import { termKinds } from './kinds.ts'

/**
 * Term products: money deposited at a fixed daily rate, for a fixed term or until notice is given.
 *
 * Amounts are decimal strings of the product's currency. Rates come twice: as a fraction of one, for the
 * rules (`parseRate`), and in percent without the sign, for the eye.
 */

/** What lists are of; the specification knows locked deposits. */
const kind = z.prefault(z.enum(termKinds), 'locked')

/** A tag beside a product's name; its text is the client's, in the customer's language. */
export const productTags = ['new', 'popular', 'limited'] as const

export const subscriptionStatuses = ['active', 'ended'] as const
/** How one ended: its term was over, or it was redeemed early. */
export const subscriptionEnds = ['matured', 'redeemed'] as const

const rates = {
  /** A fraction of one; of lock-mining units of `rewardCurrency` a day for each unit of `currency`. */
  dailyRate: decimalString,
  /** Null of lock-mining: what one coin earns of another is no percentage of it. */
  dailyPercent: z.nullable(decimalString),
  /** Simple, not compounded: 365 times the daily rate. Null of lock-mining. */
  aprPercent: z.nullable(decimalString),
  /** Share of the principal that early redemption costs at least. */
  penaltyRate: decimalString,
  penaltyPercent: decimalString,
}

/** A price that a figure was made with, by its place on the tape. */
const usedTick = z.object({ symbol: z.string(), sequence: z.number(), price: decimalString, atMs: timeMs })

export const productView = z.object({
  id: z.string(),
  kind: z.enum(termKinds),
  currency: z.string(),
  /** What it earns: the same but in lock-mining. */
  rewardCurrency: z.string(),
  /** 0 without a term: a subscription then runs until its customer gives notice. */
  termDays: z.number(),
  /** Between notice and payment; 0 with a term. */
  noticeHours: z.number(),
  ...rates,
  /**
   * Of lock-mining alone: what the reward would be in a year if both coins kept the prices of these ticks, as a share of
   * what is staked. It promises nothing. Null where no price is known.
   */
  atTodaysPrice: z.nullable(z.object({ aprPercent: decimalString, ticks: z.array(usedTick) })),
  minimum: decimalString,
  /** What one customer may have in this product at a time. */
  maximum: decimalString,
  /** What all customers together may have in it. */
  cap: decimalString,
  /** What can still be put in: the cap less what is subscribed, never more than the interest fund covers. */
  left: decimalString,
  /** The same against the cap, 0 to 100, rounded down. */
  leftPercent: z.number(),
  availability: z.enum(['open', 'sold-out', 'closed']),
  /** What the customer who asks has in it already: part of the maximum. Zero for who is not signed in. */
  inProduct: decimalString,
  tag: z.nullable(z.enum(productTags)),
  /** Send it back with a subscription: a change of terms in between is then refused, not accepted unseen. */
  termsVersion: z.number(),
})
export type ProductView = z.output<typeof productView>

/** Without a term: what is paid when the notice is over, and until then interest goes on. */
const earlyRedemptionView = z.object({
  /** Earned and not yet paid out. */
  interest: decimalString,
  /** The larger of the penalty share of the principal and the interest earned: early redemption never gains. */
  penalty: decimalString,
  /** Principal plus interest less penalty. */
  refund: decimalString,
  /** Of lock-mining: the reward earned so far, which redeeming early gives up. Zero of other kinds. */
  givenUp: decimalString,
})

export const subscriptionView = z.object({
  id: z.string(),
  productId: z.string(),
  kind: z.enum(termKinds),
  currency: z.string(),
  /** Whose amounts all figures of interest are. */
  rewardCurrency: z.string(),
  principal: decimalString,
  /** As the product's. */
  termDays: z.number(),
  noticeHours: z.number(),
  ...rates,
  status: z.enum(subscriptionStatuses),
  /** Null while it is active. */
  end: z.nullable(z.enum(subscriptionEnds)),
  subscribedAtMs: timeMs,
  /** The first midnight UTC after the subscription; the first day of interest begins here. */
  startsAtMs: timeMs,
  /**
   * `startsAtMs` plus the term, again a midnight UTC. The subscription pays itself out then. Without a term, the
   * end of what is set aside, which moves on each day until notice is given.
   */
  maturesAtMs: timeMs,
  /** When notice was given; null with a term, and before. */
  noticeAtMs: z.nullable(timeMs),
  /** Full days earned so far; never more than interest is set aside for. */
  daysEarned: z.number(),
  interestPerDay: decimalString,
  /**
   * Credited at the last midnight, on the day of maturity too; zero before the first one, from the day after
   * maturity on, and once redeemed early.
   */
  interestToday: decimalString,
  interestSoFar: decimalString,
  interestAtMaturity: decimalString,
  /** Principal and all interest; of lock-mining the principal alone, beside `interestAtMaturity`. */
  paidAtMaturity: decimalString,
  /** What redeeming now would give; null when the subscription has ended, or notice was given. */
  earlyRedemption: z.nullable(earlyRedemptionView),
  /** What the subscription paid out in the end; null while it runs. */
  result: z.nullable(z.object({ ...earlyRedemptionView.shape, atMs: timeMs })),
  rulesVersion: z.number(),
})
export type SubscriptionView = z.output<typeof subscriptionView>

/**
 * What the specification calls the figures of a product and of a subscription: its parameters, and the labels of
 * its orders.
 *
 * Source: specification section 3, locked deposit; rulings, section 1.
 */
const earnOnWire: WireNames = {
  productId: 'config_id',
  principal: 'amount',
  maturesAtMs: 'maturity_time',
  refund: 'refund_amount',
  aprPercent: 'return_rate',
  interestToday: 'today_income',
  interestSoFar: 'total_income',
  status: { name: 'status', values: { active: 'normal', ended: 'ended' } },
  termsVersion: 'terms_version',
  quoteId: 'quote_id',
}

export const earnProducts = endpoint({
  area: 'earn',
  method: 'GET',
  path: '/lh/deposit/config',
  access: 'public',
  showsMoney: true,
  summary: 'The term products of a kind on offer, and the fund that pays their interest',
  input: { kind },
  wire: earnOnWire,
  output: z.object({
    products: z.array(productView),
    /** Set aside for every open subscription to its end, and free for new ones. */
    interestFund: z.array(z.object({ currency: z.string(), reserved: decimalString, free: decimalString })),
  }),
})

export const earnSubscriptions = endpoint({
  area: 'earn',
  method: 'GET',
  path: '/lh/deposit/order',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s subscriptions to products of a kind, newest first, with totals by currency',
  wire: earnOnWire,
  ...listOf(subscriptionView, {
    filters: { kind, status: z.optional(z.enum(subscriptionStatuses)) },
    extras: {
      totals: z.array(
        z.object({
          currency: z.string(),
          /** In active subscriptions. */
          principal: decimalString,
          /** Of all subscriptions, as each subscription says it. */
          interestToday: decimalString,
          /** Earned in active subscriptions and paid by ended ones. */
          interestSoFar: decimalString,
          /** Paid for early redemption. */
          penaltyTotal: decimalString,
        }),
      ),
    },
  }),
})

export const earnSubscription = endpoint({
  area: 'earn',
  method: 'GET',
  path: '/lh/deposit/detail',
  access: 'user',
  showsMoney: true,
  summary: 'One subscription, with its interest day by day',
  input: { id },
  wire: earnOnWire,
  output: z.object({
    ...subscriptionView.shape,
    /** Newest first; each names the transfer that credited it. */
    days: z.array(
      z.object({ day: z.number(), atMs: timeMs, interest: decimalString, transferId: z.string() }),
    ),
  }),
})

export const subscribe = endpoint({
  area: 'earn',
  method: 'POST',
  path: '/lh/deposit',
  access: 'user',
  money: true,
  summary: 'Put money into a term product, from funding',
  input: { productId: id, amount: decimalInput, termsVersion: z.optional(whole(1, 999_999)) },
  wire: earnOnWire,
  output: subscriptionView,
})

export const quoteRedemption = endpoint({
  area: 'earn',
  method: 'POST',
  path: '/lh/deposit/quote',
  access: 'user',
  rate: 'write',
  summary:
    'The early redemption figures, firm for ten seconds; where interest is paid daily, to midnight at most',
  input: { id },
  wire: earnOnWire,
  output: z.object({
    quoteId: z.string(),
    subscriptionId: z.string(),
    currency: z.string(),
    rewardCurrency: z.string(),
    principal: decimalString,
    ...earlyRedemptionView.shape,
    validUntilMs: timeMs,
  }),
})

export const redeem = endpoint({
  area: 'earn',
  method: 'POST',
  path: '/lh/deposit/order/cancel',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  summary: 'Redeem early, at a quote’s figures or this moment’s; without a term, give notice',
  input: { id, quoteId: z.optional(id) },
  wire: earnOnWire,
  output: subscriptionView,
})

/** Every call of the earn products. */
export const earnEndpoints = [
  earnProducts,
  earnSubscriptions,
  earnSubscription,
  subscribe,
  quoteRedemption,
  redeem,
]
