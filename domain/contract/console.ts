import * as z from 'zod/mini'
import { canViewCustomers, canViewTreasury } from '../console/roles.ts'
import { customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { decimalString, symbol } from '../fields.ts'
import { positionView } from './contract.ts'
import { directions, positionStatuses } from './rules.ts'

/** What operators see of contracts. They can open, change and close none. */

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
    /** Of every instrument in which something is open. */
    instruments: z.array(exposureLine),
  }),
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
  ...tableOf(consolePosition, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      symbol: z.optional(symbol),
      /** `direction` is that of the table's order. */
      side: z.optional(z.enum(directions)),
      status: z.optional(z.enum(positionStatuses)),
    },
  }),
})

export const contractConsoleEndpoints = [consoleContractExposure, ...withCsv(consolePositions)] as const
