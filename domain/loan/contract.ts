import * as z from 'zod/mini'
import { endpoint, type WireNames } from '../endpoint.ts'
import { decimalInput, decimalString, id, numberOf, timeMs, whole } from '../fields.ts'
import { listOf } from '../list.ts'
import { loanDays, loanStatuses, scoreCauses } from './words.ts'

/**
 * Loans on the wire: amounts in USDT. Rates come twice: as a fraction of one, for the rules (`parseRate`), and in percent
 * without the sign.
 */

/** The specification's words and numbers; `cancelled` is ours. Source: rulings, section 1. */
const loanOnWire: WireNames = {
  status: {
    name: 'status',
    values: {
      pending: ['not_reviewed', '0'],
      issued: ['issued', '1'],
      overdue: ['unpaid', '2'],
      repaid: ['repaid', '3'],
      rejected: ['rejected', '4'],
      cancelled: ['cancelled', '5'],
    },
  },
}

const rates = {
  dailyRate: decimalString,
  dailyRatePercent: decimalString,
  overdueRate: decimalString,
  overdueRatePercent: decimalString,
}

export const loanView = z.object({
  id: z.string(),
  /** The contract's number. @example 'L-03361' */
  reference: z.string(),
  status: z.enum(loanStatuses),
  currency: z.string(),
  amount: decimalString,
  days: z.number(),
  ...rates,
  /** Whether the first 24 hours are free; of an application, whether they would be if it were paid out now. */
  hasFreeDay: z.boolean(),
  /** If it is repaid when it is due. */
  totalInterest: decimalString,
  appliedAtMs: timeMs,
  paidOutAtMs: z.nullable(timeMs),
  dueAtMs: z.nullable(timeMs),
  endedAtMs: z.nullable(timeMs),
  /** All that was paid back so far, and the interest in it. */
  repaid: decimalString,
  interestPaid: decimalString,
  overdueInterestPaid: decimalString,
  /** All that is owed now. */
  remaining: decimalString,
  /** As the last repayment left it, for the rules: what is owed at any moment follows from these. */
  debt: z.nullable(
    z.object({
      principal: decimalString,
      chargedDays: z.number(),
      interest: decimalString,
      overdueInterest: decimalString,
    }),
  ),
  /** Why it was rejected. */
  why: z.nullable(z.string()),
})
export type LoanView = z.output<typeof loanView>

const termsView = z.object({
  version: z.number(),
  currency: z.string(),
  days: z.array(z.number()),
  ...rates,
  minimum: decimalString,
  maximum: decimalString,
  reviewHours: z.number(),
  /** What a score changes by, and where it begins. */
  score: z.object({
    first: z.number(),
    maximum: z.number(),
    onTime: z.number(),
    overdue: z.number(),
    overdueDay: z.number(),
    floor: z.number(),
    perPoint: decimalString,
  }),
})
export type LoanTermsView = z.output<typeof termsView>

export const loanTerms = endpoint({
  area: 'loan',
  method: 'GET',
  path: '/user/jiedai/terms',
  access: 'public',
  summary: 'What a loan costs, its smallest and largest amount, and what its score is made of',
  output: termsView,
})

export const loanInfo = endpoint({
  area: 'loan',
  method: 'GET',
  path: '/user/GetJiedaiInfo',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s limit, what of it is used, the score, the terms, and loans that are open',
  wire: loanOnWire,
  output: z.object({
    /** Whether the customer is verified as far as a loan takes. */
    isVerified: z.boolean(),
    score: z.number(),
    limit: decimalString,
    /** Outstanding principal of all loans. */
    used: decimalString,
    /** What can be applied for now. */
    available: decimalString,
    /** In the funding wallet, to repay with. */
    balance: decimalString,
    terms: termsView,
    /** Whether a loan that is paid out now has its first 24 hours free; else from when on one has. */
    hasFreeDay: z.boolean(),
    freeDayFromMs: z.nullable(timeMs),
    /** What waits for review. */
    application: z.nullable(loanView),
    open: z.array(loanView),
  }),
})
export type LoanInfo = z.output<typeof loanInfo.output>

export const applyForLoan = endpoint({
  area: 'loan',
  method: 'POST',
  path: '/user/jiedai',
  access: 'user',
  money: true,
  summary: 'Apply for a loan; two operators review it. Takes advanced verification',
  input: {
    amount: decimalInput,
    days: numberOf(loanDays),
    /** Of the terms that the customer saw. */
    termsVersion: z.optional(whole(1, 999_999)),
  },
  wire: { ...loanOnWire, termsVersion: 'terms_version' },
  outputWire: loanOnWire,
  output: loanView,
})

export const loans = endpoint({
  area: 'loan',
  method: 'GET',
  path: '/user/jiedai/list',
  access: 'user',
  showsMoney: true,
  summary: 'The customer’s loans, newest first',
  wire: loanOnWire,
  ...listOf(loanView, { filters: { status: z.optional(z.enum(loanStatuses)) } }),
})

const repaymentView = z.object({
  id: z.string(),
  atMs: timeMs,
  amount: decimalString,
  principal: decimalString,
  interest: decimalString,
  overdueInterest: decimalString,
  /** Principal that is owed after it. */
  outstanding: decimalString,
})

export const loanContract = endpoint({
  area: 'loan',
  method: 'GET',
  path: '/user/Getjiedaiht',
  access: 'user',
  showsMoney: true,
  summary: 'One loan with its repayments; without an id the customer’s newest',
  input: { id: z.optional(id) },
  wire: loanOnWire,
  output: z.object({ ...loanView.shape, repayments: z.array(repaymentView) }),
})
export type LoanContract = z.output<typeof loanContract.output>

export const loanPdf = endpoint({
  area: 'loan',
  method: 'GET',
  path: '/user/Getjiedaiht/pdf',
  access: 'user',
  isHeavy: true,
  rate: 'chart',
  answersFile: ['application/pdf'],
  summary: 'The contract of one loan with its schedule, in the customer’s language',
  input: { id },
  output: z.string(),
})

export const repayLoan = endpoint({
  area: 'loan',
  method: 'POST',
  path: '/user/jiedai/repay',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  summary: 'Pay back a part of a loan, or without an amount all that is owed, from funding',
  input: { id, amount: z.optional(decimalInput) },
  wire: loanOnWire,
  output: loanView,
})

export const cancelLoan = endpoint({
  area: 'loan',
  method: 'POST',
  path: '/user/jiedai/cancel',
  access: 'user',
  whileFrozen: 'open',
  money: true,
  summary: 'Take an application back before it is decided',
  input: { id },
  wire: loanOnWire,
  output: loanView,
})

const scoreChange = z.object({
  id: z.string(),
  atMs: timeMs,
  cause: z.enum(scoreCauses),
  loanId: z.string(),
  reference: z.string(),
  change: z.number(),
  score: z.number(),
})

export const loanScore = endpoint({
  area: 'loan',
  method: 'GET',
  path: '/user/jiedai/score',
  access: 'user',
  summary: 'How the customer’s credit score became what it is, newest first',
  ...listOf(scoreChange, { filters: {}, extras: { score: z.number() } }),
})

export const loanEndpoints = [
  ...[loanTerms, loanInfo, applyForLoan, loans, loanContract],
  ...[loanPdf, repayLoan, cancelLoan, loanScore],
] as const
