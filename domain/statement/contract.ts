import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { currency, decimalInput, decimalString, id, momentInput, timeMs } from '../fields.ts'
import { listOf } from '../list.ts'
import { reasons } from '../reasons.ts'
import { walletOnWire, walletTypes } from '../wallet/wallet-types.ts'
import { eventKinds, eventNames } from './events.ts'

/** The statement: every entry of a customer's wallets with its reason and the balance after it, and the events they are of. */

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

const kind = z.optional(z.enum(eventKinds))
const accountsAndTime = {
  currency: z.optional(currency),
  walletType: z.optional(walletType),
  /** From this moment, up to but not including that one. */
  fromMs: z.optional(momentInput),
  toMs: z.optional(momentInput),
}
/** By the reason of a transfer, or by the kind of the event that it is of. */
const statementFilter = {
  ...accountsAndTime,
  reason: z.optional(z.enum(reasons)),
  kind,
  /** Of what came or left, both ends with it, in whatever currency. */
  minAmount: z.optional(decimalInput),
  maxAmount: z.optional(decimalInput),
}
const statementOnWire = {
  ...walletOnWire,
  ...({ fromMs: 'from', toMs: 'to', minAmount: 'min_amount', maxAmount: 'max_amount' } as const),
}

const statementExtras = {
  /**
   * Of everything the filter lets through, by currency. With the first page alone; null as well where
   * there is too much to add up at once: a month or a currency makes it less.
   */
  sums: z.nullable(z.array(statementSumsView)),
  /** Entries from this moment on are here; earlier months are archived. Null while every entry is here. */
  keptFromMs: z.nullable(timeMs),
}

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
    extras: statementExtras,
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

export const statementPdf = endpoint({
  area: 'statement',
  method: 'GET',
  path: '/wallet/statement_pdf',
  access: 'user',
  isHeavy: true,
  rate: 'upload',
  answersFile: ['application/pdf'],
  summary:
    'A period of at most 366 days as PDF in the language asked for: balances, every kind of booking by product and currency, and the bookings',
  input: { fromMs: momentInput, toMs: momentInput },
  wire: statementOnWire,
  output: z.string(),
})

/** What an event did to one currency. */
const eventAmount = z.object({
  currency: z.string(),
  /** Signed; zero where it only moved between the accounts in view. */
  net: decimalString,
  /** What it moved between them and did not move back: what it holds, or what was transferred. */
  moved: decimalString,
})

/** Everything that one request of the customer's moved: an order, a deposit, a transfer, a subscription. */
export const statementEventView = z.object({
  /** Of the order, deposit or other request; of the transfer where several share it. */
  id: z.string(),
  kind: z.enum(eventNames),
  /** Which words it has and how far it has come: see `EventRules`; null where it has only one. */
  variant: z.nullable(z.string()),
  state: z.nullable(z.string()),
  /** The values in its words. */
  params: z.record(z.string(), z.string()),
  /** Of its newest transfer in view. */
  reason: z.enum(reasons),
  /** The accounts in view, those it left first. */
  walletTypes: z.array(walletType),
  /** What left first. */
  amounts: z.array(eventAmount),
  entries: z.number(),
  /** Of its newest entry in view. */
  atMs: timeMs,
})
export type StatementEventView = z.output<typeof statementEventView>

export const statementEvents = endpoint({
  area: 'statement',
  method: 'GET',
  path: '/wallet/events',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  summary: 'The same by event: all that one order, deposit, transfer or subscription moved is one row',
  wire: statementOnWire,
  ...listOf(statementEventView, {
    filters: { ...accountsAndTime, kind },
    defaultLimit,
    extras: statementExtras,
  }),
})

export const statementEvent = endpoint({
  area: 'statement',
  method: 'GET',
  path: '/wallet/event',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  summary: 'One event with all its entries, oldest first, whatever account they are of',
  wire: walletOnWire,
  ...listOf(statementEntryView, {
    filters: { kind: z.enum(eventNames), id },
    extras: { event: statementEventView },
  }),
})

export const statementEndpoints = [statement, statementCsv, statementPdf, statementEvents, statementEvent]
