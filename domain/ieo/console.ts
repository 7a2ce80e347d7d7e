import * as z from 'zod/mini'
import { nothing, proposalView, reason } from '../console/contract.ts'
import { canCloseProducts, canManageProducts, canViewCustomers, canViewProducts } from '../console/roles.ts'
import { amountFilter, customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString, id, momentInput, plainText, whole } from '../fields.ts'
import { ieoOrderView, ieoProjectView } from './contract.ts'
import { MAX_LOCK_DAYS } from './rules.ts'
import { ieoKinds, ieoStates } from './words.ts'

/** What operators see and propose of new-coin sales. No call knows an order or an allotment: rules decide these. */

const coins = whole(0, 10_000_000_000)

const draft = {
  code: z.string().check(z.regex(/^[A-Z0-9]{2,10}$/, 'a currency code')),
  name: plainText(40),
  tagline: plainText(120),
  decimals: whole(0, 8),
  colour: z.string().check(z.regex(/^#[0-9A-F]{6}$/, 'a color like #3AB08C')),
  price: decimalInput,
  exchangeSupply: coins,
  subscriptionSupply: coins,
  maxExchange: coins,
  quota: coins,
  softCap: coins,
  opensAtMs: momentInput,
  endsAtMs: momentInput,
  listsAtMs: momentInput,
  lockDays: whole(0, MAX_LOCK_DAYS),
}
const draftOnWire = {
  exchangeSupply: 'exchange_supply',
  subscriptionSupply: 'subscription_supply',
  maxExchange: 'max_exchange',
  softCap: 'soft_cap',
  opensAtMs: 'opens_at',
  endsAtMs: 'ends_at',
  listsAtMs: 'lists_at',
  lockDays: 'lock_days',
} as const

const consoleProject = z.object({
  ...z.omit(ieoProjectView, { ownExchange: true, ownSubscribed: true, presale: true, payCurrency: true })
    .shape,
  decimals: z.number(),
  isOpen: z.boolean(),
  canEdit: z.boolean(),
  /** Orders in which money or coins still lie, and the money that does. */
  openOrders: z.number(),
  held: decimalString,
  /** Coins that are owed to customers once it is listed; those that the issuer delivered and are not given out. */
  owed: decimalString,
  undelivered: z.nullable(decimalString),
  pending: z.nullable(proposalView),
})
export type ConsoleIeoProject = z.output<typeof consoleProject>

export const consoleIeo = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/ieo',
  access: 'operator',
  roles: canViewProducts,
  summary: 'The newest hundred new-coin sales, what lies in them, and proposals for new ones',
  output: z.object({ projects: z.array(consoleProject), drafts: z.array(proposalView) }),
})

export const proposeIeo = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/ieo/create',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose a new-coin sale; it is announced once it is approved',
  input: { ...draft, reason },
  wire: draftOnWire,
  output: proposalView,
})

export const proposeIeoEdit = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/ieo/edit',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose other terms of a sale that has not opened',
  input: { id, ...draft, reason },
  wire: draftOnWire,
  output: proposalView,
})

export const proposeIeoOpening = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/ieo/open',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose to take orders again in a sale that was closed',
  input: { id, reason },
  output: proposalView,
})

export const closeIeo = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/ieo/close',
  access: 'operator',
  roles: canCloseProducts,
  rate: 'write',
  summary: 'Take no more orders in a sale, at once: the safe direction needs no second person',
  input: { id, reason },
  output: nothing,
})

export const proposeIeoListing = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/ieo/list_coin',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary:
    'Propose to list the coin of a sale: it becomes a currency with a market, and customers get theirs from what the issuer delivered',
  input: {
    id,
    /** Coins that the issuer delivered, and by which payment. */
    received: coins,
    payment: plainText(120),
    tickSize: decimalInput,
    stepSize: decimalInput,
    minNotional: decimalInput,
    makerFeeBps: whole(0, 1_000),
    takerFeeBps: whole(0, 1_000),
    reason,
  },
  wire: {
    tickSize: 'tick_size',
    stepSize: 'step_size',
    minNotional: 'min_notional',
    makerFeeBps: 'maker_fee_bps',
    takerFeeBps: 'taker_fee_bps',
  },
  output: proposalView,
})

export const proposeIeoEnd = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/ieo/fail',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose to call off a sale that is not listed: all money goes back',
  input: { id, reason },
  output: proposalView,
})

export const ieoPreview = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/ieo/preview',
  access: 'operator',
  roles: canViewProducts,
  summary: 'How a sale would be shared out if it ended now, of the first two hundred subscriptions',
  input: { id },
  output: z.object({
    subscriptions: z.number(),
    asked: decimalString,
    supply: decimalString,
    /** Coins that the rounding leaves, shared out one by one. */
    left: z.number(),
    allotted: decimalString,
    /** What would come back, and whether all of it would. */
    refund: decimalString,
    reachesSoftCap: z.boolean(),
    lines: z.array(
      z.object({
        orderId: z.string(),
        asked: decimalString,
        whole: decimalString,
        rank: z.number(),
        allotted: decimalString,
        refund: decimalString,
      }),
    ),
  }),
})

const consoleIeoOrder = z.object({
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  currency: z.string(),
  ...z.pick(ieoOrderView, {
    id: true,
    projectId: true,
    code: true,
    kind: true,
    status: true,
    price: true,
    quantity: true,
    cost: true,
    allotted: true,
    paid: true,
    refunded: true,
    placedAtMs: true,
    endedAtMs: true,
  }).shape,
})
export type ConsoleIeoOrder = z.output<typeof consoleIeoOrder>

export const consoleIeoOrders = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/ieo/list',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Customers’ orders in new-coin sales, with what came back of each, newest first',
  ...tableOf(consoleIeoOrder, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      ...amountFilter,
      kind: z.optional(z.enum(ieoKinds)),
      status: z.optional(z.enum(ieoStates)),
      /** Of which something came back. */
      refunded: z.optional(z.enum(['yes', 'no'])),
    },
  }),
})

export const ieoConsoleEndpoints = [
  consoleIeo,
  ieoPreview,
  ...withCsv(consoleIeoOrders),
  proposeIeo,
  proposeIeoEdit,
  proposeIeoOpening,
  closeIeo,
  proposeIeoListing,
  proposeIeoEnd,
] as const
