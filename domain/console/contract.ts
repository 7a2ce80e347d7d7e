import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { decimalString, id, idOf, plainText, text, timeMs } from '../fields.ts'
import type { CustomerId } from '../ids.ts'
import { wholeListOf } from '../list.ts'
import { tiers } from '../user/tiers.ts'
import { customerFigure, customerPayee, customerSecurity, residenceView } from './customer.ts'
import {
  anyOperator,
  canBrowseCustomers,
  canPropose,
  canReadAuditLog,
  canReview,
  canReviewLeads,
  canViewCustomers,
  canViewTreasury,
  roles,
} from './roles.ts'
import { amountFilter, customerFilter, searchFilter, tableOf, timeFilter, withCsv } from './table.ts'

/**
 * The operator console: served on its own port, never on the customer's.
 *
 * There is no call that sets a balance, a price or an outcome. What moves money or opens a product is
 * made by one operator and checked by another.
 */

/** Why, in the operator's words. */
export const reason = plainText(300)
export const nothing = z.object({})

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
  roles: anyOperator,
  rate: 'write',
  summary: 'End this session',
  output: nothing,
})

export const consoleMe = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/me',
  access: 'operator',
  roles: anyOperator,
  summary: 'Who is signed in',
  output: operatorView,
})

// ── Overview, ledger

const ledgerHealth = z.object({
  /** Currencies in the ledger, and how many of them do not sum to zero. */
  currencies: z.number(),
  accounts: z.number(),
  unbalanced: z.array(z.string()),
  /** Accounts whose balance is not the sum of their entries, without those that the errors name. */
  drifted: z.number(),
  negative: z.number(),
  /** What is wrong with balances, entries, checkpoints and the operators' log that these sign, in words. */
  errors: z.array(z.string()),
  isSound: z.boolean(),
  checkedAtMs: timeMs,
})
export type LedgerHealth = z.output<typeof ledgerHealth>

type Differences = Pick<LedgerHealth, 'unbalanced' | 'drifted' | 'negative' | 'errors'>

/** How many differences a check of the ledger found. */
export const differencesOf = ({ unbalanced, drifted, negative, errors }: Differences): number =>
  unbalanced.length + drifted + negative + errors.length

export const consoleOverview = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/overview',
  access: 'operator',
  roles: anyOperator,
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

export const consoleDashboard = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/dashboard',
  access: 'operator',
  roles: anyOperator,
  summary: 'What happened today, what is owed beside what there is, and what waits, as far as roles allow',
  output: z.object({
    nowMs: timeMs,
    /** The beginning of the day, UTC. */
    fromMs: timeMs,
    figures: z.array(
      z.object({
        name: z.string(),
        count: z.number(),
        amounts: z.array(z.object({ currency: z.string(), amount: decimalString })),
      }),
    ),
    /** By currency; null for roles that do not see what the platform has. */
    exposure: z.nullable(
      z.array(
        z.object({
          currency: z.string(),
          /** What customers have. */
          owed: decimalString,
          /** What was brought in and not paid out. */
          held: decimalString,
          /** Of that the platform's own, with its market maker's. */
          own: decimalString,
          /** `held` for `owed`, rounded down; null where nothing is owed. */
          coverageBps: z.nullable(z.number()),
          isCovered: z.boolean(),
        }),
      ),
    ),
    /** What products may have to pay by what is open, for those who see what the platform has. */
    open: z.array(
      z.object({
        product: z.string(),
        currency: z.string(),
        /** What may have to be paid, and what there is to pay it with. */
        needed: decimalString,
        has: decimalString,
        /** `needed` of `has`, rounded up; null where there is nothing and something is needed. */
        usedBps: z.nullable(z.number()),
        isCovered: z.boolean(),
        /** What of it each instrument may need, the most first. */
        instruments: z.array(
          z.object({
            symbol: z.string(),
            label: z.string(),
            /** What customers have open, long less short, in the product's words; null where it has no sides. */
            net: z.nullable(z.string()),
            needed: decimalString,
            /** `needed` of the product's `has`, rounded up; null where there is nothing. */
            usedBps: z.nullable(z.number()),
          }),
        ),
      }),
    ),
    /** What came in for customers today and what was paid out, for those who see what the platform has. */
    flows: z.nullable(
      z.object({
        /** In US dollars at the prices of now, of what has a price. */
        inUsd: decimalString,
        outUsd: decimalString,
        hours: z.array(z.object({ atMs: timeMs, inUsd: decimalString, outUsd: decimalString })),
        currencies: z.array(
          z.object({
            currency: z.string(),
            in: decimalString,
            out: decimalString,
            /** Whether it is in the hours. */
            isPriced: z.boolean(),
          }),
        ),
      }),
    ),
    /** What happens by itself by the next midnight, for those who see what the platform has. */
    due: z.array(
      z.object({
        product: z.string(),
        name: z.string(),
        atMs: timeMs,
        count: z.number(),
        amounts: z.array(z.object({ currency: z.string(), amount: decimalString })),
      }),
    ),
    queues: z.array(
      z.object({
        product: z.string(),
        kind: z.enum(['request', 'proposal']),
        waiting: z.number(),
        oldestAtMs: z.nullable(timeMs),
        /** How long each of it may wait. */
        levelMs: z.number(),
      }),
    ),
  }),
})

export const consoleLedger = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/ledger',
  access: 'operator',
  roles: canViewTreasury,
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
  roles: canViewTreasury,
  rate: 'write',
  summary: 'Check the ledger now, from the entries up',
  output: ledgerHealth,
})

// ── Review

export const viewerActions = ['make', 'check', 'waiting', 'none'] as const

export const queueItem = z.object({
  /** A customer's request, or a proposal that belongs to none. */
  kind: z.enum(['request', 'proposal']),
  /** Whose it is, by the product's word. */
  product: z.string(),
  id: z.string(),
  reference: z.string(),
  /** Whom or what it is about. */
  subject: z.string(),
  /** Whose request it is; null for a proposal that is nobody's. */
  customerId: z.nullable(z.string()),
  /** Risk notes for the reviewer; empty for none. */
  risk: z.array(z.string()),
  amount: z.nullable(decimalString),
  currency: z.nullable(z.string()),
  sinceMs: timeMs,
  /** What the signed-in operator can do: make, check, only wait, or nothing with their roles. */
  viewerAction: z.enum(viewerActions),
  /** What they would make, by the product's word; left out where it is a proposal. */
  step: z.optional(z.string()),
  maker: z.nullable(z.string()),
  proposalId: z.nullable(z.string()),
})
export type QueueItem = z.output<typeof queueItem>

/** What waits, with how long it may: its queue's service level. */
export const waitingItem = z.extend(queueItem, { levelMs: z.number() })
export type WaitingItem = z.output<typeof waitingItem>

export const consoleQueue = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/queue',
  access: 'operator',
  roles: canReview,
  summary: 'Everything that waits for an operator, newest first',
  output: wholeListOf(waitingItem),
})

export const proposalStatuses = ['pending', 'approved', 'sent-back', 'withdrawn'] as const

export const proposalView = z.object({
  id: z.string(),
  reference: z.string(),
  kind: z.string(),
  subject: z.string(),
  title: z.string(),
  /** What would happen, line by line; where something changes, with what it is now. */
  lines: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      before: z.nullable(z.string()),
      /** Why it should be looked at twice; see `unusual.ts`. */
      unusual: z.optional(
        z.object({ kind: z.enum(['far-above', 'far-below', 'above-usual']), than: z.string() }),
      ),
    }),
  ),
  status: z.enum(proposalStatuses),
  maker: z.object({ id: z.string(), name: z.string() }),
  reason: z.string(),
  madeAtMs: timeMs,
  checker: z.nullable(z.object({ id: z.string(), name: z.string() })),
  decision: z.nullable(z.string()),
  decidedAtMs: z.nullable(timeMs),
  viewerAction: z.enum(viewerActions),
  /** False once it is decided, and while its maker is disabled or has lost the role: then it can only be sent back. */
  canApprove: z.boolean(),
  /** What the checker types again, from where it can be seen, to approve; null where looking is enough. */
  typeAgain: z.nullable(z.string()),
})
export type ProposalView = z.output<typeof proposalView>

export const consoleProposal = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/proposal',
  access: 'operator',
  roles: canReview,
  summary: 'One proposal',
  input: { id },
  output: proposalView,
})

const proposalLine = z.object({
  id: z.string(),
  reference: z.string(),
  kind: z.string(),
  subject: z.string(),
  status: z.enum(proposalStatuses),
  maker: z.string(),
  reason: z.string(),
  madeAtMs: timeMs,
  checker: z.nullable(z.string()),
  decision: z.nullable(z.string()),
  decidedAtMs: z.nullable(timeMs),
})
export type ProposalLine = z.output<typeof proposalLine>

export const consoleProposals = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/proposals',
  access: 'operator',
  roles: canReview,
  summary: 'What was proposed and how it was decided, of the kinds that the operator’s roles see',
  ...tableOf(proposalLine, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      status: z.optional(z.enum(proposalStatuses)),
      kind: z.optional(plainText(40)),
    },
  }),
})

export const approveProposal = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/proposal/approve',
  access: 'operator',
  roles: canPropose,
  money: true,
  summary: 'Check a proposal that somebody else made: its effect happens now',
  input: { id, reason, again: z.optional(plainText(200)) },
  output: proposalView,
})

export const sendBackProposal = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/proposal/send_back',
  access: 'operator',
  roles: canPropose,
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
  roles: canPropose,
  rate: 'write',
  summary: 'Take back a proposal of one’s own',
  input: { id, reason },
  output: proposalView,
})

// ── Customers, audit log

export const customerLine = z.object({
  id: z.string(),
  /** Masked. */
  contact: z.string(),
  nickname: z.nullable(z.string()),
  /** How far the customer is verified. */
  tier: z.enum(tiers),
  isDemo: z.boolean(),
  createdAtMs: timeMs,
})

export const findCustomers = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/customers',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'The customer with exactly this id, email or mobile; noted in the audit log',
  input: { query: text(120) },
  output: wholeListOf(customerLine),
})

export const consoleCustomers = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/customers/list',
  access: 'operator',
  roles: canBrowseCustomers,
  summary: 'Customers by the day they registered, masked; noted in the audit log',
  ...tableOf(customerLine, { sorts: ['time'], filters: { ...searchFilter, ...timeFilter } }),
})

/** What a customer has in a product. */
const consoleProductBalance = z.object({
  product: z.string(),
  currency: z.string(),
  principal: decimalString,
  /** Earned up to now, and paid by what has ended. */
  interestTotal: decimalString,
})
export type ConsoleProductBalance = z.output<typeof consoleProductBalance>

export const consoleCustomer = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/customer',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'One customer: contacts masked, balances, sessions; to read only, and noted in the audit log',
  input: { id: idOf<CustomerId>() },
  output: z.object({
    ...customerLine.shape,
    /** Masked, as `contact` is. */
    email: z.nullable(z.string()),
    mobile: z.nullable(z.string()),
    language: z.string(),
    hasPayPassword: z.boolean(),
    /** When a password, a contact or the like was changed last. */
    securityChangedAtMs: z.nullable(timeMs),
    /** Since when the customer has the account frozen; operators can neither set nor lift it. */
    frozenSinceMs: z.nullable(timeMs),
    invitedBy: z.nullable(z.string()),
    /** How many customers this one has invited. */
    invited: z.number(),
    residence: residenceView,
    security: customerSecurity,
    figures: z.array(customerFigure),
    /** Addresses and cards, each newest first. */
    payees: z.array(customerPayee),
    sessions: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        ip: z.string(),
        createdAtMs: timeMs,
        lastSeenAtMs: timeMs,
        /** When it was ended; null while nobody has. */
        endedAtMs: z.nullable(timeMs),
      }),
    ),
    balances: z.array(
      z.object({
        currency: z.string(),
        walletType: z.string(),
        available: decimalString,
        held: decimalString,
      }),
    ),
    /** All wallets together in US dollars at the prices of now; without the currencies that have none. */
    balancesUsd: z.object({ amount: decimalString, isWhole: z.boolean() }),
    productBalances: z.array(consoleProductBalance),
    /** What came in from outside and went out again, by the ledger. */
    sums: z.array(z.object({ currency: z.string(), in: decimalString, out: decimalString })),
    /** From when on these are counted: earlier months have left the database; null where none has. */
    sumsFromMs: z.nullable(timeMs),
    /** What was looked for that a reviewer should know; what is raised first. */
    signs: z.array(
      z.object({
        title: z.string(),
        isRaised: z.boolean(),
        basis: z.string(),
        atMs: z.nullable(timeMs),
      }),
    ),
  }),
})

export const consoleApplicant = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/applicant',
  access: 'operator',
  roles: canReviewLeads,
  summary:
    'What somebody did in 90 days who applied to lead or to be a merchant, in sums, for who decides it; that it was looked at is logged',
  input: { id: idOf<CustomerId>() },
  output: z.object({ lines: z.array(z.object({ name: z.string(), value: z.string() })) }),
})

/** What a line of a customer's time line is about; `operators` is what these did. */
export const timelineTopics = ['money', 'trading', 'security', 'operators'] as const
export type TimelineTopic = (typeof timelineTopics)[number]

const timelineLine = z.object({
  id: z.string(),
  atMs: timeMs,
  topic: z.enum(timelineTopics),
  /** By the product's word; null for the account and for what operators did. */
  product: z.nullable(z.string()),
  kind: z.string(),
  /** What happened, in words, and more of it. */
  title: z.string(),
  detail: z.nullable(z.string()),
  amount: z.nullable(decimalString),
  currency: z.nullable(z.string()),
  /** As the audit log names what it is about. */
  subject: z.nullable(z.string()),
})
export type TimelineLine = z.output<typeof timelineLine>

export const consoleTimeline = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/customer/timeline',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'What happened to one customer, newest first, as far as roles allow; nothing without a customer',
  ...tableOf(timelineLine, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      ...amountFilter,
      topic: z.optional(z.enum(timelineTopics)),
    },
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
  roles: canReadAuditLog,
  summary: 'The audit log, newest first',
  ...tableOf(auditLine, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      action: z.optional(plainText(40)),
      subject: z.optional(plainText(160)),
    },
  }),
})

/** The console's own calls; each product has more. */
export const consoleEndpoints = [
  consoleLogin,
  consoleLogout,
  consoleMe,
  consoleOverview,
  consoleDashboard,
  consoleLedger,
  consoleCheckLedger,
  consoleQueue,
  consoleProposal,
  ...withCsv(consoleProposals),
  approveProposal,
  sendBackProposal,
  withdrawProposal,
  findCustomers,
  ...withCsv(consoleCustomers),
  consoleCustomer,
  consoleApplicant,
  ...withCsv(consoleTimeline),
  ...withCsv(consoleAudit),
]
