import * as z from 'zod/mini'
import { proposalView, reason, viewerActions } from '../console/contract.ts'
import {
  canManageProducts,
  canReviewWithdrawals,
  canViewCustomers,
  canViewProducts,
} from '../console/roles.ts'
import { amountFilter, customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { decimalInput, decimalString, id, timeMs, whole } from '../fields.ts'
import { loanView } from './contract.ts'
import { loanStatuses, scoreCauses } from './words.ts'

/** What operators do with loans: review applications, two together where money is lent; and the terms. */

const loanLine = z.object({
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  ...loanView.shape,
})
export type LoanLine = z.output<typeof loanLine>

const loanCheck = z.extend(loanLine, {
  /** What is known of who asks. */
  customer: z.object({
    tier: z.string(),
    registeredAtMs: timeMs,
    score: z.number(),
    limit: decimalString,
    used: decimalString,
    repaidOnTime: z.number(),
    repaidLate: z.number(),
    rejected: z.number(),
    /** The newest changes of the score, newest first. */
    scores: z.array(
      z.object({
        atMs: timeMs,
        cause: z.enum(scoreCauses),
        reference: z.string(),
        change: z.number(),
        score: z.number(),
      }),
    ),
  }),
  /** Of all customers. */
  exposure: z.object({
    outstanding: decimalString,
    overdue: decimalString,
    maximum: decimalString,
    fund: decimalString,
  }),
  /** By when the customer was told to expect an answer. */
  answerByMs: timeMs,
  proposal: z.nullable(proposalView),
  viewerAction: z.enum(viewerActions),
  /** What the viewer may do with it now. */
  actions: z.array(z.enum(['approve', 'reject'])),
})
export type LoanCheck = z.output<typeof loanCheck>

export const consoleLoans = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/loans',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Loans and applications, newest first; those that wait oldest first',
  ...tableOf(loanLine, {
    sorts: ['time', 'amount'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      ...amountFilter,
      status: z.optional(z.enum(loanStatuses)),
    },
  }),
})

export const consoleLoan = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/loan',
  access: 'operator',
  roles: canViewCustomers,
  summary:
    'One loan, with the score of who asks, what all customers owe, and what waits for a second operator',
  input: { id },
  output: loanCheck,
})

export const proposeLoan = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/loan/approve',
  access: 'operator',
  roles: canReviewWithdrawals,
  rate: 'write',
  summary: 'Propose to pay an application out; a second operator decides',
  input: { id, reason },
  output: loanCheck,
})

export const rejectLoanRequest = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/loan/reject',
  access: 'operator',
  roles: canReviewWithdrawals,
  rate: 'write',
  summary: 'Reject an application with a reason that the customer reads',
  input: { id, reason },
  output: loanCheck,
})

const terms = {
  dailyRate: decimalString,
  overdueRate: decimalString,
  minimum: decimalString,
  maximum: decimalString,
  perPoint: decimalString,
  scoreFloor: z.number(),
  maxOutstanding: decimalString,
}

export const consoleLoanTerms = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/loan/terms',
  access: 'operator',
  roles: canViewProducts,
  summary: 'The terms of loans to come, what customers owe together, and what is left to lend',
  output: z.object({
    currency: z.string(),
    terms: z.object({ version: z.number(), ...terms }),
    outstanding: decimalString,
    overdue: decimalString,
    fund: decimalString,
    pending: z.array(proposalView),
  }),
})
export type ConsoleLoanTerms = z.output<typeof consoleLoanTerms.output>

export const proposeLoanTerms = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/loan/propose_terms',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose other terms for applications to come; loans keep theirs',
  input: {
    dailyRate: decimalInput,
    overdueRate: decimalInput,
    minimum: decimalInput,
    maximum: decimalInput,
    perPoint: decimalInput,
    scoreFloor: whole(0, 999),
    maxOutstanding: decimalInput,
    reason,
  },
  wire: {
    ...{ dailyRate: 'daily_rate', overdueRate: 'overdue_rate', perPoint: 'per_point' },
    ...{ scoreFloor: 'score_floor', maxOutstanding: 'max_outstanding' },
  },
  output: proposalView,
})

export const loanConsoleEndpoints = [
  ...withCsv(consoleLoans),
  consoleLoan,
  proposeLoan,
  rejectLoanRequest,
  consoleLoanTerms,
  proposeLoanTerms,
] as const
