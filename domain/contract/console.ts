import * as z from 'zod/mini'
import { proposalView, reason } from '../console/contract.ts'
import { canManageProducts, canViewCustomers, canViewProducts, canViewTreasury } from '../console/roles.ts'
import { positionFilters, tableOf, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString, symbolInput, whole } from '../fields.ts'
import { termBounds } from './change-terms.ts'
import { positionView } from './contract.ts'
import { directions, positionStatuses } from './rules.ts'

/** What operators see of contracts, and which terms they propose for orders to come. They can open, change and close none. */

const exposureLine = z.object({
  symbol: z.string(),
  /** As operators read it. */
  label: z.string(),
  longLots: decimalString,
  shortLots: decimalString,
  /** Long less short. */
  netLots: decimalString,
  /** Both sides at the mark price. */
  openInterest: decimalString,
  /** What customers have won so far, less what others have lost; below zero for a loss. */
  unrealized: decimalString,
  /** The move against the platform that it must be able to pay, and what customers would win by it. */
  stressBps: z.number(),
  stress: decimalString,
  /** The stress, and what customers have won: what must be covered. */
  needed: decimalString,
})
export type ExposureLine = z.output<typeof exposureLine>

export const consoleContractExposure = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/contract/exposure',
  access: 'operator',
  roles: canViewTreasury,
  summary:
    'What is open in contracts by instrument, under stress, and what there is to pay and to insure it with',
  output: z.object({
    currency: z.string(),
    counterparty: decimalString,
    insurance: decimalString,
    openInterest: decimalString,
    needed: decimalString,
    /** Whether the counterparty could pay all that is needed. */
    isCovered: z.boolean(),
    /** What the counterparty has of it, in percent, and with the insurance; null where nothing is needed. */
    coveragePercent: z.nullable(decimalString),
    insuredPercent: z.nullable(decimalString),
    /** What the insurance would have to pay of it, and what neither could. */
    fromInsurance: decimalString,
    uncovered: decimalString,
    /** Of every instrument in which something is open. */
    instruments: z.array(exposureLine),
  }),
})

const instrumentTerms = z.object({
  symbol: z.string(),
  /** As operators read it. */
  label: z.string(),
  version: z.number(),
  leverages: z.array(z.number()),
  /** What its class allows at most. */
  maxLeverage: z.number(),
  feeBps: z.number(),
  financingBps: z.number(),
  maintenanceBps: z.number(),
  marginCallBps: z.number(),
  collarBps: z.number(),
  slippageBps: z.number(),
  stressBps: z.number(),
  maxPosition: decimalString,
  maxOpenInterest: decimalString,
})
export type InstrumentTerms = z.output<typeof instrumentTerms>

export const consoleContractTerms = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/contract/terms',
  access: 'operator',
  roles: canViewProducts,
  summary: 'The terms of every instrument’s contract, and what is proposed to change in them',
  output: z.object({
    currency: z.string(),
    instruments: z.array(instrumentTerms),
    pending: z.array(proposalView),
  }),
})

const shareOf = (name: keyof typeof termBounds) => whole(termBounds[name][0], termBounds[name][1])

export const proposeContractTerms = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/contract/propose',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose other terms for contracts to come; positions and orders that there are keep theirs',
  input: {
    symbol: symbolInput,
    /** Ascending. @example '2 5 10' */
    leverages: z.string().check(z.regex(/^\d{1,3}( \d{1,3}){0,7}$/, 'leverages like 2 5 10')),
    feeBps: shareOf('feeBps'),
    financingBps: shareOf('financingBps'),
    maintenanceBps: shareOf('maintenanceBps'),
    marginCallBps: shareOf('marginCallBps'),
    collarBps: shareOf('collarBps'),
    slippageBps: shareOf('slippageBps'),
    stressBps: shareOf('stressBps'),
    maxPosition: decimalInput,
    maxOpenInterest: decimalInput,
    reason,
  },
  wire: {
    feeBps: 'fee_bps',
    financingBps: 'financing_bps',
    maintenanceBps: 'maintenance_bps',
    marginCallBps: 'margin_call_bps',
    collarBps: 'collar_bps',
    slippageBps: 'slippage_bps',
    stressBps: 'stress_bps',
    maxPosition: 'max_position',
    maxOpenInterest: 'max_open_interest',
  },
  output: proposalView,
})

const consolePosition = z.object({
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  ...positionView.shape,
})
export type ConsolePosition = z.output<typeof consolePosition>

export const consolePositions = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/contract/list',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Customers’ contract orders and positions, newest first',
  ...tableOf(consolePosition, { sorts: ['time'], filters: positionFilters(directions, positionStatuses) }),
})

export const contractConsoleEndpoints = [
  consoleContractExposure,
  ...withCsv(consolePositions),
  consoleContractTerms,
  proposeContractTerms,
] as const
