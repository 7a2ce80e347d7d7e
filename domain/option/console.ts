import * as z from 'zod/mini'
import { proposalView, reason } from '../console/contract.ts'
import { canManageProducts, canViewCustomers, canViewProducts } from '../console/roles.ts'
import { customerFilter, positionFilters, searchFilter, tableOf, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString, timeMs, whole } from '../fields.ts'
import { optionView } from './contract.ts'
import { optionDirections, optionStatuses } from './rules.ts'

/** What operators see and propose of seconds options. No call knows an order, a price or a result. */

const termsInput = {
  /** Seconds and payout in hundredths of a percent. @example '60:8500 120:8800' */
  periods: z
    .string()
    .check(z.regex(/^\d{2,4}:\d{4}( \d{2,4}:\d{4}){0,11}$/, 'periods like 60:8500 120:8800')),
  minimum: decimalInput,
  maximum: decimalInput,
  maxOpen: whole(1, 100),
  maxDaily: whole(1, 1_000),
  lossLimit: decimalInput,
  pauseAfter: whole(1, 100),
  pauseMinutes: whole(1, 1_440),
  exposureBps: whole(1, 10_000),
}
const termsOnWire = {
  maxOpen: 'max_open',
  maxDaily: 'max_daily',
  lossLimit: 'loss_limit',
  pauseAfter: 'pause_after',
  pauseMinutes: 'pause_minutes',
  exposureBps: 'exposure_bps',
}

export const consoleOptions = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/option',
  access: 'operator',
  roles: canViewProducts,
  summary: 'The terms of seconds options, and what the platform may have to pay when',
  output: z.object({
    currency: z.string(),
    terms: z.object({
      version: z.number(),
      periods: z.array(z.object({ seconds: z.number(), payoutBps: z.number() })),
      minimum: decimalString,
      maximum: decimalString,
      maxOpen: z.number(),
      maxDaily: z.number(),
      lossLimit: decimalString,
      pauseAfter: z.number(),
      pauseMinutes: z.number(),
      exposureBps: z.number(),
    }),
    pending: z.array(proposalView),
    fund: decimalString,
    escrow: decimalString,
    /** Whether escrow has the winnings of all open orders. */
    isCovered: z.boolean(),
    /** Open orders by instrument and second of expiry, about; the soonest first. */
    exposure: z.array(
      z.object({
        symbol: z.string(),
        expiresAtMs: timeMs,
        orders: z.number(),
        /** Winnings if the price rises, and if it falls. */
        rise: decimalString,
        fall: decimalString,
      }),
    ),
  }),
})

export const proposeOptionTerms = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/option/terms',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose other terms for seconds options to come; those that are open keep theirs',
  input: { ...termsInput, reason },
  wire: termsOnWire,
  output: proposalView,
})

const consoleOptionOrder = z.object({
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  ...z.omit(optionView, { entryAfterMs: true, staleAfterMs: true, acceptedSequence: true }).shape,
})
export type ConsoleOptionOrder = z.output<typeof consoleOptionOrder>

export const consoleOptionOrders = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/option/list',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Customers’ seconds options, newest first',
  ...tableOf(consoleOptionOrder, {
    sorts: ['time'],
    filters: positionFilters(optionDirections, optionStatuses),
  }),
})

const unusualCustomer = z.object({
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  /** Orders that were won or lost, and those of them that were won. */
  decided: z.number(),
  won: z.number(),
  stakes: decimalString,
  currency: z.string(),
  /** How likely somebody who wins every second order wins as many: one in so many. */
  oneIn: z.number(),
})
export type UnusualCustomer = z.output<typeof unusualCustomer>

export const consoleUnusualWins = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/option/unusual',
  access: 'operator',
  roles: canViewCustomers,
  summary:
    'Customers who won more seconds options in three months than chance makes likely; nothing follows from it by itself',
  ...tableOf(unusualCustomer, { sorts: ['deviation'], filters: { ...searchFilter, ...customerFilter } }),
})

export const optionConsoleEndpoints = [
  consoleOptions,
  ...withCsv(consoleOptionOrders),
  ...withCsv(consoleUnusualWins),
  proposeOptionTerms,
] as const
