import { assert, refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import {
  type Applicant,
  can,
  decideLoan,
  decideRepayment,
  dueAt,
  furtherOverdueDays,
  hasFreeDayAt,
  isOverdueAt,
  LOAN_CURRENCY,
  type LoanTerms,
  limitOf,
  owedAt,
  reminderAt,
  scoreAfter,
} from '#domain/loan/rules.ts'
import type { LoanDays, ScoreCause } from '#domain/loan/words.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { balanceOf, lockBalances, post } from '#server/core/ledger/ledger.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { requireOffered } from '#server/users/countries.ts'
import { requireNotFrozenToPay } from '#server/users/payable.ts'
import { requireTier } from '#server/users/tiers.ts'
import { fundOf } from './accounts.ts'
import { accountsOf, payOutTransfers, repaymentTransfers } from './flows.ts'
import { dueNotice, issuedNotice, overdueNotice, rejectedNotice, repaidNotice } from './notices.ts'
import {
  type Change,
  changeScore,
  debtOf,
  insertLoan,
  insertRepayment,
  type LoanRow,
  lastRepaidAt,
  lockBorrower,
  lockBorrowerIfAny,
  lockLoan,
  newestTerms,
  openLoansOf,
  totalOutstanding,
  updateLoan,
} from './store.ts'

/**
 * What customers, operators and time do with loans: one function each, inside the caller's transaction. All of them lock
 * the customer's row first, then the loan, then balances.
 */

/** What stands around an application of a customer whose loans these are; one of them may be the one that is decided. */
export function applicantOf(
  open: readonly LoanRow[],
  decided: bigint | null,
  { score, terms, lendable }: { score: number; terms: LoanTerms; lendable: bigint },
): Applicant {
  return {
    hasApplication: open.some(({ id, status }) => status === 'pending' && id !== decided),
    hasOverdue: open.some(({ status }) => status === 'overdue'),
    limit: limitOf(score, terms),
    used: open.reduce((sum, { outstanding }) => sum + outstanding, 0n),
    lendable,
  }
}

/** What can still be lent: as much as the fund has, and as the terms let customers owe together. */
export async function lendableNow(
  db: Db | Tx,
  { maxOutstanding }: Pick<LoanTerms, 'maxOutstanding'>,
): Promise<bigint> {
  const free = await balanceOf(db, fundOf(LOAN_CURRENCY))
  const room = maxOutstanding - (await totalOutstanding(db)).outstanding
  if (room >= free) return free
  return room > 0n ? room : 0n
}

/**
 * Applies for a loan.
 *
 * Refuses: KYC_REQUIRED; COUNTRY_NOT_OFFERED; TERMS_CHANGED; what `readAmount` refuses, and `decideLoan`.
 */
export async function applyForLoan(
  tx: Tx,
  asked: { customer: CustomerId; amount: string; days: LoanDays; termsVersion?: number | undefined },
  nowMs: number,
): Promise<LoanRow> {
  const { customer, days, termsVersion } = asked
  await requireTier(tx, customer, 'advanced')
  await requireOffered(tx, customer, 'loan')
  const score = await lockBorrower(tx, customer)
  const terms = await newestTerms(tx)
  if (termsVersion !== undefined && termsVersion !== terms.version) throw refusal('TERMS_CHANGED')
  const amount = readAmount(asked.amount, LOAN_CURRENCY)
  const open = await bringUpToDate(tx, customer, score, nowMs)
  const around = { score: open.score, terms, lendable: await lendableNow(tx, terms) }
  requireAllowed(decideLoan(applicantOf(open.loans, null, around), amount, terms))
  return insertLoan(tx, { id: nextId(), customer, amount, days, terms }, nowMs)
}

/** Takes an application back. Refuses: LOAN_NOT_FOUND, also for another's; LOAN_STATUS once it is decided. */
export async function cancelLoan(
  tx: Tx,
  { customer, id }: { customer: CustomerId; id: bigint },
  nowMs: number,
): Promise<LoanRow> {
  const { loan } = await lockOwn(tx, customer, id)
  requireCan('cancel', loan)
  return updateLoan(tx, id, { status: 'cancelled', ended_at: nowMs })
}

/**
 * Pays an application out, agreed on by two operators: all that was decided when it was made is decided again.
 *
 * Refuses: LOAN_NOT_FOUND, LOAN_STATUS; KYC_REQUIRED, CUSTOMER_FROZEN, COUNTRY_NOT_OFFERED; what `decideLoan` refuses.
 */
export async function payOutLoan(
  tx: Tx,
  id: bigint,
  by: { readonly maker: bigint; readonly checker: bigint },
  nowMs: number,
): Promise<LoanRow> {
  const { loan, score } = await lockAnyone(tx, id)
  requireCan('approve', loan)
  const { customer_id: customer, amount, days } = loan
  await requireTier(tx, customer, 'advanced')
  await requireNotFrozenToPay(tx, customer)
  await requireOffered(tx, customer, 'loan')
  const terms = await newestTerms(tx)
  const current = await bringUpToDate(tx, customer, score, nowMs)
  // Others who are paid wait here, so that what may be lent is counted after them.
  const { fund, funding } = accountsOf(customer)
  await lockBalances(tx, [fund, funding])
  const around = { score: current.score, terms, lendable: await lendableNow(tx, terms) }
  // The smallest and the largest amount are those of its own day; the limit is today's.
  const own = { minimum: units(0n), maximum: amount }
  requireAllowed(decideLoan(applicantOf(current.loans, id, around), amount, own))

  const paid = await updateLoan(tx, id, {
    ...{ status: 'issued', ...by, outstanding: amount },
    ...{ paid_out_at: nowMs, due_at: dueAt({ days, paidOutAtMs: nowMs }) },
    has_free_day: hasFreeDayAt(await lastRepaidAt(tx, customer), nowMs),
  })
  await post(tx, payOutTransfers(paid), nowMs)
  await writeNotices(tx, [issuedNotice(paid)], nowMs)
  return paid
}

/** Rejects an application with a reason that the customer reads. Refuses: LOAN_NOT_FOUND, LOAN_STATUS. */
export async function rejectLoan(
  tx: Tx,
  { id, why, operator }: { id: bigint; why: string; operator: bigint },
  nowMs: number,
): Promise<void> {
  const { loan } = await lockAnyone(tx, id)
  requireCan('reject', loan)
  const rejected = await updateLoan(tx, id, { status: 'rejected', why, maker: operator, ended_at: nowMs })
  await writeNotices(tx, [rejectedNotice(rejected)], nowMs)
}

/**
 * Pays back a part of a loan, or without an amount all that is owed at this moment.
 *
 * Refuses: LOAN_NOT_FOUND, LOAN_STATUS; what `readAmount` refuses; LOAN_REPAYMENT_TOO_LARGE; INSUFFICIENT_BALANCE.
 */
export async function repayLoan(
  tx: Tx,
  { customer, id, amount: typed }: { customer: CustomerId; id: bigint; amount?: string | undefined },
  nowMs: number,
): Promise<LoanRow> {
  const locked = await lockOwn(tx, customer, id)
  requireCan('repay', locked.loan)
  const amount = typed === undefined ? undefined : readAmount(typed, LOAN_CURRENCY)
  // Whether a job has marked it already makes no difference to what it costs the score.
  const { loan, score } = await markOverdue(tx, locked, nowMs)
  const { repayment } = requireAllowed(decideRepayment(debtOf(loan), amount, nowMs))
  const { funding, fund, income } = accountsOf(customer)
  const balances = await lockBalances(tx, [funding, fund, income])
  if (balances.get(funding)! < repayment.amount) throw refusal('INSUFFICIENT_BALANCE')

  const { after, principal, interest, overdueInterest, isWhole } = repayment
  const repaid = await updateLoan(tx, id, {
    ...{ outstanding: after.principal, charged_days: after.chargedDays },
    ...{ interest: after.interest, overdue_interest: after.overdueInterest },
    interest_paid: loan.interest_paid + interest,
    overdue_interest_paid: loan.overdue_interest_paid + overdueInterest,
    ...(isWhole && { status: 'repaid' as const, ended_at: nowMs }),
  })
  await insertRepayment(tx, {
    ...{ id: nextId(), loan_id: id, at: nowMs, principal, interest },
    ...{ overdue_interest: overdueInterest, outstanding: after.principal },
  })
  await post(tx, repaymentTransfers(loan, repayment), nowMs)
  if (!isWhole) return repaid
  if (loan.status === 'issued') await addToScore(tx, loan, { cause: 'on-time', day: 0 }, score, nowMs)
  await writeNotices(tx, [repaidNotice(repaid)], nowMs)
  return repaid
}

/**
 * Marks a loan that is overdue, and lets the score fall for each day since. The same whenever it is called, however late.
 * Returns: whether anything was due.
 */
export async function marksOverdue(tx: Tx, id: bigint, nowMs: number): Promise<boolean> {
  const locked = await lockAnyone(tx, id)
  if (!can('repay', locked.loan.status)) return false
  return (await markOverdue(tx, locked, nowMs)).loan !== locked.loan
}

/** Sends the reminder that stands for a loan, once. One that is late is left out for the next. */
export async function remind(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  const { loan } = await lockAnyone(tx, id)
  if (loan.status !== 'issued') return
  const day = reminderAt(loan.due_at!, nowMs)
  if (day === undefined || (loan.reminded !== null && loan.reminded <= day)) return
  await updateLoan(tx, id, { reminded: day })
  await writeNotices(tx, [dueNotice(loan, day, nowMs)], nowMs)
}

/** All that a customer owes by loans; nobody lends to them or is repaid by them until the transaction ends. */
export async function owedByLoans(tx: Tx, customer: CustomerId, nowMs: number): Promise<Units> {
  await lockBorrowerIfAny(tx, customer)
  const open = await openLoansOf(tx, customer)
  return units(
    open
      .filter(({ status }) => can('repay', status))
      .reduce((sum, loan) => sum + owedAt(debtOf(loan), nowMs).total, 0n),
  )
}

interface Locked {
  readonly loan: LoanRow
  readonly score: number
}

/** Marks the loan, and counts the score's days, up to a moment. The loan is the same object where nothing was due. */
async function markOverdue(tx: Tx, { loan, score }: Locked, nowMs: number): Promise<Locked> {
  const dueAtMs = loan.due_at!
  if (!isOverdueAt(dueAtMs, nowMs)) return { loan, score }
  const days = furtherOverdueDays(dueAtMs, nowMs)
  const isNew = loan.status === 'issued'
  if (!isNew && days <= loan.overdue_days) return { loan, score }
  const change: Change = { overdue_days: days, ...(isNew && { status: 'overdue' as const }) }
  const marked = await updateLoan(tx, loan.id, change)
  let now = score
  if (isNew) now = await addToScore(tx, loan, { cause: 'overdue', day: 0 }, now, nowMs)
  for (let day = loan.overdue_days + 1; day <= days && now > 0; day++)
    now = await addToScore(tx, loan, { cause: 'overdue-day', day }, now, nowMs)
  if (isNew) await writeNotices(tx, [overdueNotice(marked, nowMs)], nowMs)
  return { loan: marked, score: now }
}

async function addToScore(
  tx: Tx,
  loan: LoanRow,
  { cause, day }: { cause: ScoreCause; day: number },
  before: number,
  nowMs: number,
): Promise<number> {
  const after = scoreAfter(before, cause)
  await changeScore(tx, { loan, cause, day }, { before, after }, nowMs)
  return after
}

/** A locked customer's open loans, with all of them marked that are overdue. */
async function bringUpToDate(
  tx: Tx,
  customer: CustomerId,
  score: number,
  nowMs: number,
): Promise<{ loans: LoanRow[]; score: number }> {
  const loans: LoanRow[] = []
  let now = score
  for (const found of await openLoansOf(tx, customer)) {
    const loan = (await lockLoan(tx, found.id))!
    const marked = can('repay', loan.status)
      ? await markOverdue(tx, { loan, score: now }, nowMs)
      : { loan, score: now }
    loans.push(marked.loan)
    now = marked.score
  }
  return { loans, score: now }
}

/** A customer's own loan, with all of theirs locked. Refuses: LOAN_NOT_FOUND. */
async function lockOwn(tx: Tx, customer: CustomerId, id: bigint): Promise<Locked> {
  await lockBorrowerIfAny(tx, customer)
  const loan = await lockLoan(tx, id)
  if (loan?.customer_id !== customer) throw refusal('LOAN_NOT_FOUND')
  return { loan, score: await lockBorrower(tx, customer) }
}

/** The same of anybody's. */
export async function lockAnyone(tx: Tx, id: bigint): Promise<Locked> {
  const found = await tx.selectFrom('loan').select('customer_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw refusal('LOAN_NOT_FOUND')
  const score = await lockBorrower(tx, found.customer_id)
  const loan = await lockLoan(tx, id)
  assert(loan, 'no loan is deleted')
  return { loan, score }
}

/** Refuses: LOAN_STATUS. */
export function requireCan(action: Parameters<typeof can>[0], { status }: Pick<LoanRow, 'status'>): void {
  if (!can(action, status)) throw refusal('LOAN_STATUS')
}
