import { refused } from '#domain/errors.ts'
import type { LoanTermsView, LoanView } from '#domain/loan/contract.ts'
import {
  chargedDaysAt,
  type Debt,
  debtAtPayOut,
  decideRepayment,
  dueAt,
  interestOfDay,
  LOAN_CURRENCY,
  nextChargeAfterMs,
  ordinaryDays,
  owedAt,
  type Repayment,
  savedBy,
} from '#domain/loan/rules.ts'
import { least, type Rate, type Units, units } from '#domain/money/amount.ts'
import { formatPercent, parseRate } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { DAY_MS } from '#domain/time.ts'
import { decimalsOf, signedUnits } from '#web/features/money/decimals.ts'

/** What the pages of loans show before anything is sent: by the same rules as the server, in the same units. */

const unitsOf = (text: string): Units => units(signedUnits(text, decimalsOf(LOAN_CURRENCY)))
export const show = (amount: bigint): string => formatAmount(amount, LOAN_CURRENCY)

/** A daily rate as a year of it, in percent: simple, 365 days. @example yearlyPercent('0.0003') // '10.95' */
export const yearlyPercent = (dailyRate: string): string =>
  formatPercent((parseRate(dailyRate)! * 365n) as Rate)

/** The largest loan that can be applied for now: the terms' largest, or what is left of the customer's own limit. */
export function largestNow(
  { minimum, maximum }: Pick<LoanTermsView, 'minimum' | 'maximum'>,
  available: string | undefined,
): string {
  const left = available === undefined ? undefined : unitsOf(available)
  // Who has less left than the smallest loan can take none: the terms are said as they are.
  if (left === undefined || left < unitsOf(minimum)) return maximum
  return show(least(left, unitsOf(maximum)))
}

/** What a loan that is repaid has cost, ordinary and overdue. */
export const interestPaid = ({ amount, repaid }: Pick<LoanView, 'amount' | 'repaid'>): string =>
  show(unitsOf(repaid) - unitsOf(amount))

/** A loan as it would be if it were paid out at a moment. */
export const draftDebt = (
  terms: Pick<LoanTermsView, 'dailyRate' | 'overdueRate'>,
  { amount, days, hasFreeDay }: { amount: string; days: number; hasFreeDay: boolean },
  paidOutAtMs: number,
): Debt =>
  debtAtPayOut(
    {
      ...{ days, hasFreeDay, paidOutAtMs },
      ...{ dailyRate: parseRate(terms.dailyRate)!, overdueRate: parseRate(terms.overdueRate)! },
    },
    unitsOf(amount),
  )

/** A loan that is paid out, as the rules count it; undefined of one that is not, or is repaid. */
export function debtOfView(loan: LoanView): Debt | undefined {
  if (!loan.debt || loan.paidOutAtMs === null) return undefined
  return {
    ...draftDebt(loan, loan, loan.paidOutAtMs),
    principal: unitsOf(loan.debt.principal),
    chargedDays: loan.debt.chargedDays,
    interest: unitsOf(loan.debt.interest),
    overdueInterest: unitsOf(loan.debt.overdueInterest),
  }
}

/** What an application comes to if it is held to its term. */
export function termFigures(debt: Debt) {
  const owed = owedAt(debt, dueAt(debt))
  return {
    chargedDays: ordinaryDays(debt),
    perDay: show(interestOfDay(debt.principal, debt.dailyRate)),
    interest: show(owed.interest),
    total: show(owed.total),
    dueAtMs: dueAt(debt),
  }
}

/** What is owed if all is repaid at the end of a day of the term, and what that saves. Days count from one. */
export function onDay(debt: Debt, day: number) {
  const atMs = debt.paidOutAtMs + day * DAY_MS
  const { total } = owedAt(debt, atMs)
  return { total: show(total), saved: show(owedAt(debt, dueAt(debt)).total - total) }
}

/** The steps of what is owed over the term, as parts of the picture: days, and the share of all interest. */
export function stepsOf(debt: Debt): { readonly day: number; readonly share: number }[] {
  const all = Number(owedAt(debt, dueAt(debt)).total - debt.principal)
  return Array.from({ length: debt.days }, (_, n) => ({
    day: n + 1,
    share:
      all === 0 ? 0 : Number(owedAt(debt, debt.paidOutAtMs + (n + 1) * DAY_MS).total - debt.principal) / all,
  }))
}

/** Where an open loan stands at a moment: what is owed, what it would be when due, and when the next day is charged. */
export function standing(debt: Debt, nowMs: number) {
  const now = owedAt(debt, nowMs)
  const dueAtMs = dueAt(debt)
  const isOverdue = nowMs > dueAtMs
  const charged = chargedDaysAt(debt, nowMs)
  const rate = charged >= ordinaryDays(debt) ? debt.overdueRate : debt.dailyRate
  return {
    isOverdue,
    owed: show(now.total),
    principal: show(now.principal),
    interest: show(now.interest),
    overdueInterest: show(now.overdueInterest),
    whenDue: isOverdue ? null : show(owedAt(debt, dueAtMs).total),
    notCharged: isOverdue ? null : show(owedAt(debt, dueAtMs).total - now.total),
    daysLeft: isOverdue ? 0 : ordinaryDays(debt) - charged,
    day: Math.max(1, Math.ceil((nowMs - debt.paidOutAtMs) / DAY_MS)),
    next: { atMs: nextChargeAfterMs(debt, charged), amount: show(interestOfDay(debt.principal, rate)) },
  }
}

/** What a typed repayment would do at a moment, or why it cannot be made; without an amount all is repaid. */
export function readRepayment(
  debt: Debt,
  typed: string | undefined,
  available: string | undefined,
  nowMs: number,
) {
  if (typed === '') return undefined
  const decided = decideRepayment(debt, typed === undefined ? undefined : unitsOf(typed), nowMs)
  if (!decided.ok) return decided
  const { repayment } = decided
  if (repayment.amount === 0n) return undefined
  if (available !== undefined && repayment.amount > unitsOf(available)) return refused('INSUFFICIENT_BALANCE')
  return { ok: true as const, repayment, ...shownOf(debt, repayment, nowMs) }
}

const shownOf = (debt: Debt, repayment: Repayment, nowMs: number) => ({
  amount: show(repayment.amount),
  principal: show(repayment.principal),
  interest: show(repayment.interest),
  overdueInterest: show(repayment.overdueInterest),
  left: show(owedAt(repayment.after, nowMs).total),
  saved: show(savedBy(debt, repayment, nowMs)),
})
