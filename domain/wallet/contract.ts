import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { currencyCode, decimalInput, decimalString, text, timeMs, whole } from '../fields.ts'
import { listOf } from '../list.ts'
import { uploadId } from '../upload/contract.ts'
import { reasons } from './reasons.ts'
import { walletTypeOnWire, walletTypes } from './wallet-types.ts'

/** Balances, the statement, transfers between a customer's own wallets, and deposits by proof. */

const walletType = z.enum(walletTypes)
/** US dollars with two decimals; null while a price is unknown. */
const valueUsd = z.nullable(z.string())
/** How many rows the wallet's lists show where nobody says. Source: rulings, section 1. */
const defaultLimit = '10'

export const walletBalanceView = z.object({
  currency: z.string(),
  walletType,
  available: decimalString,
  /** Waits for open orders or requests; `/wallet/why_held` says which. */
  held: decimalString,
  total: decimalString,
  valueUsd,
  /** How many entries of the statement make these two balances. */
  entryCount: z.number(),
})
export type WalletBalanceView = z.output<typeof walletBalanceView>

export const holdingView = z.object({
  currency: z.string(),
  name: z.string(),
  decimals: z.number(),
  colour: z.string(),
  kind: z.enum(['crypto', 'fiat']),
  available: decimalString,
  held: decimalString,
  total: decimalString,
  valueUsd,
  /** Always all four, in the order funding, spot, contract, options. */
  wallets: z.array(walletBalanceView),
})
export type HoldingView = z.output<typeof holdingView>

/** What is held in products of one currency: the customer's, but in none of the four wallets until its term ends. */
export const savingsView = z.object({
  currency: z.string(),
  /** Principal, and the interest credited so far. */
  amount: decimalString,
  valueUsd,
  /** Credited at the last midnight UTC, and part of the amount. */
  todayInterest: decimalString,
  products: z.number(),
  earliestMaturityMs: timeMs,
  /** How many transfers make this amount. */
  entryCount: z.number(),
})
export type SavingsView = z.output<typeof savingsView>

export const walletList = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/wallet/list',
  access: 'user',
  showsMoney: true,
  summary: 'Everything the customer has: each currency with its four wallets, savings, and what it is worth',
  output: z.object({
    /** The four wallets and the savings. */
    totalUsd: z.string(),
    /** False when a price is unknown and something held is missing in the totals. */
    isWhole: z.boolean(),
    wallets: z.array(z.object({ walletType, valueUsd: z.string() })),
    holdings: z.array(holdingView),
    /** One for each currency that something is deposited of. */
    savings: z.array(savingsView),
    savingsTotal: z.object({
      valueUsd: z.string(),
      todayUsd: z.string(),
      products: z.number(),
      /** Null while nothing is deposited. */
      earliestMaturityMs: z.nullable(timeMs),
    }),
  }),
})

export const walletDetail = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/wallet/detail',
  access: 'user',
  showsMoney: true,
  summary: 'One of the customer’s wallets',
  input: { currency: currencyCode, walletType },
  wire: { walletType: ['type', walletTypeOnWire] },
  output: walletBalanceView,
})

export const walletUsed = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/wallet/newlist',
  access: 'user',
  showsMoney: true,
  summary: 'The accounts that hold something, flat',
  output: z.array(walletBalanceView),
})

export const walletCurrencies = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/currency/user_currency_list',
  access: 'user',
  showsMoney: true,
  summary: 'The currencies, with what is available in funding and whether deposits are taken',
  output: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      decimals: z.number(),
      colour: z.string(),
      kind: z.enum(['crypto', 'fiat']),
      available: decimalString,
      canDeposit: z.boolean(),
    }),
  ),
})

export const walletInfo = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/wallet/get_info',
  access: 'user',
  showsMoney: true,
  summary: 'One currency: the four wallets and how it can be deposited',
  input: { currency: currencyCode },
  output: z.object({
    ...holdingView.shape,
    deposit: z.array(z.object({ network: z.string(), minimum: decimalString })),
  }),
})

export const walletTransfer = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/wallet/change',
  access: 'user',
  money: true,
  summary: 'Move money between two of the customer’s wallets, at once and free of charge',
  input: { currency: currencyCode, amount: decimalInput, from: walletType, to: walletType },
  wire: {
    currency: 'currency_id',
    amount: 'number',
    from: ['from_field', walletTypeOnWire],
    to: ['to_field', walletTypeOnWire],
  },
  output: z.object({ id: z.string(), amount: decimalString, from: walletBalanceView, to: walletBalanceView }),
})

export const walletTransfers = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/wallet/hzhistory',
  access: 'user',
  showsMoney: true,
  summary: 'Past transfers between the customer’s wallets, newest first',
  ...listOf(
    z.object({
      id: z.string(),
      currency: z.string(),
      amount: decimalString,
      from: walletType,
      to: walletType,
      atMs: timeMs,
    }),
    {
      filters: { currency: z.optional(currencyCode) },
      defaultLimit,
    },
  ),
})

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

/** What came in and what went out of the accounts in view; what moved between them is neither. */
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
  currency: z.optional(currencyCode),
  walletType: z.optional(walletType),
  reason: z.optional(z.enum(reasons)),
  /** From this moment, up to but not including that one. */
  fromMs: z.optional(whole(0, 253_402_300_799_000)),
  toMs: z.optional(whole(0, 253_402_300_799_000)),
}
const statementOnWire = { walletType: ['type', walletTypeOnWire], fromMs: 'from', toMs: 'to' } as const

export const statement = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/wallet/legal_log',
  access: 'user',
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
    },
    defaultLimit,
  }),
})

export const statementCsv = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/wallet/bill_csv',
  access: 'user',
  // A file of thousands of rows costs about what an upload does.
  rate: 'upload',
  summary: 'The same as a CSV file, times in UTC, amounts exact',
  input: statementFilter,
  wire: statementOnWire,
  output: z.string(),
})

export const whyHeld = endpoint({
  area: 'wallet',
  method: 'ANY',
  path: '/wallet/why_held',
  access: 'user',
  showsMoney: true,
  summary: 'Which open orders and requests hold the money that is not available',
  input: { currency: z.optional(currencyCode) },
  output: z.array(
    z.object({
      currency: z.string(),
      walletType,
      held: decimalString,
      holds: z.array(
        z.object({
          /** What holds it: `spot-order`, … */
          kind: z.string(),
          reference: z.string(),
          amount: decimalString,
          sinceMs: timeMs,
        }),
      ),
    }),
  ),
})

export const depositStatuses = ['pending', 'approved', 'rejected'] as const
export type DepositStatus = (typeof depositStatuses)[number]

export const depositView = z.object({
  id: z.string(),
  /** What support and the customer call it. @example 'D-10482' */
  reference: z.string(),
  status: z.enum(depositStatuses),
  currency: z.string(),
  network: z.string(),
  /** What the customer says was sent. */
  claimed: decimalString,
  /** What arrived and was credited; null until approved. */
  credited: z.nullable(decimalString),
  address: z.string(),
  hashTail: z.string(),
  sender: z.string(),
  image: z.string(),
  submittedAtMs: timeMs,
  decidedAtMs: z.nullable(timeMs),
  /** Why it was rejected. */
  rejection: z.nullable(z.string()),
})
export type DepositView = z.output<typeof depositView>

export const depositAddress = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/wallet/get_in_address',
  access: 'user',
  summary: 'Where to send a deposit',
  input: { currency: currencyCode, network: z.optional(text(20)) },
  wire: { network: 'sub_type' },
  output: z.object({
    currency: z.string(),
    network: z.string(),
    address: z.string(),
    minimum: decimalString,
    /** All networks this currency can come by. */
    networks: z.array(z.string()),
    /** A made-up address: nothing real may be sent to it. */
    isDemo: z.boolean(),
  }),
})

export const requestDeposit = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/wallet/charge_req',
  access: 'user',
  money: true,
  summary: 'Ask for a deposit to be credited: what was sent, with a screenshot and the end of its hash',
  input: {
    sender: text(60),
    amount: decimalInput,
    currency: currencyCode,
    network: text(20),
    address: text(120),
    image: uploadId,
    hashTail: z.string().check(z.regex(/^[0-9A-Za-z]{6}$/, 'the last six characters of the hash')),
  },
  wire: { sender: 'account', network: 'sub_type', hashTail: 'hash_tail' },
  output: depositView,
})

export const deposits = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/recharge/log',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s deposits, newest first',
  wire: { kind: ['type', { deposit: '0' }] },
  ...listOf(depositView, {
    filters: {
      kind: z.optional(z.enum(['deposit'])),
      status: z.optional(z.enum(depositStatuses)),
      currency: z.optional(currencyCode),
    },
    defaultLimit,
  }),
})

export const walletEndpoints = [
  walletList,
  walletDetail,
  walletUsed,
  walletCurrencies,
  walletInfo,
  walletTransfer,
  walletTransfers,
  statement,
  statementCsv,
  whyHeld,
  depositAddress,
  requestDeposit,
  deposits,
] as const
