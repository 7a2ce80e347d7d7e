import * as z from 'zod/mini'
import { cardFields } from '../card/rules.ts'
import { proposalView, reason, viewerActions } from '../console/contract.ts'
import {
  canManageTreasury,
  canReviewWithdrawals,
  canViewCustomers,
  canViewTreasury,
} from '../console/roles.ts'
import { requestFilters, tableOf, withCsv } from '../console/table.ts'
import { MAX_OUTPUT_INDEX } from '../deposit/rules.ts'
import { endpoint } from '../endpoint.ts'
import { currencyCode, decimalInput, decimalString, flag, id, plainText, timeMs, whole } from '../fields.ts'
import { tiers } from '../user/tiers.ts'
import { MAX_FEE_BPS, MAX_VOIDS, withdrawalStatuses } from './rules.ts'

/** What operators do with withdrawals: review, prepare for the signer, take signed ones back, pay by hand and to cards; terms and pauses. */

/** How long a signed transaction may be, as it is written. */
export const MAX_SIGNED = 100_000

/** Whatever it is, it is read as a transaction or said to be none. */
const signed = z.string().check(z.minLength(1), z.maxLength(MAX_SIGNED))

const withdrawalLine = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(withdrawalStatuses),
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  currency: z.string(),
  network: z.string(),
  /** Of a card, its last digits. */
  address: z.string(),
  /** Whether it goes to a card. */
  isToCard: z.boolean(),
  amount: decimalString,
  fee: decimalString,
  receive: decimalString,
  /** In BTC, when it was asked for. */
  value: decimalString,
  needsReview: z.boolean(),
  risk: z.array(z.string()),
  txid: z.nullable(z.string()),
  /** The bank's own reference of the payment to a card. */
  bankReference: z.nullable(z.string()),
  confirmations: z.number(),
  confirmationsNeeded: z.number(),
  requestedAtMs: timeMs,
  endedAtMs: z.nullable(timeMs),
  rejection: z.nullable(z.string()),
  /** Whether what pays nothing in the place of its transaction is sent; which of both counts, the chain decides. */
  isVoidSent: z.boolean(),
})
export type WithdrawalLine = z.output<typeof withdrawalLine>

/** What an operator may do with a withdrawal, by its state and their part in it. */
const actions = [
  ...['approve', 'reject', 'prepare', 'upload', 'void', 'uploadVoid', 'settle', 'seeCard', 'takeOver'],
] as const

/** What an operator does alone with one that waits: write its transaction or begin to pay to its card, sign and send it, or reject it. */
export const withdrawalSteps = ['prepare', 'begin', 'send', 'reject'] as const

/** What the audit log calls the steps of a withdrawal. */
export const loggedSteps = [
  ...['proposed', 'approved', 'prepared', 'taken-over', 'sent', 'void-prepared', 'void-sent'],
] as const

/** A written transaction in words, read back from what is handed to the signer. */
const writtenTransaction = z.object({
  /** The paying address's number of it; null on a chain with outputs. */
  nonce: z.nullable(z.number()),
  /** The token's contract that it calls; null where it pays the chain's own coin. */
  contract: z.nullable(z.string()),
  /** Whom it pays; `isPayer`: the paying address itself. */
  outputs: z.array(
    z.object({ address: z.string(), amount: decimalString, currency: z.string(), isPayer: z.boolean() }),
  ),
  /** What the chain charges at most, in its own coin. */
  mostNetworkFee: decimalString,
  feeCurrency: z.string(),
})
export type WrittenTransaction = z.output<typeof writtenTransaction>

export const withdrawalCheck = z.extend(withdrawalLine, {
  /** All that a reviewer needs of the customer. */
  customer: z.object({
    tier: z.enum(tiers),
    registeredAtMs: timeMs,
    securityChangedAtMs: z.nullable(timeMs),
    addressName: z.string(),
    addressSavedAtMs: timeMs,
    /** Withdrawals that were paid, and the value of those of the last 24 hours with the customer's limit, in BTC. */
    paidBefore: z.number(),
    used: decimalString,
    limit: decimalString,
    /** What was brought in, and taken out, of this currency, ever. */
    deposited: decimalString,
    withdrawn: decimalString,
    /** Other customers who saved the same address or card; of a card, until it is paid. */
    sameAddress: z.number(),
  }),
  /** What is to be signed away from this server; null before it is prepared and where no signer is set up. */
  unsigned: z.nullable(z.string()),
  /** What that pays; null where there is none, and where it is not this server's own. */
  written: z.nullable(writtenTransaction),
  /** How it is to be signed: a PSBT in base 64, or a transaction of Ethereum in hexadecimal. */
  format: z.nullable(z.enum(['psbt', 'evm'])),
  /** What takes the place of the prepared transaction and pays nothing, in the same format; null before somebody writes it. */
  voiding: z.nullable(
    z.object({
      /** How many were written so far. */
      n: z.number(),
      unsigned: z.string(),
      written: z.nullable(writtenTransaction),
      writtenAtMs: timeMs,
      /** Null before it came back signed. */
      txid: z.nullable(z.string()),
    }),
  ),
  /** Who approved it, who wrote and sent it or what takes its place, and why, in that order; nothing that `proposal` says. */
  steps: z.array(
    z.object({
      action: z.enum(loggedSteps),
      operator: z.nullable(z.string()),
      atMs: timeMs,
      reason: z.nullable(z.string()),
    }),
  ),
  /** Who pays it to its card now; null while nobody does. */
  payer: z.nullable(z.object({ name: z.string(), sinceMs: timeMs, isViewer: z.boolean() })),
  proposal: z.nullable(proposalView),
  viewerAction: z.enum(viewerActions),
  /** What the viewer may do with it now. */
  actions: z.array(z.enum(actions)),
})
export type WithdrawalCheck = z.output<typeof withdrawalCheck>

export const consoleWithdrawals = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/withdrawals',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Withdrawals, newest first; those under way oldest first',
  ...tableOf(withdrawalLine, {
    sorts: ['time', 'amount'],
    filters: {
      ...requestFilters(withdrawalStatuses),
    },
  }),
})

export const consoleWithdrawal = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/withdrawal',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'One withdrawal, with all that is known of it and its customer',
  input: { id },
  output: withdrawalCheck,
})

export const proposeWithdrawal = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/withdrawal/propose',
  access: 'operator',
  roles: canReviewWithdrawals,
  rate: 'write',
  summary: 'Propose to approve a withdrawal under review, for another operator to check',
  input: { id, reason },
  output: withdrawalCheck,
})

export const rejectWithdrawalRequest = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/withdrawal/reject',
  access: 'operator',
  roles: canReviewWithdrawals,
  rate: 'write',
  summary: 'Reject a withdrawal; all of it goes back, and the customer reads the reason',
  input: { id, reason },
  output: withdrawalCheck,
})

export const prepareWithdrawal = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/withdrawal/prepare',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary:
    'Write the transaction of an approved withdrawal for the signer, or begin to pay it by hand; it cannot be cancelled any more',
  input: { id },
  output: withdrawalCheck,
})

export const uploadSigned = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/withdrawal/signed',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Take a signed transaction back; it is sent only if it is exactly what was prepared',
  input: { id, signed },
  output: withdrawalCheck,
})

export const voidWithdrawal = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/withdrawal/void',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary:
    'Write a transaction that takes the place of a prepared one and pays nothing, so that the amount goes back once the chain has it; the reason is logged',
  input: {
    id,
    /** How many were written before, as the operator saw it: the newest is the only one that is taken signed. */
    voids: whole(0, MAX_VOIDS),
    reason,
  },
  output: withdrawalCheck,
})

export const uploadSignedVoid = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/withdrawal/void_signed',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Take it back signed; from then on it is sent, and the prepared one is not taken or sent any more',
  input: { id, signed },
  output: withdrawalCheck,
})

/** How a withdrawal that is paid by hand ended. */
export const handOutcomes = ['paid', 'returned'] as const

export const proposeHandPayment = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/withdrawal/settle',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Propose how a withdrawal without a signer ended: paid by a transaction, or not paid',
  input: {
    id,
    settledAs: z.enum(handOutcomes),
    txReference: z.optional(plainText(128)),
    /** Needed of a chain whose transactions have numbered outputs. */
    outputIndex: z.optional(whole(0, MAX_OUTPUT_INDEX)),
    reason,
  },
  wire: { settledAs: 'settled_as', txReference: 'tx_reference', outputIndex: 'output_index' },
  output: withdrawalCheck,
})

export const withdrawalCard = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/withdrawal/card',
  access: 'operator',
  roles: canManageTreasury,
  summary:
    'The card that a withdrawal is being paid to, whole, for who pays it; that it was looked at is logged',
  input: { id },
  output: z.object({
    lines: z.array(z.object({ field: z.enum(cardFields.international), value: z.string() })),
  }),
})

export const takeOverWithdrawal = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/withdrawal/take_over',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Pay a withdrawal to a card in place of the operator who began; the reason is logged',
  input: { id, reason },
  output: withdrawalCheck,
})

export const consoleWithdrawalTerms = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/withdrawal/terms',
  access: 'operator',
  roles: canViewTreasury,
  summary:
    'What withdrawals cost by currency and network, what is paused, and what waits for a second operator',
  output: z.object({
    areAllPaused: z.boolean(),
    ways: z.array(
      z.object({
        currency: z.string(),
        network: z.string(),
        fee: decimalString,
        feeBps: z.number(),
        minimum: decimalString,
        isPaused: z.boolean(),
        /** Whether transactions are written for a signer, or paid by hand. */
        hasSigner: z.boolean(),
      }),
    ),
    /** Addresses on the screening lists, and when they were read; null without lists. */
    screening: z.nullable(z.object({ addresses: z.number(), readAtMs: timeMs })),
    pending: z.array(proposalView),
  }),
})

export const proposeWithdrawalTerms = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/withdrawal/propose_terms',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Propose fee, its rate where it is a card’s, minimum and pause of one currency and network',
  input: {
    currency: currencyCode,
    network: plainText(20),
    fee: decimalInput,
    /** Of a card, where the fee grows with the amount. */
    feeBps: z.prefault(whole(0, MAX_FEE_BPS), '0'),
    minimum: decimalInput,
    isPaused: z.prefault(flag, '0'),
    reason,
  },
  wire: { feeBps: 'fee_bps', isPaused: 'is_paused' },
  output: proposalView,
})

export const proposeWithdrawalPause = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/withdrawal/pause',
  access: 'operator',
  roles: canReviewWithdrawals,
  rate: 'write',
  summary: 'Propose to pause all withdrawals, or to go on with them',
  input: { isPaused: flag, reason },
  wire: { isPaused: 'is_paused' },
  output: proposalView,
})

export const withdrawalConsoleEndpoints = [
  ...withCsv(consoleWithdrawals),
  consoleWithdrawal,
  proposeWithdrawal,
  rejectWithdrawalRequest,
  prepareWithdrawal,
  uploadSigned,
  voidWithdrawal,
  uploadSignedVoid,
  proposeHandPayment,
  withdrawalCard,
  takeOverWithdrawal,
  consoleWithdrawalTerms,
  proposeWithdrawalTerms,
  proposeWithdrawalPause,
]
