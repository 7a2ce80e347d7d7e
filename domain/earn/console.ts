import * as z from 'zod/mini'
import { nothing, proposalView, reason } from '../console/contract.ts'
import { canCloseProducts, canManageProducts, canViewCustomers, canViewProducts } from '../console/roles.ts'
import { requestFilters, tableOf, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { currencyCode, decimalInput, decimalString, id, timeMs, whole } from '../fields.ts'
import { productTags, productView, subscriptionView } from './contract.ts'
import { termKinds } from './kinds.ts'

/** What operators see and propose of the earn products. */

const productTerms = {
  /** A fraction of one, '0.00018' is 0.018 % a day; of lock-mining units of the reward for each unit staked. */
  dailyRate: decimalInput,
  penaltyRate: decimalInput,
  /** Of a product without a term alone. */
  noticeHours: z.prefault(whole(0, 999), '0'),
  minimum: decimalInput,
  maximum: decimalInput,
  cap: decimalInput,
  tag: z.optional(z.enum(productTags)),
}
const termsOnWire = {
  dailyRate: 'daily_rate',
  penaltyRate: 'penalty_rate',
  noticeHours: 'notice_hours',
  termDays: 'term_days',
  rewardCurrency: 'reward_currency',
}

export const consoleEarn = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/earn',
  access: 'operator',
  roles: canViewProducts,
  summary: 'All term products, what waits for them, and whether all is covered',
  output: z.object({
    products: z.array(
      z.object({ ...productView.shape, subscribed: decimalString, pending: z.nullable(proposalView) }),
    ),
    /** Proposals for products that do not exist yet. */
    drafts: z.array(proposalView),
    coverage: z.array(
      z.object({
        currency: z.string(),
        /** Free part of the interest fund. */
        free: decimalString,
        /** Set aside for interest, by the ledger; and what the products say it must be. */
        reserved: decimalString,
        unearned: decimalString,
        /** What customers have in active subscriptions. */
        owed: decimalString,
        active: z.number(),
        isCovered: z.boolean(),
      }),
    ),
    /** The next midnight UTC, and what it will credit and pay back if nothing changes. */
    midnightMs: timeMs,
    kinds: z.array(
      z.object({
        kind: z.enum(termKinds),
        currency: z.string(),
        /** Put in; of what is only earned, none. */
        active: z.number(),
        owed: decimalString,
        reserved: decimalString,
        /** Interest and rewards of the days that are over by then and were not credited. */
        interestDue: decimalString,
        /** Of those that end by then. */
        principalDue: decimalString,
      }),
    ),
  }),
})

export const proposeEarnProduct = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/earn/create',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose a new product; it is created closed',
  input: {
    kind: z.prefault(z.enum(termKinds), 'locked'),
    currency: currencyCode,
    /** The coin that lock-mining earns; of other kinds, what is put in. */
    rewardCurrency: z.optional(currencyCode),
    /** 0 without a term. */
    termDays: whole(0, 730),
    ...productTerms,
    reason,
  },
  wire: termsOnWire,
  output: proposalView,
})

export const proposeEarnEdit = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/earn/edit',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose other terms for future subscriptions of a product',
  input: { id, ...productTerms, reason },
  wire: termsOnWire,
  output: proposalView,
})

export const proposeEarnOpening = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/earn/open',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose to open a product for subscriptions',
  input: { id, reason },
  output: proposalView,
})

export const closeEarnProduct = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/earn/close',
  access: 'operator',
  roles: canCloseProducts,
  rate: 'write',
  summary: 'Close a product for new subscriptions, at once: the safe direction needs no second person',
  input: { id, reason },
  output: nothing,
})

const subscriptionLine = z.object({
  id: z.string(),
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  ...z.pick(subscriptionView, {
    kind: true,
    currency: true,
    rewardCurrency: true,
    principal: true,
    dailyRate: true,
    dailyPercent: true,
    termDays: true,
    status: true,
    interestSoFar: true,
    subscribedAtMs: true,
    maturesAtMs: true,
  }).shape,
})
export type SubscriptionLine = z.output<typeof subscriptionLine>

export const consoleSubscriptions = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/subscriptions',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Customers’ subscriptions, newest first',
  ...tableOf(subscriptionLine, {
    sorts: ['time', 'amount'],
    filters: {
      ...requestFilters(['active', 'ended']),
      termKind: z.optional(z.enum(termKinds)),
    },
  }),
})

export const earnConsoleEndpoints = [
  consoleEarn,
  ...withCsv(consoleSubscriptions),
  proposeEarnProduct,
  proposeEarnEdit,
  proposeEarnOpening,
  closeEarnProduct,
]
