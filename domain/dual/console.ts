import * as z from 'zod/mini'
import { nothing, proposalView, reason } from '../console/contract.ts'
import { canCloseProducts, canManageProducts, canViewCustomers, canViewProducts } from '../console/roles.ts'
import { customerFilter, positionFilters, tableOf, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString, id, symbolInput, timeMs, whole } from '../fields.ts'
import { dualOrderView, dualProductView } from './contract.ts'
import { dualStates, dualTypes } from './outcomes.ts'

/** What operators see and propose of dual investments. No call knows an order, a price average or an outcome. */

/** A day of UTC. @example '2026-01-31' */
const day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'a day like 2026-01-31'),
  z.refine((text) => !Number.isNaN(Date.parse(text)), 'a day like 2026-01-31'),
)

const size = {
  /** One unit, in the currency put in. */
  unit: decimalInput,
  /** Units in all, and for one customer. */
  capacity: whole(1, 1_000_000),
  maximum: whole(1, 1_000_000),
}

const consoleProduct = z.object({
  ...z.omit(dualProductView, { own: true, aprPercent: true }).shape,
  status: z.enum(['open', 'closed']),
  sold: z.number(),
  /** Orders that are active, and what is set aside for them: the yield in the currency put in, all in the other. */
  active: z.number(),
  escrowOwn: decimalString,
  escrowOther: decimalString,
  otherCurrency: z.string(),
  /** Null of one that two operators made by itself. */
  templateVersion: z.nullable(z.number()),
  pending: z.nullable(proposalView),
})
export type ConsoleDualProduct = z.output<typeof consoleProduct>

const consoleTemplate = z.object({
  symbol: z.string(),
  type: z.enum(dualTypes),
  version: z.number(),
  /** Term in days, distance of the strike and yield in hundredths of a percent. @example '1:200:18 7:400:84' */
  rungs: z.string(),
  currency: z.string(),
  unit: decimalString,
  capacity: z.number(),
  maximum: z.number(),
  pending: z.nullable(proposalView),
})
export type ConsoleDualTemplate = z.output<typeof consoleTemplate>

export const consoleDual = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/dual',
  access: 'operator',
  roles: canViewProducts,
  summary: 'The dual investments that are on sale or active, their templates, and whether all is covered',
  output: z.object({
    /** The newest two hundred of those that have not been settled. */
    products: z.array(consoleProduct),
    templates: z.array(consoleTemplate),
    /** Proposals for products and templates that do not exist yet. */
    drafts: z.array(proposalView),
    coverage: z.array(
      z.object({
        currency: z.string(),
        free: decimalString,
        /** Set aside, by the ledger; and what the products say it must be. */
        escrow: decimalString,
        owed: decimalString,
        isCovered: z.boolean(),
      }),
    ),
    /** By instrument and settlement, the soonest first: what either outcome pays, and what customers put in. */
    exposure: z.array(
      z.object({
        symbol: z.string(),
        settlesAtMs: timeMs,
        orders: z.number(),
        ...{ base: z.string(), quote: z.string() },
        baseIn: decimalString,
        quoteIn: decimalString,
        /** If every strike is reached, and if none is. */
        quoteOut: decimalString,
        baseOut: decimalString,
      }),
    ),
  }),
})

export const proposeDualProduct = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/dual/create',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary:
    'Propose a product; it is on sale from 00:00 UTC of a day, once it is approved, until 08:00 of its start',
  input: {
    symbol: symbolInput,
    type: z.enum(dualTypes),
    strike: decimalInput,
    yieldRate: decimalInput,
    saleDay: day,
    startDay: day,
    termDays: whole(1, 365),
    ...size,
    reason,
  },
  wire: {
    yieldRate: 'yield_rate',
    saleDay: 'sale_day',
    startDay: 'start_day',
    termDays: 'term_days',
  },
  output: proposalView,
})

export const proposeDualTemplate = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/dual/template',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose the next version of a template, for ladders to come; those that were made stay',
  input: {
    symbol: symbolInput,
    type: z.enum(dualTypes),
    rungs: z
      .string()
      .check(
        z.regex(/^(none|\d{1,3}:\d{1,4}:\d{1,4}( \d{1,3}:\d{1,4}:\d{1,4}){0,23})$/, 'rungs like 7:400:84'),
      ),
    ...size,
    reason,
  },
  output: proposalView,
})

export const proposeDualOpening = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/dual/open',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose to sell a product again that was closed',
  input: { id, reason },
  output: proposalView,
})

export const closeDualProduct = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/dual/close',
  access: 'operator',
  roles: canCloseProducts,
  rate: 'write',
  summary: 'Sell no more of a product, at once: the safe direction needs no second person',
  input: { id, reason },
  output: nothing,
})

const consoleDualOrder = z.object({
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  ...z.pick(dualOrderView, {
    id: true,
    symbol: true,
    type: true,
    currency: true,
    principal: true,
    strike: true,
    yieldPercent: true,
    above: true,
    below: true,
    subscribedAtMs: true,
    dueAtMs: true,
  }).shape,
  status: z.enum(dualStates),
})
export type ConsoleDualOrder = z.output<typeof consoleDualOrder>

export const consoleDualOrders = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/dual/list',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Customers’ dual investments, newest first',
  ...tableOf(consoleDualOrder, {
    sorts: ['time'],
    filters: { ...positionFilters(dualTypes, dualStates), ...customerFilter },
  }),
})

export const dualConsoleEndpoints = [
  consoleDual,
  ...withCsv(consoleDualOrders),
  proposeDualProduct,
  proposeDualTemplate,
  proposeDualOpening,
  closeDualProduct,
] as const
