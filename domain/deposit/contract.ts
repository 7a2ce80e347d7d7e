import * as z from 'zod/mini'
import { channel } from '../channel.ts'
import { endpoint } from '../endpoint.ts'
import { currency, currencyOnWire, decimalInput, decimalString, id, plainText, timeMs } from '../fields.ts'
import { listOf } from '../list.ts'
import { uploadId } from '../upload/contract.ts'

/**
 * Deposits. By proof, a customer says what was sent and two operators find it; to an address of the customer's own, its
 * chain shows it and it is credited by itself.
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
  /** Whether the customer claims it with a proof, or its chain shows it. */
  source: z.enum(['proof', 'chain']),
  status: z.enum(depositStatuses),
  currency: z.string(),
  network: z.string(),
  /** What the customer says was sent. */
  claimed: decimalString,
  /** What arrived and was credited; null until approved. */
  credited: z.nullable(decimalString),
  address: z.string(),
  hashTail: z.string(),
  /** The transaction on its chain; null for a claim. */
  txid: z.nullable(z.string()),
  /** How many its chain has counted, 0 while it is in no block; null for a claim, which operators look up. */
  confirmations: z.nullable(z.number()),
  /** How many confirmations its network needs; null for a bank. */
  confirmationsNeeded: z.nullable(z.number()),
  /** Why what a chain shows is not credited: it is too small, was credited by hand before, or left its chain. */
  outcome: z.nullable(z.enum(['below-minimum', 'credited-before', 'dropped'])),
  /** Empty where a chain shows it, as is the image. */
  sender: z.string(),
  image: z.string(),
  submittedAtMs: timeMs,
  decidedAtMs: z.nullable(timeMs),
  /** Why it was rejected. */
  rejection: z.nullable(z.string()),
})
export type DepositView = z.output<typeof depositView>

/** What was said in a request is answered under the same names. */
const depositOnWire = {
  currency: currencyOnWire,
  sender: 'account',
  claimed: 'amount',
  network: 'sub_type',
  hashTail: 'hash_tail',
  kind: {
    name: 'type',
    values: { deposit: ['deposit', '0'], wire: ['wire', '1'], withdrawal: ['withdrawal', '2'] },
  },
} as const

export const depositAddress = endpoint({
  area: 'deposit',
  method: 'POST',
  path: '/wallet/get_in_address',
  access: 'user',
  summary: 'Where to send a deposit',
  input: { currency, network: z.optional(plainText(20)) },
  wire: depositOnWire,
  output: z.object({
    currency: z.string(),
    network: z.string(),
    address: z.string(),
    minimum: decimalString,
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
  output: depositView,
})

export const deposits = endpoint({
  area: 'deposit',
  method: 'GET',
  path: '/recharge/log',
  access: 'user',
  isHeavy: true,
  showsMoney: true,
  summary: 'The customer’s deposits, newest first',
  wire: depositOnWire,
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
  wire: depositOnWire,
  output: depositView,
})

export const ownDepositsChannel = channel({
  name: 'deposit',
  event: 'deposit',
  access: 'user',
  summary: 'The customer’s own deposits whose confirmations or status changed',
  payload: z.array(depositView),
  wire: depositOnWire,
})

export const depositEndpoints = [depositAddress, requestDeposit, deposits, depositDetail]
