import * as z from 'zod/mini'
import { channel } from '../channel.ts'
import { endpoint } from '../endpoint.ts'
import {
  currency,
  currencyOnWire,
  decimalInput,
  decimalString,
  flag,
  id,
  plainText,
  timeMs,
} from '../fields.ts'
import { listOf } from '../list.ts'
import { uploadId } from '../upload/contract.ts'
import { bankWays } from './bank.ts'

/**
 * Deposits. By proof and by a bank, a customer says what was sent and two operators find it; to an address of the
 * customer's own, its chain shows it and it is credited by itself.
 */

/** How many rows a list shows where nobody says. Source: rulings, section 1. */
const defaultLimit = '10'

/** What the specification's records are of. */
export const recordKinds = ['deposit', 'wire', 'withdrawal'] as const

export const depositStatuses = ['pending', 'approved', 'rejected'] as const
export type DepositStatus = (typeof depositStatuses)[number]

export const depositView = z.object({
  id: z.string(),
  /** What support and the customer call it. @example 'D-10482' */
  reference: z.string(),
  kind: z.enum(recordKinds),
  /** Whether the customer claims it with a proof, its chain shows it, or by which way it comes from a bank; a withdrawal is its own. */
  source: z.enum(['proof', 'chain', ...bankWays, 'withdrawal']),
  status: z.enum(depositStatuses),
  currency: z.string(),
  network: z.string(),
  /** What the request names as that by which it came: of a bank's its way, of all others the network. */
  subType: z.string(),
  /** What the request names as its account: the sender's of a proof, the platform's of a bank's, by its id; empty where a chain shows it. */
  account: z.string(),
  /** What the customer says was sent. */
  claimed: decimalString,
  /** What arrived and was credited; null until approved. */
  credited: z.nullable(decimalString),
  address: z.string(),
  hashTail: z.string(),
  /** The transaction on its chain; null for a claim. */
  txid: z.nullable(z.string()),
  /** How many its chain has counted, 0 while it is in no block; of a claim as many as operators saw when they matched it, null before. */
  confirmations: z.nullable(z.number()),
  /** How many confirmations its network needs; null for a bank. */
  confirmationsNeeded: z.nullable(z.number()),
  /** Why what a chain shows is not credited: it is too small, was credited by hand before, or left its chain. */
  outcome: z.nullable(z.enum(['below-minimum', 'credited-before', 'dropped'])),
  /** Of a bank's: where it went, and what the customer said of it; null for all others. */
  bank: z.nullable(
    z.object({
      bankName: z.string(),
      /** What stands in the payment, so that it is known as theirs. */
      paymentReference: z.string(),
      /** Who sent it; null where that was erased. */
      remitter: z.nullable(z.string()),
      remitterBank: z.nullable(z.string()),
      lastDigits: z.nullable(z.string()),
      paidOn: z.nullable(z.string()),
      /** Whether what was said of the sender, with its picture, was erased. */
      isErased: z.boolean(),
    }),
  ),
  /** Empty where a chain shows it, where it was erased, and of a wire without a picture. */
  image: z.string(),
  submittedAtMs: timeMs,
  decidedAtMs: z.nullable(timeMs),
  /** Why it was rejected. */
  rejection: z.nullable(z.string()),
})
export type DepositView = z.output<typeof depositView>

/** The names of what is said of a deposit by proof. */
const depositOnWire = {
  currency: currencyOnWire,
  sender: 'account',
  network: 'sub_type',
  hashTail: 'hash_tail',
  kind: {
    name: 'type',
    values: { deposit: ['deposit', '0'], wire: ['wire', '1'], withdrawal: ['withdrawal', '2'] },
  },
} as const

/** What was said in a request, by proof or by a bank, is answered under the same names. */
const recordOnWire = {
  currency: currencyOnWire,
  claimed: 'amount',
  subType: 'sub_type',
  hashTail: 'hash_tail',
  kind: depositOnWire.kind,
  bank: 'bank_payment',
  remitterBank: 'bank',
  lastDigits: 'last_digits',
  paidOn: 'paid_on',
} as const

export const depositAddress = endpoint({
  area: 'deposit',
  method: 'POST',
  path: '/wallet/get_in_address',
  access: 'user',
  summary: 'Where to send a deposit',
  input: {
    currency,
    network: z.optional(plainText(20)),
    /** Also while deposits by the network are closed, for what was sent to an address that was given before: nothing may be sent then. */
    whileClosed: z.optional(flag),
  },
  wire: { ...depositOnWire, whileClosed: 'while_closed' },
  output: z.object({
    currency: z.string(),
    network: z.string(),
    address: z.string(),
    minimum: decimalString,
    /** How many confirmations a deposit is credited after at present; null for a bank. */
    confirmationsNeeded: z.nullable(z.number()),
    /** Whether deposits are taken at present. What arrives nevertheless is credited. */
    isOpen: z.boolean(),
    /** All networks this currency can come by. */
    networks: z.array(z.string()),
    /** The customer's own: what comes to it is credited by itself. */
    isOwn: z.boolean(),
    /** A made-up address: nothing real may be sent to it. */
    isDemo: z.boolean(),
  }),
})

export const requestDeposit = endpoint({
  area: 'deposit',
  method: 'POST',
  path: '/wallet/charge_req',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  summary: 'Ask for a deposit to be credited: what was sent, with a screenshot and the end of its hash',
  input: {
    sender: plainText(60),
    amount: decimalInput,
    currency,
    network: plainText(20),
    address: plainText(120),
    image: uploadId,
    hashTail: z.string().check(z.regex(/^[0-9A-Za-z]{6}$/, 'the last six characters of the hash')),
  },
  wire: depositOnWire,
  outputWire: recordOnWire,
  output: depositView,
})

export const deposits = endpoint({
  area: 'deposit',
  method: 'GET',
  path: '/recharge/log',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  summary:
    'The customer’s deposits, newest first; those of one kind, or of all. Of type `withdrawal` their withdrawals, whose networks and addresses are in `/user/withdraw/list`',
  wire: recordOnWire,
  ...listOf(depositView, {
    filters: {
      kind: z.optional(z.enum(recordKinds)),
      status: z.optional(z.enum(depositStatuses)),
      currency: z.optional(currency),
    },
    defaultLimit,
  }),
})

export const depositDetail = endpoint({
  area: 'deposit',
  method: 'GET',
  path: '/recharge/detail',
  access: 'user',
  showsMoney: true,
  summary: 'One of the customer’s deposits',
  input: { id },
  wire: recordOnWire,
  output: depositView,
})

/** A platform account that customers pay to. */
export const bankAccountView = z.object({
  id: z.string(),
  currency: z.string(),
  ways: z.array(z.enum(bankWays)),
  beneficiary: z.string(),
  beneficiaryAddress: z.string(),
  bankName: z.string(),
  bankAddress: z.string(),
  /** Empty where the account has none, as are the four codes after it. */
  branch: z.string(),
  iban: z.string(),
  accountNumber: z.string(),
  aba: z.string(),
  swiftCode: z.string(),
  /** Until when a working day's payments are matched on it. UTC. @example '15:00' */
  cutOff: z.string(),
  minimum: decimalString,
  maximum: decimalString,
  version: z.number(),
  /** When it was changed last; null while it is as it was first published. */
  changedAtMs: z.nullable(timeMs),
  /** A made-up account: nothing real may be sent to it. */
  isDemo: z.boolean(),
})
export type BankAccountView = z.output<typeof bankAccountView>

export const bankAccounts = endpoint({
  area: 'deposit',
  method: 'GET',
  path: '/wallet/bank_accounts',
  access: 'user',
  summary:
    'The bank accounts that the customer can pay to, and what to write into a payment so that it is theirs',
  input: { currency: z.optional(currency) },
  wire: { currency: currencyOnWire },
  output: z.object({
    items: z.array(bankAccountView),
    /** The customer's own, the same for every payment. @example 'RF18539007547034' */
    paymentReference: z.string(),
  }),
})

export const requestBankDeposit = endpoint({
  area: 'deposit',
  method: 'POST',
  path: '/wallet/Wiretransfer',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  summary:
    'Ask for a payment to one of the bank accounts to be credited: a wire, from a card’s account, or by a bank’s slip',
  input: {
    /** Which of the platform's accounts it went to. */
    accountId: id,
    amount: decimalInput,
    currency,
    way: z.prefault(z.enum(bankWays), 'wire'),
    remitter: plainText(80),
    image: z.optional(uploadId),
    remitterBank: z.optional(plainText(80)),
    lastDigits: z.optional(z.string().check(z.regex(/^\d{4}$/, 'the last four digits'))),
    paidOn: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'a day'))),
  },
  wire: {
    ...{ currency: currencyOnWire, accountId: 'account', way: 'sub_type' },
    ...{ remitterBank: 'bank', lastDigits: 'last_digits', paidOn: 'paid_on' },
  },
  outputWire: recordOnWire,
  output: depositView,
})

/** What requests about funds are of: the specification's records, coins sold for dollars, loans, and trades over the counter. */
export const fundRecordKinds = [...recordKinds, 'sale', 'loan', 'otc'] as const

export const fundRecordView = z.object({
  id: z.string(),
  kind: z.enum(fundRecordKinds),
  /** Of the deposit, the withdrawal, the sale or the order. */
  recordId: z.string(),
  reference: z.string(),
  status: z.enum(depositStatuses),
  /** Its status as its own product calls it: a withdrawal that the customer called back is `rejected` here, and `cancelled` there. */
  state: z.string(),
  currency: z.string(),
  amount: decimalString,
  atMs: timeMs,
})
export type FundRecordView = z.output<typeof fundRecordView>

export const fundRecords = endpoint({
  area: 'deposit',
  method: 'GET',
  path: '/wallet/records',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  summary:
    'Every request of the customer’s about funds with its status, whatever kind it is of, newest first',
  wire: { currency: currencyOnWire, kind: depositOnWire.kind },
  ...listOf(fundRecordView, {
    filters: { kind: z.optional(z.enum(fundRecordKinds)), status: z.optional(z.enum(depositStatuses)) },
  }),
})

export const ownDepositsChannel = channel({
  name: 'deposit',
  event: 'deposit',
  access: 'user',
  summary: 'The customer’s own deposits whose confirmations or status changed',
  payload: z.array(depositView),
  wire: recordOnWire,
})

export const depositEndpoints = [
  depositAddress,
  requestDeposit,
  deposits,
  depositDetail,
  bankAccounts,
  requestBankDeposit,
  fundRecords,
]
