import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { currency, decimalString, momentInput, timeMs } from '../fields.ts'
import { listOf } from '../list.ts'
import { reasons } from '../reasons.ts'
import { walletOnWire, walletTypes } from '../wallet/wallet-types.ts'

/** The statement: every entry of a customer's wallets, with its reason and the balance after it. */

const walletType = z.enum(walletTypes)
/** How many rows a list shows where nobody says. Source: rulings, section 1. */
const defaultLimit = '10'

export const statementEntryView = z.object({
  /** The transfer that made it; a transfer between own wallets makes two entries. */
  transferId: z.string(),
  reason: z.enum(reasons),
  currency: z.string(),
  walletType,
  state: z.enum(['available', 'held']),
  /** Signed: below zero when it left. */
  amount: decimalString,
  /** Of this account, after it. */
  balance: decimalString,
  atMs: timeMs,
  /** The order, deposit or request it belongs to. */
  reference: z.string(),
})
export type StatementEntryView = z.output<typeof statementEntryView>

/** Credits and debits of the accounts in view; what moved between them is neither. */
export const statementSumsView = z.object({
  currency: z.string(),
  in: decimalString,
  /** Below zero. */
  out: decimalString,
  net: decimalString,
  entries: z.number(),
})
export type StatementSumsView = z.output<typeof statementSumsView>

const statementFilter = {
  currency: z.optional(currency),
  walletType: z.optional(walletType),
  reason: z.optional(z.enum(reasons)),
  /** From this moment, up to but not including that one. */
  fromMs: z.optional(momentInput),
  toMs: z.optional(momentInput),
}
const statementOnWire = { ...walletOnWire, fromMs: 'from', toMs: 'to' } as const

export const statement = endpoint({
  area: 'statement',
  method: 'POST',
  path: '/wallet/legal_log',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  summary: 'Every entry of the customer’s accounts, newest first, and their sums',
  wire: statementOnWire,
  ...listOf(statementEntryView, {
    filters: statementFilter,
    extras: {
      /**
       * Of everything the filter lets through, by currency. With the first page alone; null as well where
       * there is too much to add up at once: a month or a currency makes it less.
       */
      sums: z.nullable(z.array(statementSumsView)),
      /** Entries from this moment on are here; earlier months are archived. Null while every entry is here. */
      keptFromMs: z.nullable(timeMs),
    },
    defaultLimit,
  }),
})

export const statementCsv = endpoint({
  area: 'statement',
  method: 'GET',
  path: '/wallet/bill_csv',
  access: 'user',
  isHeavy: true,
  // A file of thousands of rows costs about what an upload does.
  rate: 'upload',
  answersFile: ['text/csv'],
  summary: 'The same as a CSV file, times in UTC, amounts exact',
  input: statementFilter,
  wire: statementOnWire,
  output: z.string(),
})

export const statementEndpoints = [statement, statementCsv]
