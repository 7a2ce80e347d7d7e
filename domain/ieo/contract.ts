import * as z from 'zod/mini'
import { endpoint, type WireNames } from '../endpoint.ts'
import { currencyCode, decimalInput, decimalString, id, timeMs } from '../fields.ts'
import { listOf } from '../list.ts'
import { ieoFailures, ieoKinds, ieoPhases, ieoStates } from './words.ts'

/**
 * New-coin sales on the wire. Decimal strings: prices and money in `payCurrency`; counts of coins, which are whole
 * until they are listed.
 */

/** The coin, before it is a currency and after. */
const coin = { code: z.string(), name: z.string(), colour: z.string() }

const dates = {
  opensAtMs: timeMs,
  endsAtMs: timeMs,
  /** As planned, until it is listed. */
  listsAtMs: timeMs,
  /** If it is not listed by then, all money comes back. */
  refundAtMs: timeMs,
  /** How long coins stay locked after they were listed. */
  lockDays: z.number(),
  /** Null before the listing. */
  listedAtMs: z.nullable(timeMs),
  unlocksAtMs: z.nullable(timeMs),
}

export const ieoProjectView = z.object({
  id: z.string(),
  ...coin,
  tagline: z.string(),
  payCurrency: z.string(),
  price: decimalString,
  /** What is sold in all, and of it at the fixed price and by subscription. */
  supply: decimalString,
  exchangeSupply: decimalString,
  subscriptionSupply: decimalString,
  sold: decimalString,
  subscribed: decimalString,
  /** What one customer may buy at once and subscribe for, and what the customer who asks has. */
  maxExchange: decimalString,
  quota: decimalString,
  ownExchange: decimalString,
  ownSubscribed: decimalString,
  /** With less sold and allotted at the end, all money comes back. */
  softCap: decimalString,
  ...dates,
  phase: z.enum(ieoPhases),
  presale: z.enum(['not-started', 'in-progress', 'sold-out', 'ended']),
  failure: z.nullable(z.enum(ieoFailures)),
  /** Where the coin is traded; null before. */
  symbol: z.nullable(z.string()),
  /** How many subscriptions were shared out, and coins that the rounding left; null before. */
  allotment: z.nullable(z.object({ subscriptions: z.number(), left: z.number() })),
})
export type IeoProjectView = z.output<typeof ieoProjectView>

/** How one subscription's part was computed: see `allotment.ts`. */
const allotmentView = z.object({
  /** Its place in the public list, by acceptance. */
  position: z.number(),
  total: decimalString,
  supply: decimalString,
  whole: decimalString,
  remainder: decimalString,
  rank: z.number(),
  left: z.number(),
})

export const ieoOrderView = z.object({
  id: z.string(),
  projectId: z.string(),
  ...coin,
  payCurrency: z.string(),
  kind: z.enum(ieoKinds),
  status: z.enum(ieoStates),
  price: decimalString,
  /** Coins bought or asked for, and what they cost. */
  quantity: decimalString,
  cost: decimalString,
  /** Coins that the customer gets; null while the subscription waits. */
  allotted: z.nullable(decimalString),
  /** What is paid for these, and what came back; what lies in the order meanwhile. */
  paid: decimalString,
  refunded: decimalString,
  held: decimalString,
  ...dates,
  failure: z.nullable(z.enum(ieoFailures)),
  symbol: z.nullable(z.string()),
  placedAtMs: timeMs,
  endedAtMs: z.nullable(timeMs),
  allotment: z.nullable(allotmentView),
  rulesVersion: z.number(),
})
export type IeoOrderView = z.output<typeof ieoOrderView>

/** The specification's names. Source: specification section 3, Project; rulings, section 1. */
const ieoOnWire: WireNames = {
  projectId: 'project_id',
  payCurrency: 'pay_currency',
  presale: {
    name: 'presale',
    values: {
      'not-started': ['not_started', '0'],
      'in-progress': ['in_progress', '1'],
      'sold-out': ['sold_out', '2'],
      ended: ['ended', '3'],
    },
  },
}

export const ieoProjects = endpoint({
  area: 'project',
  method: 'GET',
  path: '/project',
  access: 'public',
  showsMoney: true,
  summary: 'New-coin sales, the newest first',
  wire: ieoOnWire,
  ...listOf(ieoProjectView, { filters: {}, defaultLimit: '100' }),
})

export const ieoProject = endpoint({
  area: 'project',
  method: 'GET',
  path: '/project/detail',
  access: 'public',
  showsMoney: true,
  summary: 'One new-coin sale',
  input: { projectId: id },
  wire: ieoOnWire,
  output: ieoProjectView,
})

export const buyIeo = endpoint({
  area: 'project',
  method: 'POST',
  path: '/project/buy',
  access: 'user',
  money: true,
  summary:
    'Buy whole coins at the fixed price for so much money, from funding; what is less than a coin is not charged. Takes basic verification',
  input: { projectId: id, amount: decimalInput },
  wire: { ...ieoOnWire, amount: 'total_price' },
  outputWire: ieoOnWire,
  output: ieoOrderView,
})

export const subscribeIeo = endpoint({
  area: 'project',
  method: 'POST',
  path: '/project/order',
  access: 'user',
  money: true,
  summary:
    'Subscribe for whole coins for so much money, from funding: shared out at the end, the rest is refunded. Takes basic verification',
  input: {
    projectId: id,
    amount: decimalInput,
    payCurrency: z.optional(currencyCode),
    /** Compared with the project's, never used. */
    price: z.optional(decimalInput),
  },
  wire: ieoOnWire,
  output: ieoOrderView,
})

export const ieoOrders = endpoint({
  area: 'project',
  method: 'GET',
  path: '/user/project/order',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s orders in new-coin sales, newest first',
  wire: ieoOnWire,
  ...listOf(ieoOrderView, { filters: { status: z.optional(z.enum(ieoStates)) }, defaultLimit: '10' }),
})

export const ieoOrder = endpoint({
  area: 'project',
  method: 'GET',
  path: '/user/project/order/detail',
  access: 'user',
  showsMoney: true,
  summary: 'One order of the customer in a new-coin sale, and how its allotment was computed',
  input: { id },
  wire: ieoOnWire,
  output: ieoOrderView,
})

export const ieoAllotments = endpoint({
  area: 'project',
  method: 'GET',
  path: '/project/allotments',
  access: 'public',
  summary:
    'What every subscription of a sale asked for and was allotted, in the order of acceptance and without names: enough to compute all of it again',
  wire: ieoOnWire,
  ...listOf(z.object({ position: z.number(), asked: decimalString, allotted: decimalString }), {
    filters: { projectId: id },
    defaultLimit: '200',
  }),
})

/** Every call of new-coin sales. */
export const ieoEndpoints = [
  ieoProjects,
  ieoProject,
  buyIeo,
  subscribeIeo,
  ieoOrders,
  ieoOrder,
  ieoAllotments,
] as const
