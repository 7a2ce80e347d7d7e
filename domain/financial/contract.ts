import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { currencyCode, decimalInput, decimalString, timeMs } from '../fields.ts'

/**
 * What customers have in products that keep money for a time, over all of them: what each has and brought, and what each
 * would pay to end now. Products declare both; none is named here.
 */

/** At most so many ways out are quoted at once. */
export const MAX_EXITS = 20

export const financialOverview = endpoint({
  area: 'financial',
  method: 'GET',
  path: '/user/financial',
  access: 'user',
  showsMoney: true,
  summary: 'What the customer has in savings and investments by product, with today’s and total income',
  wire: { today: 'today_income', total: 'total_income' },
  output: z.object({
    lines: z.array(
      z.object({
        product: z.string(),
        /** Of the product's kinds, as its other calls name it. */
        kind: z.string(),
        currency: z.string(),
        /** What was put in and is still in it. */
        principal: decimalString,
        /** Credited from the last midnight (UTC) on, and ever. */
        today: decimalString,
        total: decimalString,
      }),
    ),
    totals: z.array(
      z.object({
        currency: z.string(),
        principal: decimalString,
        today: decimalString,
        total: decimalString,
      }),
    ),
  }),
})

const exitView = z.object({
  product: z.string(),
  kind: z.string(),
  /** The record that would end, as the product's own calls take it. */
  id: z.string(),
  currency: z.string(),
  amount: decimalString,
  /** 0 without a term. */
  termDays: z.number(),
})

export const quoteExits = endpoint({
  area: 'financial',
  method: 'POST',
  path: '/user/exits',
  access: 'user',
  rate: 'quote',
  isHeavy: true,
  summary:
    'What each of the customer’s products would pay to end now, cheapest first, firm as each says; and what cannot end now',
  input: {
    currency: currencyCode,
    /** What is needed: exits that pay as much come first. */
    amount: z.optional(decimalInput),
  },
  output: z.object({
    exits: z.array(
      z.object({
        ...exitView.shape,
        quoteId: z.string(),
        validUntilMs: timeMs,
        /** Paid to funding. */
        pays: decimalString,
        /** What it costs to end now, in the same currency. */
        costs: decimalString,
        /** In another currency, what is given up besides. */
        givenUp: z.nullable(z.object({ currency: z.string(), amount: decimalString })),
        /** In the same currency, what a coupon would have added at the end; null without one. */
        boostGivenUp: z.nullable(decimalString),
        /** When the money comes; null at once. */
        paidAtMs: z.nullable(timeMs),
        /** Whether it pays what is needed by itself. */
        isEnough: z.boolean(),
      }),
    ),
    /** What cannot be ended now, and when its money comes. */
    locked: z.array(z.object({ ...exitView.shape, freeAtMs: timeMs })),
  }),
})

export const financialEndpoints = [financialOverview, quoteExits]
