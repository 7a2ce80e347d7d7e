import * as z from 'zod/mini'
import { nothing, proposalView, reason } from '../console/contract.ts'
import { canCloseProducts, canManageProducts, canViewCustomers, canViewProducts } from '../console/roles.ts'
import { amountFilter, customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import {
  currency,
  decimalInput,
  decimalString,
  id,
  momentInput,
  plainText,
  timeMs,
  whole,
} from '../fields.ts'
import { couponView } from './contract.ts'
import { MAX_QUANTITY, MAX_SHARE_BPS, MAX_VALID_DAYS } from './rules.ts'
import { campaignStates, couponAudiences, couponKinds, couponStates, couponUseStates } from './words.ts'

/** What operators see and propose of coupons. They give them and stop giving: what one pays, rules decide. */

const campaign = z.object({
  ...{ id: z.string(), name: z.string(), kind: z.enum(couponKinds), audience: z.enum(couponAudiences) },
  /** Null of one for named customers; only its beginning for who does not manage products. */
  code: z.nullable(z.string()),
  ...{ currency: z.string(), sharePercent: decimalString, cap: decimalString, termDays: z.number() },
  dailyPercent: decimalString,
  /** What it may cost, and what of that is paid or set aside. */
  budget: decimalString,
  spent: decimalString,
  quantity: z.number(),
  claimed: z.number(),
  validDays: z.number(),
  opensAtMs: timeMs,
  closesAtMs: timeMs,
  status: z.enum(campaignStates),
})
export type ConsoleCampaign = z.output<typeof campaign>

const coverage = z.object({
  currency: z.string(),
  /** The free part of the fund, what is set aside for orders, and what campaigns may still take of it. */
  free: decimalString,
  reserved: decimalString,
  promised: decimalString,
  isCovered: z.boolean(),
})

export const consoleCoupons = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/coupon',
  access: 'operator',
  roles: canViewProducts,
  summary:
    'A hundred campaigns, the newest first, whether the fund covers what is promised, and proposals for new ones',
  input: {
    /** Those made before this one. */
    before: z.optional(id),
  },
  output: z.object({
    campaigns: z.array(campaign),
    /** What to ask for with `before` for the next ones; null where there are none. */
    next: z.nullable(z.string()),
    coverage: z.array(coverage),
    drafts: z.array(proposalView),
    /** What a trial can be of: savings with a term that pay in what is put in. */
    savings: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

export const proposeCampaign = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/coupon/create',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary:
    'Propose a campaign. The server makes its code; with customers named, it has none and they get theirs at once',
  input: {
    name: plainText(60),
    kind: z.enum(couponKinds),
    currency,
    /** Points a year or share of the fee, in basis points; 0 of a trial. */
    shareBps: whole(0, MAX_SHARE_BPS),
    cap: decimalInput,
    /** Of a trial: the savings product whose term and rate it has, as they are now. */
    productId: z.optional(id),
    budget: decimalInput,
    quantity: whole(1, MAX_QUANTITY),
    validDays: whole(1, MAX_VALID_DAYS),
    opensAtMs: momentInput,
    closesAtMs: momentInput,
    /** Ids of customers, between spaces or commas. */
    customers: z.optional(plainText(1_000)),
    reason,
  },
  wire: {
    shareBps: 'share_bps',
    productId: 'product_id',
    validDays: 'valid_days',
    opensAtMs: 'opens_at',
    closesAtMs: 'closes_at',
  },
  output: proposalView,
})

export const stopCampaign = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/coupon/stop',
  access: 'operator',
  roles: canCloseProducts,
  rate: 'write',
  summary:
    'Give no more coupons of a campaign, at once: the safe direction needs no second person. Coupons that customers have stay good',
  input: { id, reason },
  output: nothing,
})

const consoleCoupon = z.object({
  ...{ customerId: z.string(), contact: z.string(), campaignId: z.string(), name: z.string() },
  ...z.pick(couponView, {
    id: true,
    kind: true,
    currency: true,
    sharePercent: true,
    cap: true,
    status: true,
    paid: true,
    claimedAtMs: true,
    expiresAtMs: true,
  }).shape,
})
export type ConsoleCoupon = z.output<typeof consoleCoupon>

export const consoleClaims = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/coupon/list',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Customers’ coupons, newest first; the amount is what each has paid',
  ...tableOf(consoleCoupon, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      ...amountFilter,
      kind: z.optional(z.enum(couponKinds)),
      status: z.optional(z.enum(couponStates)),
    },
  }),
})

const consoleUse = z.object({
  ...{ id: z.string(), customerId: z.string(), contact: z.string(), couponId: z.string() },
  ...{ kind: z.enum(couponKinds), currency: z.string(), amount: decimalString },
  ...{ fee: z.nullable(decimalString), feeCurrency: z.nullable(z.string()) },
  ...{ status: z.enum(couponUseStates), madeAtMs: timeMs, atMs: timeMs },
})
export type ConsoleCouponUse = z.output<typeof consoleUse>

export const consoleCouponUses = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/coupon/uses',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'What coupons did in customers’ orders, by the order’s id, newest order first',
  ...tableOf(consoleUse, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      ...amountFilter,
      kind: z.optional(z.enum(couponKinds)),
      status: z.optional(z.enum(couponUseStates)),
    },
  }),
})

export const couponConsoleEndpoints = [
  consoleCoupons,
  proposeCampaign,
  stopCampaign,
  ...withCsv(consoleClaims),
  ...withCsv(consoleCouponUses),
] as const
