import * as z from 'zod/mini'
import { canViewCustomers, canViewTreasury } from '../console/roles.ts'
import { amountFilter, customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { decimalString, plainText, timeMs } from '../fields.ts'
import { type Reason, reasons } from '../reasons.ts'

/** The ledger's entries, as operators read them: of one customer, or of one of the platform's accounts. */

const consoleEntry = z.object({
  atMs: timeMs,
  transferId: z.string(),
  reason: z.enum(reasons as readonly [Reason, ...Reason[]]),
  currency: z.string(),
  /** The kind of account: a wallet, a product's, or one of the platform's. */
  account: z.string(),
  state: z.enum(['available', 'held']),
  /** Signed: below zero when it left. */
  amount: decimalString,
  /** Of this account, after it. */
  balance: decimalString,
  /** The order, deposit or request it belongs to. */
  reference: z.string(),
})
export type ConsoleEntry = z.output<typeof consoleEntry>

const filters = {
  ...searchFilter,
  ...timeFilter,
  ...amountFilter,
  /** `reason` is what operators give. */
  entryReason: z.optional(z.enum(reasons as readonly [Reason, ...Reason[]])),
}

export const consoleEntries = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/entries',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'The ledger’s entries of one customer, newest first; none without a customer',
  ...tableOf(consoleEntry, {
    sorts: ['time'],
    isNewestFirst: true,
    filters: { ...filters, ...customerFilter },
  }),
})

export const consolePlatformEntries = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/entries/platform',
  access: 'operator',
  roles: canViewTreasury,
  summary: 'The ledger’s entries of the platform’s own accounts, of one kind or of all, newest first',
  ...tableOf(consoleEntry, {
    sorts: ['time'],
    isNewestFirst: true,
    filters: {
      ...filters,
      account: z.optional(plainText(40)),
      /** What customers paid, without what the platform's own traders did. */
      paidBy: z.optional(z.enum(['customers'])),
    },
  }),
})

export const statementConsoleEndpoints = [...withCsv(consoleEntries), ...withCsv(consolePlatformEntries)]
