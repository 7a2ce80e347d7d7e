import { LOAN_CURRENCY, owedAt, type ReminderDay } from '#domain/loan/rules.ts'
import { loanReference } from '#domain/loan/words.ts'
import { formatPercent } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { utcMinute } from '#domain/time.ts'
import type { NewNotice } from '#server/core/notices/notices.ts'
import { debtOf, type LoanRow } from './store.ts'

const about = ({ id, customer_id: customer }: LoanRow) => ({ customer, subject: String(id) })
const named = ({ number }: LoanRow) => ({ reference: loanReference(number) })
const money = (amount: bigint) => ({
  amount: formatAmount(amount, LOAN_CURRENCY),
  currency: LOAN_CURRENCY,
})
const due = ({ due_at: dueAtMs }: LoanRow) => ({ time: `${utcMinute(dueAtMs!)} UTC` })

/** What is told of a loan that was paid out. */
export const issuedNotice = (row: LoanRow): NewNotice => ({
  ...{ ...about(row), kind: 'loan-issued' },
  params: { ...named(row), ...money(row.amount), ...due(row) },
})

/** What is told of an application that was rejected. */
export const rejectedNotice = (row: LoanRow): NewNotice => ({
  ...{ ...about(row), kind: 'loan-rejected' },
  params: { ...named(row), why: row.why! },
})

/** What is told before a loan is due: what is to be paid then, as it stands. */
export function dueNotice(row: LoanRow, day: ReminderDay, nowMs: number): NewNotice {
  const { total } = owedAt(debtOf(row), Math.max(nowMs, row.due_at!))
  return {
    ...{ ...about(row), kind: 'loan-due' },
    ...{ version: BigInt(4 - day), isFinal: day === 0 },
    params: { variant: String(day) as '3' | '1' | '0', ...named(row), ...money(total), ...due(row) },
  }
}

/** What is told of a loan that is due and not repaid. */
export const overdueNotice = (row: LoanRow, nowMs: number): NewNotice => ({
  ...{ ...about(row), kind: 'loan-overdue' },
  params: {
    ...named(row),
    ...money(owedAt(debtOf(row), nowMs).total),
    rate: formatPercent(row.overdue_rate),
  },
})

/** What is told of a loan that is repaid: all that was paid back. */
export const repaidNotice = (row: LoanRow): NewNotice => ({
  ...{ ...about(row), kind: 'loan-repaid' },
  params: { ...named(row), ...money(row.amount + row.interest_paid + row.overdue_interest_paid) },
})
