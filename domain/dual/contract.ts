import * as z from 'zod/mini'
import { endpoint, type WireNames } from '../endpoint.ts'
import { currencyCode, decimalString, id, timeMs, whole } from '../fields.ts'
import { listOf, wholeListOf } from '../list.ts'
import { dualProofFile } from '../proof/contract.ts'
import { dualOutcomes, dualTypes } from './outcomes.ts'

/**
 * Dual investments on the wire. Decimal strings: amounts in the currency that stands beside them, prices in quote per
 * base. Yields come twice: as a fraction of one, for the rules (`parseRate`), and in percent without the sign.
 */

const terms = {
  symbol: z.string(),
  base: z.string(),
  quote: z.string(),
  type: z.enum(dualTypes),
  /** What is put in. */
  currency: z.string(),
  strike: decimalString,
  /** Of the whole term. */
  yieldRate: decimalString,
  yieldPercent: decimalString,
  /** By the year: simple, not compounded. */
  aprPercent: decimalString,
  termDays: z.number(),
  startsAtMs: timeMs,
  settlesAtMs: timeMs,
}

export const dualProductView = z.object({
  id: z.string(),
  ...terms,
  saleFromMs: timeMs,
  availability: z.enum(['upcoming', 'open', 'sold-out', 'closed']),
  /** One unit, in the currency put in. */
  unit: decimalString,
  capacity: z.number(),
  /** What one customer may have of it, in units; and what the customer who asks has. */
  maximum: z.number(),
  own: z.number(),
  /** Units that can still be sold: the capacity less what is sold, never more than the funds cover. */
  left: z.number(),
  /** The same against the capacity, 0 to 100, rounded down. */
  leftPercent: z.number(),
})
export type DualProductView = z.output<typeof dualProductView>

/** An average before a moment; its price null with too few minutes that have a tick. */
const fixingView = z.object({
  atMs: timeMs,
  price: z.nullable(decimalString),
  /** How many of the thirty minutes have a tick, and how many ticks there are. */
  minutes: z.number(),
  ticks: z.number(),
})

export const dualOrderView = z.object({
  id: z.string(),
  productId: z.string(),
  ...terms,
  /** Units, and what they are in the currency put in. */
  num: z.number(),
  principal: decimalString,
  /** What is paid at or above the strike, in the quote currency, and below it, in the base; both are set aside. */
  above: decimalString,
  below: decimalString,
  status: z.enum(['active', 'ended']),
  /** How it ended; null while it is active. */
  end: z.nullable(z.enum([...dualOutcomes, 'cancelled'])),
  canCancel: z.boolean(),
  /** Until when it can be cancelled while it is active: a minute after it was made, and not once it has started. */
  cancelUntilMs: timeMs,
  subscribedAtMs: timeMs,
  /** When it is settled as it stands: a day after `settlesAtMs` where it was postponed. */
  dueAtMs: timeMs,
  /** The average that decided; null before, and of one that was cancelled. */
  fixing: z.nullable(fixingView),
  /** What was paid; null while it is active. */
  result: z.nullable(z.object({ amount: decimalString, currency: z.string(), atMs: timeMs })),
  rulesVersion: z.number(),
})
export type DualOrderView = z.output<typeof dualOrderView>

/** The specification's names. Source: specification section 3, dual; rulings, section 1. */
const dualOnWire: WireNames = {
  status: { name: 'status', values: { active: 'normal', ended: 'ended' } },
  aprPercent: 'return_rate',
}
const productsOnWire: WireNames = { ...dualOnWire, coin: 'currency_id' }

const escrow = z.array(
  z.object({
    currency: z.string(),
    /** Set aside for the pay-outs of all active orders, and free for those of new ones. */
    escrow: decimalString,
    free: decimalString,
  }),
)

export const dualProducts = endpoint({
  area: 'dual',
  method: 'GET',
  path: '/dual/index',
  access: 'public',
  showsMoney: true,
  summary: 'The dual investments of a type that are on sale or will be, and what is set aside for pay-outs',
  wire: productsOnWire,
  ...listOf(dualProductView, {
    filters: {
      /** The coin that is bought or sold. */
      coin: z.optional(currencyCode),
      type: z.prefault(z.enum(dualTypes), 'call'),
    },
    extras: { escrow },
  }),
})

export const dualProduct = endpoint({
  area: 'dual',
  method: 'GET',
  path: '/dual/detail',
  access: 'public',
  showsMoney: true,
  summary: 'One dual investment, also one that is sold no more',
  input: { id },
  wire: dualOnWire,
  output: z.object({ ...dualProductView.shape, escrow }),
})

export const buyDual = endpoint({
  area: 'dual',
  method: 'POST',
  path: '/dual/buyDual',
  access: 'user',
  money: true,
  summary: 'Put so many units into a dual investment, from funding; takes basic verification',
  input: { productId: id, num: whole(1, 1_000_000) },
  wire: { ...dualOnWire, productId: 'id' },
  outputWire: dualOnWire,
  output: dualOrderView,
})

export const dualOrders = endpoint({
  area: 'dual',
  method: 'ANY',
  path: '/dual/dual_list',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s dual investments, newest first',
  wire: dualOnWire,
  ...listOf(dualOrderView, { filters: { status: z.optional(z.enum(['active', 'ended'])) } }),
})

export const dualOrder = endpoint({
  area: 'dual',
  method: 'GET',
  path: '/dual/order',
  access: 'user',
  showsMoney: true,
  summary: 'One dual investment of the customer, with its receipt and the averages that were looked at',
  input: { id },
  wire: dualOnWire,
  output: z.object({
    ...dualOrderView.shape,
    receipt: z.string(),
    fixings: z.array(fixingView),
  }),
})

export const cancelDual = endpoint({
  area: 'dual',
  method: 'POST',
  path: '/dual/dual_cancle',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  summary: 'Take all of a dual investment back within a minute, before it starts',
  input: { id },
  wire: dualOnWire,
  output: dualOrderView,
})

export const dualProof = endpoint({
  area: 'dual',
  method: 'GET',
  path: '/dual/proof',
  access: 'user',
  showsMoney: true,
  isHeavy: true,
  rate: 'chart',
  summary:
    'All that is needed to compute again what a settled dual investment paid: its receipt, and all ticks of its window with their proofs',
  input: { id },
  outputWire: {},
  output: dualProofFile,
})

export const dualTotals = endpoint({
  area: 'dual',
  method: 'GET',
  path: '/dual/totals',
  access: 'user',
  showsMoney: true,
  summary: 'What the customer has in active dual investments, and what ended ones yielded, by currency',
  output: wholeListOf(
    z.object({
      currency: z.string(),
      principal: decimalString,
      active: z.number(),
      /** Yields of orders that were paid back in the currency put in. */
      yieldTotal: decimalString,
      nextSettlementMs: z.nullable(timeMs),
    }),
  ),
})

/** Every call of dual investments. */
export const dualEndpoints = [
  dualProducts,
  dualProduct,
  buyDual,
  dualOrders,
  dualOrder,
  cancelDual,
  dualProof,
  dualTotals,
] as const
