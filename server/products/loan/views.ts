import type { LoanContract, LoanTermsView, LoanView } from '#domain/loan/contract.ts'
import {
  FIRST_SCORE,
  interestToTerm,
  LOAN_CURRENCY,
  type LoanTerms,
  MAX_SCORE,
  owedAt,
  scoreChanges,
} from '#domain/loan/rules.ts'
import { loanDays, loanReference } from '#domain/loan/words.ts'
import type { Rate } from '#domain/money/amount.ts'
import { formatPercent, formatRate } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { debtOf, type LoanRow, type RepaymentRow } from './store.ts'

/** Rows as the contract shows them. */

export const show = (amount: bigint) => formatAmount(amount, LOAN_CURRENCY)

const ratesView = (dailyRate: Rate, overdueRate: Rate) => ({
  dailyRate: formatRate(dailyRate),
  dailyRatePercent: formatPercent(dailyRate),
  overdueRate: formatRate(overdueRate),
  overdueRatePercent: formatPercent(overdueRate),
})

/** The terms of applications to come, and within how many hours one is reviewed: the queue's service level. */
export const termsView = (terms: LoanTerms, reviewHours: number): LoanTermsView => ({
  ...{ version: terms.version, currency: LOAN_CURRENCY, days: [...loanDays] },
  ...ratesView(terms.dailyRate, terms.overdueRate),
  ...{ minimum: show(terms.minimum), maximum: show(terms.maximum), reviewHours },
  score: {
    ...{ first: FIRST_SCORE, maximum: MAX_SCORE, floor: terms.scoreFloor, perPoint: show(terms.perPoint) },
    onTime: scoreChanges['on-time'],
    overdue: scoreChanges.overdue,
    overdueDay: scoreChanges['overdue-day'],
  },
})

/** A loan as it stands; `freeDay` says whether an application would have one now. */
export function loanView(row: LoanRow, nowMs: number, freeDay = true): LoanView {
  const isPaidOut = row.paid_out_at !== null
  const hasFreeDay = row.has_free_day ?? freeDay
  const isOpen = row.status === 'issued' || row.status === 'overdue'
  const principalPaid = isPaidOut ? row.amount - row.outstanding : 0n
  const { days, daily_rate: dailyRate } = row
  return {
    ...{ id: String(row.id), reference: loanReference(row.number), status: row.status },
    ...{ currency: LOAN_CURRENCY, amount: show(row.amount), days, hasFreeDay },
    ...ratesView(dailyRate, row.overdue_rate),
    totalInterest: show(interestToTerm({ days, dailyRate, hasFreeDay }, row.amount)),
    ...{ appliedAtMs: row.applied_at, paidOutAtMs: row.paid_out_at, dueAtMs: row.due_at },
    endedAtMs: row.ended_at,
    repaid: show(principalPaid + row.interest_paid + row.overdue_interest_paid),
    interestPaid: show(row.interest_paid),
    overdueInterestPaid: show(row.overdue_interest_paid),
    remaining: show(isOpen ? owedAt(debtOf(row), nowMs).total : 0n),
    debt: isOpen
      ? {
          ...{ principal: show(row.outstanding), chargedDays: row.charged_days },
          ...{ interest: show(row.interest), overdueInterest: show(row.overdue_interest) },
        }
      : null,
    why: row.why,
  }
}

/** A repayment in its parts. */
export const repaymentView = (row: RepaymentRow): LoanContract['repayments'][number] => ({
  ...{ id: String(row.id), atMs: row.at },
  amount: show(row.principal + row.interest + row.overdue_interest),
  ...{ principal: show(row.principal), interest: show(row.interest) },
  ...{ overdueInterest: show(row.overdue_interest), outstanding: show(row.outstanding) },
})
