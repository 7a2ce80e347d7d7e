import * as z from 'zod/mini'
import { endpoint, type WireNames } from '../endpoint.ts'
import { decimalString, id, plainText, timeMs } from '../fields.ts'
import { listOf, wholeListOf } from '../list.ts'
import { couponKinds, couponStates, couponTabs, couponUseStates } from './words.ts'

/** Coupons on the wire. Decimal strings: money in `currency`, shares in percent. */

export const couponView = z.object({
  id: z.string(),
  kind: z.enum(couponKinds),
  currency: z.string(),
  /** Points a year of a boost, percent of the fee of a discount; `0` of a trial. */
  sharePercent: decimalString,
  /** The principal that is boosted or to try with; of a discount, all that it ever pays. */
  cap: decimalString,
  /** Of a trial: for how many days, at how much a day and a year, and what that comes to. */
  termDays: z.number(),
  dailyPercent: decimalString,
  aprPercent: decimalString,
  interest: decimalString,
  status: z.enum(couponStates),
  claimedAtMs: timeMs,
  expiresAtMs: timeMs,
  /** What it has paid so far. */
  paid: decimalString,
  /** The savings order that it is in, or was: when that begins and ends, and what the coupon adds; null before. */
  order: z.nullable(
    z.object({
      id: z.string(),
      status: z.enum(couponUseStates),
      amount: decimalString,
      startsAtMs: timeMs,
      paysAtMs: timeMs,
    }),
  ),
})
export type CouponView = z.output<typeof couponView>

export const coupons = endpoint({
  area: 'coupon',
  method: 'GET',
  path: '/coupon/list',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s coupons, newest first',
  ...listOf(couponView, { filters: { status: z.optional(z.enum(couponTabs)) } }),
})

export const claimCoupon = endpoint({
  area: 'coupon',
  method: 'POST',
  path: '/coupon/claim',
  access: 'user',
  rate: 'code',
  summary:
    'Claim a coupon by its code, once. A code that is unknown, not yet open, ended or used up answers the same. Takes basic verification',
  input: { code: plainText(40) },
  output: couponView,
})

export const startTrial = endpoint({
  area: 'coupon',
  method: 'POST',
  path: '/coupon/start',
  access: 'user',
  money: true,
  summary:
    'Start the savings order of a coupon of trial principal: the principal stays the platform’s, its interest is paid at the end. Takes basic verification',
  input: { id },
  output: couponView,
})

/** What a coupon did in one order. */
export const couponUseView = z.object({
  couponId: z.string(),
  orderId: z.string(),
  kind: z.enum(couponKinds),
  currency: z.string(),
  sharePercent: decimalString,
  /** What it adds to savings, or paid of a fee. */
  amount: decimalString,
  /** What of the order's principal counts; of a discount, the fee as it was charged. Null where nothing was applied. */
  principal: z.nullable(decimalString),
  fee: z.nullable(decimalString),
  feeCurrency: z.nullable(z.string()),
  status: z.enum(couponUseStates),
  /** When it pays, or was paid or given back. */
  atMs: timeMs,
})
export type CouponUseView = z.output<typeof couponUseView>

const useOnWire: WireNames = { orderId: 'order_id' }

export const couponOfOrder = endpoint({
  area: 'coupon',
  method: 'GET',
  path: '/coupon/order',
  access: 'user',
  showsMoney: true,
  summary:
    'What a coupon did in one of the customer’s spot or savings orders: nothing in most, and one at most',
  input: { orderId: id },
  wire: useOnWire,
  output: wholeListOf(couponUseView),
})

/** Every call of coupons. */
export const couponEndpoints = [coupons, claimCoupon, startTrial, couponOfOrder] as const
