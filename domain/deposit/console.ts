import * as z from 'zod/mini'
import { chains } from '../chain/chains.ts'
import { nothing, proposalView, reason, viewerActions } from '../console/contract.ts'
import {
  canCloseNetworks,
  canManageTreasury,
  canMatchDeposits,
  canViewCustomers,
  canViewTreasury,
} from '../console/roles.ts'
import { requestFilters, tableOf, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { currencyCode, decimalInput, decimalString, flag, id, plainText, timeMs, whole } from '../fields.ts'
import { imageTypes } from '../upload/contract.ts'
import { bankWays } from './bank.ts'
import { bankAccountView, depositStatuses } from './contract.ts'
import { directions, MAX_CONFIRMATIONS, MAX_OUTPUT_INDEX } from './rules.ts'

/** Matching deposits by proof and by a bank to what arrived, and where customers pay to. */

export const depositWays = ['proof', ...bankWays] as const
export const bankWayNames: readonly string[] = bankWays

export const depositCheck = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(depositStatuses),
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  currency: z.string(),
  network: z.string(),
  claimed: decimalString,
  credited: z.nullable(decimalString),
  txReference: z.nullable(z.string()),
  /** Which output or log of the transaction it was; null where nobody wrote it down. */
  outputIndex: z.nullable(z.number()),
  address: z.string(),
  isAddressOurs: z.boolean(),
  hashTail: z.string(),
  /** Empty of a bank's payment: `consoleDepositSender` says it. */
  sender: z.string(),
  way: z.enum(depositWays),
  hasImage: z.boolean(),
  /** How many confirmations it is credited after at present; null of a bank's. */
  confirmationsNeeded: z.nullable(z.number()),
  /** Of a bank's payment: which account of ours it went to, and what stands in it. */
  bank: z.nullable(z.object({ bankName: z.string(), paymentReference: z.string(), isErased: z.boolean() })),
  risk: z.array(z.string()),
  submittedAtMs: timeMs,
  decidedAtMs: z.nullable(timeMs),
  rejection: z.nullable(z.string()),
  /** The proposal that waits or was approved, if there is one. */
  proposal: z.nullable(proposalView),
  viewerAction: z.enum(viewerActions),
})
export type DepositCheck = z.output<typeof depositCheck>

const depositLine = z.omit(depositCheck, { proposal: true, viewerAction: true })
export type DepositLine = z.output<typeof depositLine>

export const consoleDeposits = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/deposits',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Deposit requests, newest first; those that wait oldest first',
  ...tableOf(depositLine, {
    sorts: ['time', 'amount'],
    filters: {
      ...requestFilters(depositStatuses),
      way: z.optional(z.enum(depositWays)),
      /** Which moment the time is asked of. */
      on: z.prefault(z.enum(['submitted', 'decided']), 'submitted'),
    },
  }),
})

export const chainDepositStatuses = [
  'confirming',
  'credited',
  'below-minimum',
  'credited-before',
  'dropped',
] as const
export type ChainDepositStatus = (typeof chainDepositStatuses)[number]

/** The networks whose deposits are seen by themselves. */
export const watchedNetworks = Object.values(chains).flatMap(({ assets }) =>
  assets.map(({ network }) => network),
)

const chainDepositLine = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(chainDepositStatuses),
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  currency: z.string(),
  network: z.string(),
  amount: decimalString,
  txid: z.string(),
  /** Of a chain with outputs the chain's own number; of logs, counted within the transaction. */
  outputIndex: z.number(),
  /** The customer's own. */
  address: z.string(),
  /** How many blocks there are from its own on; 0 while it is in none. */
  confirmations: z.number(),
  confirmationsNeeded: z.number(),
  /** Null while it is in no block of its chain. */
  height: z.nullable(z.number()),
  seenAtMs: timeMs,
  decidedAtMs: z.nullable(timeMs),
})
export type ChainDepositLine = z.output<typeof chainDepositLine>

export const consoleChainDeposits = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/deposit/chain',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Deposits to customers’ own addresses as their chains show them, newest first',
  ...tableOf(chainDepositLine, {
    sorts: ['time', 'amount'],
    filters: {
      ...requestFilters(chainDepositStatuses),
      network: z.optional(z.enum(watchedNetworks)),
      /** Which moment the time is asked of. */
      on: z.prefault(z.enum(['seen', 'decided']), 'seen'),
    },
  }),
})

export const consoleDeposit = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/deposit',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'One deposit request, with all that is known of it',
  input: { id },
  output: depositCheck,
})

export const consoleDepositProof = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/deposit/proof',
  access: 'operator',
  roles: canMatchDeposits,
  answersFile: imageTypes,
  summary: 'The screenshot of a deposit request; looking is noted in the audit log',
  input: { id },
  output: nothing,
})

export const consoleDepositSender = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/deposit/sender',
  access: 'operator',
  roles: canMatchDeposits,
  summary: 'Who a customer says sent a bank’s payment; looking is noted in the audit log',
  input: { id },
  output: z.object({
    remitter: z.string(),
    remitterBank: z.nullable(z.string()),
    lastDigits: z.nullable(z.string()),
    paidOn: z.nullable(z.string()),
  }),
})

export const proposeCredit = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/deposit/propose',
  access: 'operator',
  roles: canMatchDeposits,
  rate: 'write',
  summary: 'Match a deposit request to the transaction that arrived, for another operator to check',
  input: {
    id,
    txReference: plainText(128),
    /** Which output or log of the transaction pays the customer; a bank's payment has only 0. */
    outputIndex: z.optional(whole(0, MAX_OUTPUT_INDEX)),
    amount: decimalInput,
    /** How many blocks confirm it, as the maker sees it; not asked of a bank. */
    confirmations: z.optional(whole(0, 999_999_999)),
    reason,
  },
  wire: { txReference: 'tx_reference', outputIndex: 'output_index' },
  output: depositCheck,
})

export const rejectDepositRequest = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/deposit/reject',
  access: 'operator',
  roles: canMatchDeposits,
  rate: 'write',
  summary: 'Reject a deposit request; the customer reads the reason',
  input: { id, reason },
  output: depositCheck,
})
/** ASCII alone: what looks like another letter cannot be in an address. */
const asciiText = (maximum: number) =>
  plainText(maximum).check(
    z.minLength(2),
    z.regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'plain letters, digits and signs'),
  )

export const consoleDepositAddresses = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/deposit/addresses',
  access: 'operator',
  roles: canViewTreasury,
  summary: 'Where customers pay to, and what waits for a second operator',
  output: z.object({
    addresses: z.array(
      z.object({
        currency: z.string(),
        network: z.string(),
        address: z.string(),
        minimum: decimalString,
        isDemo: z.boolean(),
        /** The proposal it was published by; a demonstration's first ones have none. */
        reference: z.nullable(z.string()),
        sinceMs: z.nullable(timeMs),
      }),
    ),
    pending: z.array(proposalView),
  }),
})

export const proposeDepositAddress = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/deposit/address',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Propose where customers pay to, in the place of what was published for the currency and network',
  input: {
    currency: currencyCode,
    network: asciiText(20),
    address: asciiText(120),
    minimum: decimalInput,
    reason,
  },
  output: proposalView,
})

const consoleBankAccount = z.extend(z.omit(bankAccountView, { id: true, changedAtMs: true }), {
  /** The same of all its versions. */
  account: z.string(),
  countries: z.array(z.string()),
  isOpen: z.boolean(),
  /** The proposal it was published by; a demonstration's first ones have none. */
  reference: z.nullable(z.string()),
  sinceMs: z.nullable(timeMs),
})
export type ConsoleBankAccount = z.output<typeof consoleBankAccount>

export const consoleBankAccounts = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/deposit/bank_accounts',
  access: 'operator',
  roles: canViewTreasury,
  summary: 'The bank accounts that customers pay to, and what waits for a second operator',
  output: z.object({ accounts: z.array(consoleBankAccount), pending: z.array(proposalView) }),
})

export const proposeBankAccount = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/deposit/bank_account',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Propose a bank account that customers pay to, or the next version of one',
  input: {
    /** The one that is changed; a new one without. */
    account: z.optional(id),
    currency: currencyCode,
    /** With commas between. @example 'card,wire' */
    ways: plainText(60),
    beneficiary: plainText(100),
    beneficiaryAddress: plainText(160),
    bankName: plainText(100),
    bankAddress: plainText(160),
    branch: z.optional(plainText(100)),
    iban: z.optional(plainText(42)),
    accountNumber: z.optional(plainText(34)),
    aba: z.optional(plainText(9)),
    swiftCode: z.optional(plainText(14)),
    cutOff: plainText(5),
    /** By ISO 3166, with commas between; everybody's without. */
    countries: z.optional(plainText(800)),
    minimum: decimalInput,
    maximum: decimalInput,
    isOpen: flag,
    reason,
  },
  wire: {
    ...{ beneficiaryAddress: 'beneficiary_address', bankName: 'bank_name', bankAddress: 'bank_address' },
    ...{ accountNumber: 'account_number', swiftCode: 'swift_code', cutOff: 'cut_off', isOpen: 'is_open' },
  },
  output: proposalView,
})

const networkSwitch = z.object({
  isOpen: z.boolean(),
  /** When it was closed or opened last; null while it never was closed. */
  sinceMs: z.nullable(timeMs),
})

const consoleNetwork = z.object({
  network: z.string(),
  chain: z.string(),
  /** The coin or token of it that is credited by itself; null where no chain can be followed. */
  currency: z.nullable(z.string()),
  /** The newest block known of its chain; null where no chain is followed at present. */
  height: z.nullable(z.number()),
  /** Deposits whose confirmations are being counted. */
  confirming: z.number(),
  confirmations: z.number(),
  /** As many as the specification asks for at least. */
  leastConfirmations: z.number(),
  /** The least that is credited by itself while its chain is followed; null where no chain can be. */
  minimum: z.nullable(decimalString),
  /** The least deposit that customers are shown, of each currency that can come by it. */
  leastDeposits: z.array(z.object({ currency: z.string(), minimum: decimalString })),
  /** The proposal that both are of; null of the first ones. */
  reference: z.nullable(z.string()),
  sinceMs: z.nullable(timeMs),
  deposit: networkSwitch,
  withdrawal: networkSwitch,
  /** The shared addresses that customers are shown on it. */
  addresses: z.array(
    z.object({ currency: z.string(), address: z.string(), minimum: decimalString, isDemo: z.boolean() }),
  ),
  /** What withdrawals by it cost, and whether they are paused for whatever reason. */
  waysOut: z.array(
    z.object({ currency: z.string(), fee: decimalString, minimum: decimalString, isPaused: z.boolean() }),
  ),
})
export type ConsoleNetwork = z.output<typeof consoleNetwork>

export const consoleNetworks = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/networks',
  access: 'operator',
  roles: canViewTreasury,
  summary: 'Each network with all that is in force on it, and what waits for a second operator',
  output: z.object({ networks: z.array(consoleNetwork), pending: z.array(proposalView) }),
})

export const proposeNetworkTerms = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/network/terms',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Propose after how many confirmations, and from which amount, deposits by a network are credited',
  input: {
    network: asciiText(20),
    confirmations: whole(1, MAX_CONFIRMATIONS),
    /** Of a network whose chain can be followed. */
    minimum: z.optional(decimalInput),
    reason,
  },
  output: proposalView,
})

export const proposeNetworkOpening = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/network/open',
  access: 'operator',
  roles: canManageTreasury,
  rate: 'write',
  summary: 'Propose to open deposits or withdrawals of a network again',
  input: { network: asciiText(20), direction: z.enum(directions), reason },
  output: proposalView,
})

export const closeNetwork = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/network/close',
  access: 'operator',
  roles: canCloseNetworks,
  rate: 'write',
  summary: 'Close deposits or withdrawals of a network at once; what arrives by it is credited all the same',
  input: { network: asciiText(20), direction: z.enum(directions), reason },
  output: nothing,
})

export const depositConsoleEndpoints = [
  consoleNetworks,
  proposeNetworkTerms,
  proposeNetworkOpening,
  closeNetwork,
  consoleDepositAddresses,
  ...withCsv(consoleDeposits),
  ...withCsv(consoleChainDeposits),
  consoleDeposit,
  consoleDepositProof,
  consoleDepositSender,
  proposeCredit,
  rejectDepositRequest,
  proposeDepositAddress,
  consoleBankAccounts,
  proposeBankAccount,
]
