import * as z from 'zod/mini'
import { cardFields } from '../card/rules.ts'
import { proposalView, reason, viewerActions } from '../console/contract.ts'
import { canManageProducts, canManageTreasury, canViewCustomers, canViewProducts } from '../console/roles.ts'
import { requestFilters, tableOf, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString, id, plainText, timeMs, whole } from '../fields.ts'
import { saleView } from './contract.ts'
import { saleStatuses } from './rules.ts'

/** What operators do with sales: pay them at the bank, two together, or give the coin back; the terms. No call knows a price. */

const saleLine = z.object({
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  ...saleView.shape,
  /** These three are null for who is to type card and amount again from the bank's own record. */
  fee: z.nullable(decimalString),
  receive: z.nullable(decimalString),
  card: z.extend(saleView.shape.card, { lastDigits: z.nullable(z.string()) }),
  /** What keeps it from being paid now, in words. */
  risk: z.array(z.string()),
})
export type SaleLine = z.output<typeof saleLine>

const saleCheck = z.extend(saleLine, {
  /** Who pays it at the bank now; null while nobody does. */
  payer: z.nullable(z.object({ name: z.string(), sinceMs: timeMs, isViewer: z.boolean() })),
  proposal: z.nullable(proposalView),
  viewerAction: z.enum(viewerActions),
  /** What the viewer may do with it now. */
  actions: z.array(z.enum(['start', 'pay', 'giveBack', 'seeCard', 'takeOver'])),
})
export type SaleCheck = z.output<typeof saleCheck>

export const consoleSales = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/sales',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Sales, newest first; those that wait oldest first',
  ...tableOf(saleLine, {
    sorts: ['time', 'amount'],
    filters: {
      ...requestFilters(saleStatuses),
    },
  }),
})

export const consoleSale = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/sale',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'One sale, with what waits for a second operator',
  input: { id },
  output: saleCheck,
})

export const startSale = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/sale/start',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Begin to pay a sale at the bank; only two operators can give it back from then on',
  input: { id },
  output: saleCheck,
})

export const takeOverSale = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/sale/take_over',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Pay a sale in place of the operator who began to',
  input: { id, reason },
  output: saleCheck,
})

export const saleCard = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/sale/card',
  access: 'operator',
  roles: canManageTreasury,
  summary: 'The card that a sale is being paid to, whole, for who pays it; that it was looked at is logged',
  input: { id },
  output: z.object({
    lines: z.array(z.object({ field: z.enum(cardFields.international), value: z.string() })),
  }),
})

export const saleOutcomes = ['paid', 'returned'] as const

export const proposeSaleEnd = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/sale/settle',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Propose how a sale ended: paid by a transfer of the bank, or all of it given back',
  input: { id, settledAs: z.enum(saleOutcomes), bankReference: z.optional(plainText(128)), reason },
  wire: { settledAs: 'settled_as', bankReference: 'bank_reference' },
  output: saleCheck,
})

export const consoleSaleTerms = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/sale/terms',
  access: 'operator',
  roles: canViewProducts,
  summary: 'The terms of sales, and how many dollars are set aside and left',
  output: z.object({
    currency: z.string(),
    paidCurrency: z.string(),
    terms: z.object({
      version: z.number(),
      feeBps: z.number(),
      minimumFee: decimalString,
      internationalFeeBps: z.number(),
      internationalMinimumFee: decimalString,
      minimum: decimalString,
      maxPerCustomer: decimalString,
      quoteSeconds: z.number(),
    }),
    /** Of the fund, in US dollars: for sales to come, and for those that wait. */
    left: decimalString,
    setAside: decimalString,
    pending: z.array(proposalView),
  }),
})

export const proposeSaleTerms = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/sale/propose_terms',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose other terms for sales to come; quotes keep theirs',
  input: {
    feeBps: whole(1, 500),
    minimumFee: decimalInput,
    internationalFeeBps: whole(1, 500),
    internationalMinimumFee: decimalInput,
    minimum: decimalInput,
    maxPerCustomer: decimalInput,
    quoteSeconds: whole(3, 30),
    reason,
  },
  wire: {
    ...{ feeBps: 'fee_bps', minimumFee: 'minimum_fee', maxPerCustomer: 'max_per_customer' },
    ...{ internationalFeeBps: 'international_fee_bps', quoteSeconds: 'quote_seconds' },
    internationalMinimumFee: 'international_minimum_fee',
  },
  output: proposalView,
})

export const saleConsoleEndpoints = [
  ...withCsv(consoleSales),
  consoleSale,
  startSale,
  takeOverSale,
  saleCard,
  proposeSaleEnd,
  consoleSaleTerms,
  proposeSaleTerms,
] as const
