import * as z from 'zod/mini'
import { productTags, productView } from '../earn/contract.ts'
import { endpoint } from '../endpoint.ts'
import { currencyCode, decimalInput, decimalString, id, text, timeMs, whole } from '../fields.ts'
import { listOf, wholeListOf } from '../list.ts'
import { depositStatuses } from '../wallet/contract.ts'
import { platformFunds } from './platform-funds.ts'
import { proposalKinds, roles } from './roles.ts'

/**
 * The operator console: served on its own port, never on the customer's.
 *
 * There is no call that sets a balance, a price or an outcome. What moves money or opens a product is
 * made by one operator and checked by another.
 */

const reason = text(300)
/** A screen of the console's tables. */
const defaultLimit = '50'
const nothing = z.object({})

export const operatorView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(roles)),
})
export type OperatorView = z.output<typeof operatorView>

// ── Sign-in

export const consoleLogin = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/login',
  access: 'public',
  rate: 'sign-in',
  summary: 'Sign in with password and the code of the second factor',
  input: {
    email: text(120),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
    code: z.string().check(z.regex(/^\d{6}$/, 'six digits')),
  },
  output: z.object({ token: z.string(), operator: operatorView, expiresAtMs: timeMs }),
})

export const consoleLogout = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/logout',
  access: 'operator',
  rate: 'write',
  summary: 'End this session',
  output: nothing,
})

export const consoleMe = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/me',
  access: 'operator',
  summary: 'Who is signed in',
  output: operatorView,
})

// ── Overview, ledger

const ledgerHealth = z.object({
  /** Currencies in the ledger, and how many of them do not sum to zero. */
  currencies: z.number(),
  accounts: z.number(),
  unbalanced: z.array(z.string()),
  drifted: z.number(),
  negative: z.number(),
  isSound: z.boolean(),
  checkedAtMs: timeMs,
})
export type LedgerHealth = z.output<typeof ledgerHealth>

export const consoleOverview = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/overview',
  access: 'operator',
  summary: 'Whether feeds, jobs and books are well, and what waits',
  output: z.object({
    nowMs: timeMs,
    waiting: z.number(),
    oldestAtMs: z.nullable(timeMs),
    ledger: z.nullable(ledgerHealth),
    feeds: z.array(
      z.object({
        name: z.string(),
        state: z.enum(['up', 'stale', 'down']),
        /** How old its newest tick is; null before the first. */
        tickAgeMs: z.nullable(z.number()),
        detail: z.string(),
      }),
    ),
    jobs: z.array(
      z.object({ name: z.string(), lastRunMs: z.nullable(timeMs), lastError: z.nullable(z.string()) }),
    ),
  }),
})

export const consoleLedger = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/ledger',
  access: 'operator',
  summary: 'The platform’s own accounts by currency, beside what customers hold',
  output: z.object({
    health: z.nullable(ledgerHealth),
    currencies: z.array(
      z.object({
        currency: z.string(),
        customers: decimalString,
        traders: decimalString,
        platform: z.array(z.object({ account: z.string(), balance: decimalString })),
        platformTotal: decimalString,
        outside: decimalString,
        sum: decimalString,
      }),
    ),
  }),
})

export const consoleCheckLedger = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/ledger/check',
  access: 'operator',
  rate: 'write',
  summary: 'Check the ledger now, from the entries up',
  output: ledgerHealth,
})

// ── Review

export const parts = ['make', 'check', 'waiting', 'none'] as const

export const queueItem = z.object({
  /** A deposit request, or a proposal that belongs to none. */
  kind: z.enum(['deposit', 'proposal']),
  id: z.string(),
  reference: z.string(),
  /** Whom it is about, and of what type. */
  subject: z.string(),
  type: z.string(),
  /** Risk notes for the reviewer; empty for none. */
  risk: z.array(z.string()),
  amount: z.nullable(decimalString),
  currency: z.nullable(z.string()),
  sinceMs: timeMs,
  /** What the signed-in operator can do: make, check, only wait, or nothing with their roles. */
  part: z.enum(parts),
  maker: z.nullable(z.string()),
  proposalId: z.nullable(z.string()),
})
export type QueueItem = z.output<typeof queueItem>

export const consoleQueue = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/queue',
  access: 'operator',
  summary: 'Everything that waits for an operator, newest first',
  output: wholeListOf(queueItem),
})

export const proposalView = z.object({
  id: z.string(),
  reference: z.string(),
  kind: z.enum(proposalKinds),
  subject: z.string(),
  title: z.string(),
  /** What would happen, line by line; where something changes, with what it is now. */
  lines: z.array(z.object({ label: z.string(), value: z.string(), before: z.nullable(z.string()) })),
  status: z.enum(['pending', 'approved', 'sent-back', 'withdrawn']),
  maker: z.object({ id: z.string(), name: z.string() }),
  reason: z.string(),
  madeAtMs: timeMs,
  checker: z.nullable(z.object({ id: z.string(), name: z.string() })),
  decision: z.nullable(z.string()),
  decidedAtMs: z.nullable(timeMs),
  part: z.enum(parts),
})
export type ProposalView = z.output<typeof proposalView>

export const consoleProposal = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/proposal',
  access: 'operator',
  summary: 'One proposal',
  input: { id },
  output: proposalView,
})

export const approveProposal = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/proposal/approve',
  access: 'operator',
  money: true,
  summary: 'Check a proposal that somebody else made: its effect happens now',
  input: { id, reason },
  output: proposalView,
})

export const sendBackProposal = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/proposal/send_back',
  access: 'operator',
  rate: 'write',
  summary: 'Turn down a proposal that somebody else made: nothing happens',
  input: { id, reason },
  output: proposalView,
})

export const withdrawProposal = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/proposal/withdraw',
  access: 'operator',
  rate: 'write',
  summary: 'Take back a proposal of one’s own',
  input: { id, reason },
  output: proposalView,
})

// ── Deposits by proof

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
  address: z.string(),
  isAddressOurs: z.boolean(),
  hashTail: z.string(),
  sender: z.string(),
  risk: z.array(z.string()),
  submittedAtMs: timeMs,
  decidedAtMs: z.nullable(timeMs),
  rejection: z.nullable(z.string()),
  /** The proposal that waits or was approved, if there is one. */
  proposal: z.nullable(proposalView),
  part: z.enum(parts),
})
export type DepositCheck = z.output<typeof depositCheck>

const depositLine = z.omit(depositCheck, { proposal: true, part: true })
export type DepositLine = z.output<typeof depositLine>

export const consoleDeposits = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/deposits',
  access: 'operator',
  summary: 'Deposit requests by status, newest first',
  ...listOf(depositLine, { filters: { status: z.optional(z.enum(depositStatuses)) }, defaultLimit }),
})

export const consoleDeposit = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/deposit',
  access: 'operator',
  summary: 'One deposit request, with all that is known of it',
  input: { id },
  output: depositCheck,
})

export const consoleDepositProof = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/deposit/proof',
  access: 'operator',
  summary: 'The screenshot of a deposit request; looking is noted in the audit log',
  input: { id },
  output: nothing,
})

export const proposeCredit = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/deposit/propose',
  access: 'operator',
  rate: 'write',
  summary: 'Match a deposit request to the transaction that arrived, for another operator to check',
  input: { id, txReference: text(128), amount: decimalInput, reason },
  wire: { txReference: 'tx_reference' },
  output: depositCheck,
})

export const rejectDepositRequest = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/deposit/reject',
  access: 'operator',
  rate: 'write',
  summary: 'Reject a deposit request; the customer reads the reason',
  input: { id, reason },
  output: depositCheck,
})

// ── Locked deposits

const productTerms = {
  /** A fraction of one. @example '0.00018' is 0.018 % a day */
  dailyRate: decimalInput,
  penaltyRate: decimalInput,
  minimum: decimalInput,
  maximum: decimalInput,
  cap: decimalInput,
  tag: z.optional(z.enum(productTags)),
}
const termsOnWire = { dailyRate: 'daily_rate', penaltyRate: 'penalty_rate', termDays: 'term_days' }

export const consoleEarn = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/earn',
  access: 'operator',
  summary: 'All locked-deposit products, what waits for them, and whether all is covered',
  output: z.object({
    products: z.array(
      z.object({ ...productView.shape, taken: decimalString, pending: z.nullable(proposalView) }),
    ),
    /** Proposals for products that do not exist yet. */
    drafts: z.array(proposalView),
    coverage: z.array(
      z.object({
        currency: z.string(),
        free: decimalString,
        reserved: decimalString,
        unearned: decimalString,
        balance: decimalString,
        owed: decimalString,
        active: z.number(),
        isCovered: z.boolean(),
      }),
    ),
  }),
})

export const proposeEarnProduct = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/earn/create',
  access: 'operator',
  rate: 'write',
  summary: 'Propose a new product; it is created closed',
  input: { currency: currencyCode, termDays: whole(1, 730), ...productTerms, reason },
  wire: termsOnWire,
  output: proposalView,
})

export const proposeEarnEdit = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/earn/edit',
  access: 'operator',
  rate: 'write',
  summary: 'Propose other terms for future orders of a product',
  input: { id, ...productTerms, reason },
  wire: termsOnWire,
  output: proposalView,
})

export const proposeEarnOpening = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/earn/open',
  access: 'operator',
  rate: 'write',
  summary: 'Propose to open a product for orders',
  input: { id, reason },
  output: proposalView,
})

export const closeEarnProduct = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/earn/close',
  access: 'operator',
  rate: 'write',
  summary: 'Close a product for new orders, at once: the safe direction needs no second person',
  input: { id, reason },
  output: nothing,
})

// ── The treasury: its funds, and where customers pay to

/** Plain characters only: what looks like another letter cannot be in an address. */
const plainText = (maximum: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(2),
      z.maxLength(maximum),
      z.regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'plain letters, digits and signs'),
    )

export const consoleTreasury = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/treasury',
  access: 'operator',
  summary: 'The platform’s funds by currency, where customers pay to, and what waits for a second operator',
  output: z.object({
    funds: z.array(
      z.object({
        currency: z.string(),
        treasury: decimalString,
        /** The free part of the interest fund, and what open locked deposits have set aside of it. */
        interest: decimalString,
        reserved: decimalString,
        /** What the market maker can still quote with, and what stands in its orders. */
        marketMaker: decimalString,
        quoted: decimalString,
        fees: decimalString,
        penalties: decimalString,
        /** Whether what is set aside is what open locked deposits are still to earn. */
        isCovered: z.boolean(),
      }),
    ),
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

export const proposePlatformFunding = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/treasury/fund',
  access: 'operator',
  rate: 'write',
  summary: 'Propose to take the platform’s own money that arrived from outside into the treasury',
  input: { currency: currencyCode, amount: decimalInput, txReference: text(128), reason },
  wire: { txReference: 'tx_reference' },
  output: proposalView,
})

export const proposeTreasuryMove = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/treasury/move',
  access: 'operator',
  rate: 'write',
  summary: 'Propose to move the platform’s own money between the treasury and another of its funds',
  input: {
    currency: currencyCode,
    amount: decimalInput,
    from: z.enum(platformFunds),
    to: z.enum(platformFunds),
    reason,
  },
  output: proposalView,
})

export const proposeDepositAddress = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/treasury/address',
  access: 'operator',
  rate: 'write',
  summary: 'Propose where customers pay to, in the place of what was published for the currency and network',
  input: {
    currency: currencyCode,
    network: plainText(20),
    address: plainText(120),
    minimum: decimalInput,
    reason,
  },
  output: proposalView,
})

// ── Customers, audit log

const customerLine = z.object({
  id: z.string(),
  /** Masked. */
  contact: z.string(),
  nickname: z.nullable(z.string()),
  isDemo: z.boolean(),
  createdAtMs: timeMs,
})

export const findCustomers = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/customers',
  access: 'operator',
  summary: 'The customer with exactly this id, email or mobile; noted in the audit log',
  input: { query: text(120) },
  output: wholeListOf(customerLine),
})

export const consoleCustomer = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/customer',
  access: 'operator',
  summary: 'One customer’s balances and deposits, to read only; noted in the audit log',
  input: { id },
  output: z.object({
    ...customerLine.shape,
    balances: z.array(
      z.object({
        currency: z.string(),
        walletType: z.string(),
        available: decimalString,
        held: decimalString,
      }),
    ),
    earn: z.array(z.object({ currency: z.string(), principal: decimalString, interestTotal: decimalString })),
  }),
})

const auditLine = z.object({
  id: z.string(),
  atMs: timeMs,
  operator: z.nullable(z.string()),
  action: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.string()),
})
export type AuditLine = z.output<typeof auditLine>

export const consoleAudit = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/audit',
  access: 'operator',
  summary: 'The audit log, newest first',
  ...listOf(auditLine, {
    filters: { action: z.optional(text(40)), subject: z.optional(text(160)) },
    defaultLimit,
  }),
})

/** Every call of the console. */
export const consoleEndpoints = [
  consoleLogin,
  consoleLogout,
  consoleMe,
  consoleOverview,
  consoleLedger,
  consoleCheckLedger,
  consoleQueue,
  consoleProposal,
  approveProposal,
  sendBackProposal,
  withdrawProposal,
  consoleDeposits,
  consoleDeposit,
  consoleDepositProof,
  proposeCredit,
  rejectDepositRequest,
  consoleEarn,
  proposeEarnProduct,
  proposeEarnEdit,
  proposeEarnOpening,
  closeEarnProduct,
  consoleTreasury,
  proposePlatformFunding,
  proposeTreasuryMove,
  proposeDepositAddress,
  findCustomers,
  consoleCustomer,
  consoleAudit,
]
