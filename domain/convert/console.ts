import * as z from 'zod/mini'
import { proposalView, reason } from '../console/contract.ts'
import { canManageProducts, canViewCustomers, canViewProducts } from '../console/roles.ts'
import { amountFilter, customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString, whole } from '../fields.ts'
import { conversionView } from './contract.ts'

/** What operators see and propose of conversions. No call knows a price. */

export const consoleConvert = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/convert',
  access: 'operator',
  roles: canViewProducts,
  summary: 'The terms of conversions, and what the platform bought and sold within a day',
  output: z.object({
    currency: z.string(),
    terms: z.object({
      version: z.number(),
      feeBps: z.number(),
      minimum: decimalString,
      maximum: decimalString,
      maxPerCustomer: decimalString,
      maxExposure: decimalString,
      quoteSeconds: z.number(),
    }),
    pending: z.array(proposalView),
    /** Of each currency that can be converted: what the fund has of it, and its value bought and sold since a day ago. */
    flows: z.array(
      z.object({
        code: z.string(),
        fund: decimalString,
        bought: decimalString,
        sold: decimalString,
        net: decimalString,
      }),
    ),
  }),
})

export const proposeConvertTerms = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/convert/terms',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose other terms for conversions to come; quotes keep theirs',
  input: {
    feeBps: whole(1, 500),
    minimum: decimalInput,
    maximum: decimalInput,
    maxPerCustomer: decimalInput,
    maxExposure: decimalInput,
    quoteSeconds: whole(3, 30),
    reason,
  },
  wire: {
    ...{ feeBps: 'fee_bps', maxPerCustomer: 'max_per_customer', maxExposure: 'max_exposure' },
    quoteSeconds: 'quote_seconds',
  },
  output: proposalView,
})

const consoleConversion = z.object({
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  ...conversionView.shape,
})
export type ConsoleConversion = z.output<typeof consoleConversion>

export const consoleConversions = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/convert/list',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Customers’ conversions, newest first; amounts are what was given',
  ...tableOf(consoleConversion, {
    sorts: ['time', 'amount'],
    filters: { ...searchFilter, ...customerFilter, ...timeFilter, ...amountFilter },
  }),
})

export const convertConsoleEndpoints = [
  consoleConvert,
  ...withCsv(consoleConversions),
  proposeConvertTerms,
] as const
