import * as z from 'zod/mini'
import { canViewTreasury } from '../console/roles.ts'
import { endpoint } from '../endpoint.ts'
import { decimalString } from '../fields.ts'

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

export const contractConsoleEndpoints = [consoleContractExposure] as const
