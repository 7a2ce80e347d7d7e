import { sql } from 'kysely'
import {
  debtAtPayOut,
  decideRepayment,
  dueAt,
  FIRST_SCORE,
  isOverdueAt,
  scoreAfter,
} from '#domain/loan/rules.ts'
import { units } from '#domain/money/amount.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type LoanRow, repaymentsOf } from './store.ts'

/** What is wrong between loans, scores and the ledger, in words; empty when consistent. */
export async function auditLoans(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: bigint; status: string }>`
    select l.id, l.status from loan l
    cross join lateral (
      select coalesce(sum(amount) filter (where reason = 'loan-payout'), 0)::bigint as lent,
        coalesce(sum(amount) filter (where reason = 'loan-repayment'), 0)::bigint as principal,
        coalesce(sum(amount) filter (where reason = 'loan-interest'), 0)::bigint as interest,
        coalesce(sum(amount) filter (where reason = 'loan-overdue-interest'), 0)::bigint as overdue
      from transfer where reference = l.id) t
    cross join lateral (
      select coalesce(sum(principal), 0)::bigint as principal, coalesce(sum(interest), 0)::bigint as interest,
        coalesce(sum(overdue_interest), 0)::bigint as overdue
      from loan_repayment where loan_id = l.id) r
    where (r.principal, r.interest, r.overdue) is distinct from (
        case when l.paid_out_at is null then 0 else l.amount - l.outstanding end, l.interest_paid,
        l.overdue_interest_paid)
      -- What is older than every transfer that is still here left with its month.
      or (coalesce(l.applied_at >= (select min(created_at) from transfer), true)
        and (t.lent, t.principal, t.interest, t.overdue) is distinct from (
          case when l.paid_out_at is null then 0 else l.amount end, r.principal, r.interest, r.overdue))
    order by l.id`.execute(db)
  return [
    ...rows.map(({ id, status }) => `loan ${id} is ${status} and the ledger says something else`),
    ...(await scoreErrors(db)),
  ]
}

/** Customers whose score is not what its changes make. */
async function scoreErrors(db: Db): Promise<string[]> {
  const { rows } = await sql<{ customer: bigint }>`
    select c.customer_id as customer from loan_customer c
    cross join lateral (
      select coalesce(sum(change), 0)::int as changed from loan_score where customer_id = c.customer_id) s
    where c.score <> ${FIRST_SCORE} + s.changed order by 1`.execute(db)
  return rows.map(({ customer }) => `the score of customer ${customer} is not what its changes make`)
}

/** The newest loans that the rules do not make of their repayments, in words. */
export async function auditResults(db: Db, newest: number): Promise<string[]> {
  const rows = await db
    .selectFrom('loan')
    .selectAll()
    .where('paid_out_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(newest)
    .execute()
  const wrong: string[] = []
  for (const row of rows) {
    const said = await errorOf(db, row)
    if (said) wrong.push(`loan ${row.id}: ${said}`)
  }
  return wrong
}

async function errorOf(db: Db, row: LoanRow): Promise<string | undefined> {
  const { days, daily_rate: dailyRate, overdue_rate: overdueRate } = row
  const clock = {
    ...{ days, dailyRate, overdueRate, paidOutAtMs: row.paid_out_at!, hasFreeDay: row.has_free_day! },
  }
  let debt = debtAtPayOut(clock, row.amount)
  for (const paid of await repaymentsOf(db, row.id)) {
    const amount = units(paid.principal + paid.interest + paid.overdue_interest)
    const decided = decideRepayment(debt, amount, paid.at)
    if (!decided.ok) return 'more was paid than was owed'
    const { principal, interest, overdueInterest, after } = decided.repayment
    if (
      principal !== paid.principal ||
      interest !== paid.interest ||
      overdueInterest !== paid.overdue_interest ||
      after.principal !== paid.outstanding
    )
      return 'the rules divide a repayment otherwise'
    debt = after
  }
  const isSame =
    debt.principal === row.outstanding &&
    debt.chargedDays === row.charged_days &&
    debt.interest === row.interest &&
    debt.overdueInterest === row.overdue_interest
  if (!isSame) return 'its repayments make something else of it'
  return scoreErrorOf(db, row)
}

/** Whether a repaid loan did to the score what its repayment says. */
async function scoreErrorOf(db: Db, row: LoanRow): Promise<string | undefined> {
  const scores = await db.selectFrom('loan_score').selectAll().where('loan_id', '=', row.id).execute()
  const has = (cause: string) => scores.some((score) => score.cause === cause)
  if (scores.some(({ score, change, cause }) => scoreAfter(score - change, cause) !== score))
    return 'it changed a score otherwise than the rules'
  if (row.status !== 'repaid') return undefined
  const isLate = isOverdueAt(dueAt({ days: row.days, paidOutAtMs: row.paid_out_at! }), row.ended_at!)
  return has('on-time') === !isLate && has('overdue') === isLate
    ? undefined
    : 'the score does not say whether it was repaid on time'
}
