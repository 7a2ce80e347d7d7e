import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { type Debt, FIRST_SCORE, type LoanTerms } from '#domain/loan/rules.ts'
import type { LoanStatus, ScoreCause } from '#domain/loan/words.ts'
import { type Rate, rate, type Units, units } from '#domain/money/amount.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'

export interface LoanRow {
  readonly id: bigint
  readonly number: bigint
  readonly customer_id: CustomerId
  readonly status: LoanStatus
  readonly amount: Units
  readonly days: number
  readonly daily_rate: Rate
  readonly overdue_rate: Rate
  readonly terms_version: number
  readonly applied_at: number
  readonly paid_out_at: number | null
  readonly due_at: number | null
  readonly has_free_day: boolean | null
  /** What is owed as the last repayment left it: `debtOf`. */
  readonly outstanding: Units
  readonly charged_days: number
  readonly interest: Units
  readonly overdue_interest: Units
  readonly interest_paid: Units
  readonly overdue_interest_paid: Units
  readonly overdue_days: number
  readonly reminded: number | null
  readonly maker: bigint | null
  readonly checker: bigint | null
  readonly why: string | null
  readonly ended_at: number | null
}

export interface RepaymentRow {
  readonly id: bigint
  readonly loan_id: bigint
  readonly at: number
  readonly principal: Units
  readonly interest: Units
  readonly overdue_interest: Units
  readonly outstanding: Units
}

export interface ScoreRow {
  readonly id: bigint
  readonly customer_id: CustomerId
  readonly loan_id: bigint
  readonly cause: ScoreCause
  readonly day: number
  readonly change: number
  readonly score: number
  readonly at: number
}

/** A change of a score, with the number of its loan. */
export type NumberedScore = ScoreRow & { readonly number: bigint }

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    loan: LoanRow
    loan_repayment: RepaymentRow
    loan_score: ScoreRow
    loan_customer: { customer_id: CustomerId; score: number }
  }
}

/** A loan that is paid out, as the rules count it. */
export const debtOf = (row: LoanRow): Debt => ({
  ...{ days: row.days, dailyRate: row.daily_rate, overdueRate: row.overdue_rate },
  ...{ paidOutAtMs: row.paid_out_at!, hasFreeDay: row.has_free_day! },
  ...{ principal: row.outstanding, chargedDays: row.charged_days },
  ...{ interest: row.interest, overdueInterest: row.overdue_interest },
})

/** The newest terms. */
export async function newestTerms(db: Db | Tx): Promise<LoanTerms> {
  const { rows } = await sql<{
    version: number
    daily_rate: bigint
    overdue_rate: bigint
    minimum: bigint
    maximum: bigint
    per_point: bigint
    score_floor: number
    max_outstanding: bigint
  }>`select * from loan_terms order by version desc limit 1`.execute(db)
  const row = rows[0]!
  return {
    version: row.version,
    dailyRate: rate(row.daily_rate),
    overdueRate: rate(row.overdue_rate),
    minimum: units(row.minimum),
    maximum: units(row.maximum),
    perPoint: units(row.per_point),
    scoreFloor: row.score_floor,
    maxOutstanding: units(row.max_outstanding),
  }
}

/** Adds the next terms, for applications to come. */
export async function insertTerms(
  tx: Tx,
  terms: Omit<LoanTerms, 'version'>,
  proposal: bigint,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into loan_terms (version, daily_rate, overdue_rate, minimum, maximum, per_point, score_floor,
      max_outstanding, proposal, created_at)
    select max(version) + 1, ${terms.dailyRate}::bigint, ${terms.overdueRate}::bigint, ${terms.minimum}::bigint,
      ${terms.maximum}::bigint, ${terms.perPoint}::bigint, ${terms.scoreFloor}::int, ${terms.maxOutstanding}::bigint,
      ${proposal}::bigint, ${new Date(nowMs)}::timestamptz
    from loan_terms`.execute(tx)
}

/** A customer's score; that of who never had a loan where they have none. */
export async function scoreOf(db: Db | Tx, customer: CustomerId): Promise<number> {
  const row = await db
    .selectFrom('loan_customer')
    .select('score')
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  return row?.score ?? FIRST_SCORE
}

/** Locks all that a customer has of loans, before any loan of theirs and any balance is; their score. */
export async function lockBorrower(tx: Tx, customer: CustomerId): Promise<number> {
  const { rows } = await sql<{ score: number }>`
    insert into loan_customer (customer_id, score) values (${customer}, ${FIRST_SCORE})
    on conflict (customer_id) do update set customer_id = excluded.customer_id returning score`.execute(tx)
  return rows[0]!.score
}

/** The same of who has loans; nothing is locked, and nothing is written, of who never applied. */
export async function lockBorrowerIfAny(tx: Tx, customer: CustomerId): Promise<void> {
  await tx
    .selectFrom('loan_customer')
    .select('score')
    .where('customer_id', '=', customer)
    .forUpdate()
    .execute()
}

/** Changes a locked customer's score, once for a cause and day of a loan. */
export async function changeScore(
  tx: Tx,
  { loan, cause, day }: { loan: LoanRow; cause: ScoreCause; day: number },
  { before, after }: { before: number; after: number },
  nowMs: number,
): Promise<void> {
  await tx
    .insertInto('loan_score')
    .values({
      ...{ id: nextId(), customer_id: loan.customer_id, loan_id: loan.id, cause, day },
      ...{ change: after - before, score: after, at: sql<number>`${new Date(nowMs)}::timestamptz` },
    })
    .execute()
  await tx
    .updateTable('loan_customer')
    .set({ score: after })
    .where('customer_id', '=', loan.customer_id)
    .execute()
}

/** A customer's changes of the score, newest first, with the loan of each. */
export async function scoresOf(
  db: Db,
  customer: CustomerId,
  { after, offset, limit }: PageSlice,
): Promise<NumberedScore[]> {
  let query = db
    .selectFrom('loan_score')
    .innerJoin('loan', 'loan.id', 'loan_score.loan_id')
    .selectAll('loan_score')
    .select('loan.number')
    .where('loan_score.customer_id', '=', customer)
  if (after) query = query.where('loan_score.id', '<', after[0]!)
  return query.orderBy('loan_score.id', 'desc').offset(offset).limit(limit).execute()
}

/** Adds an application. */
export async function insertLoan(
  tx: Tx,
  loan: {
    id: bigint
    customer: CustomerId
    amount: Units
    days: number
    terms: LoanTerms
  },
  nowMs: number,
): Promise<LoanRow> {
  const { id, customer, amount, days, terms } = loan
  const { rows } = await sql<LoanRow>`
    insert into loan (id, customer_id, status, amount, days, daily_rate, overdue_rate, terms_version, applied_at)
    values (${id}, ${customer}, 'pending', ${amount}, ${days}, ${terms.dailyRate}, ${terms.overdueRate},
      ${terms.version}, ${new Date(nowMs)}::timestamptz) returning *`.execute(tx)
  return rows[0]!
}

/** One loan, whoever's it is. */
export const findLoan = (db: Db | Tx, id: bigint): Promise<LoanRow | undefined> =>
  db.selectFrom('loan').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, held until the transaction ends. */
export const lockLoan = (tx: Tx, id: bigint): Promise<LoanRow | undefined> =>
  tx.selectFrom('loan').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** A customer's loans, newest first. */
export async function loansOf(
  db: Db | Tx,
  customer: CustomerId,
  { status, after, offset, limit }: PageSlice & { status?: LoanStatus | undefined },
): Promise<LoanRow[]> {
  let query = db.selectFrom('loan').selectAll().where('customer_id', '=', customer)
  if (status !== undefined) query = query.where('status', '=', status)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** Those of these loans that are the customer's own. */
export const loansById = (db: Db | Tx, customer: CustomerId, ids: readonly bigint[]): Promise<LoanRow[]> =>
  db
    .selectFrom('loan')
    .selectAll()
    .where('customer_id', '=', customer)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()

/** A customer's loans that wait or are to be repaid, oldest first. */
export const openLoansOf = (db: Db | Tx, customer: CustomerId): Promise<LoanRow[]> =>
  db
    .selectFrom('loan')
    .selectAll()
    .where('customer_id', '=', customer)
    .where('status', 'in', ['pending', 'issued', 'overdue'])
    .orderBy('id')
    .execute()

/** When a customer last repaid principal, of whichever loan; null where they never did. */
export async function lastRepaidAt(db: Db | Tx, customer: CustomerId): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select max(r.at) as at from loan_repayment r join loan l on l.id = r.loan_id
    where l.customer_id = ${customer} and r.principal > 0`.execute(db)
  return rows[0]!.at
}

/** What all customers owe in principal, and how much of it is overdue. */
export async function totalOutstanding(db: Db | Tx): Promise<{ outstanding: bigint; overdue: bigint }> {
  const { rows } = await sql<{ outstanding: bigint; overdue: bigint }>`
    select coalesce(sum(outstanding), 0)::bigint as outstanding,
      coalesce(sum(outstanding) filter (where status = 'overdue'), 0)::bigint as overdue
    from loan where status in ('issued', 'overdue')`.execute(db)
  return rows[0]!
}

/** What a step changes of a loan. */
export type Change = Partial<{
  status: LoanStatus
  paid_out_at: number
  due_at: number
  has_free_day: boolean
  outstanding: bigint
  charged_days: number
  interest: bigint
  overdue_interest: bigint
  interest_paid: bigint
  overdue_interest_paid: bigint
  overdue_days: number
  reminded: number
  maker: bigint
  checker: bigint
  why: string
  ended_at: number
}>

const moments = ['paid_out_at', 'due_at', 'ended_at']

/** Changes a locked loan; as it is then. */
export async function updateLoan(tx: Tx, id: bigint, change: Change): Promise<LoanRow> {
  const set = Object.entries(change).map(([name, value]) =>
    moments.includes(name)
      ? sql`${sql.ref(name)} = ${new Date(value as number)}::timestamptz`
      : sql`${sql.ref(name)} = ${value}`,
  )
  const { rows } = await sql<LoanRow>`
    update loan set ${sql.join(set)} where id = ${id} returning *`.execute(tx)
  return rows[0]!
}

/** Adds a repayment. */
export async function insertRepayment(tx: Tx, row: RepaymentRow): Promise<void> {
  await tx
    .insertInto('loan_repayment')
    .values({ ...row, at: sql<number>`${new Date(row.at)}::timestamptz` })
    .execute()
}

/** The repayments of a loan, in their order. */
export const repaymentsOf = (db: Db | Tx, loan: bigint): Promise<RepaymentRow[]> =>
  db.selectFrom('loan_repayment').selectAll().where('loan_id', '=', loan).orderBy('id').execute()

/** A loan that something falls due of. */
export type DueLoan = Pick<LoanRow, 'id' | 'customer_id'>

/** Loans that are due and not marked, or whose score falls for a further day; the longest due first. */
export async function findOverdue(db: Db, nowMs: number, limit: number): Promise<DueLoan[]> {
  const now = new Date(nowMs)
  const { rows } = await sql<DueLoan>`
    select id, customer_id from (
      (select id, customer_id, due_at from loan
        where status = 'issued' and due_at < ${now}::timestamptz order by due_at limit ${limit})
      union all
      (select id, customer_id, due_at from loan
        where status = 'overdue' and due_at + (overdue_days + 1) * interval '24 hours' < ${now}::timestamptz
        order by due_at limit ${limit})) due
    order by due_at, id limit ${limit}`.execute(db)
  return rows
}

/** Loans of which a reminder may stand that was not sent: by the day before `dayEndMs`. */
export async function findUnreminded(
  db: Db,
  days: readonly { readonly day: number; readonly dueBeforeMs: number }[],
  nowMs: number,
  limit: number,
): Promise<DueLoan[]> {
  const due = days.map(
    ({ day, dueBeforeMs }) =>
      sql`(due_at < ${new Date(dueBeforeMs)}::timestamptz and coalesce(reminded, 4) > ${day}::int)`,
  )
  const { rows } = await sql<DueLoan>`
    select id, customer_id from loan
    where status = 'issued' and due_at >= ${new Date(nowMs)}::timestamptz and (${sql.join(due, sql` or `)})
    order by due_at, id limit ${limit}`.execute(db)
  return rows
}

/** Applications that wait for operators, oldest first. */
export const waitingLoans = (db: Db, limit: number): Promise<LoanRow[]> =>
  db.selectFrom('loan').selectAll().where('status', '=', 'pending').orderBy('id').limit(limit).execute()

/** How many wait, and since when. */
export async function countWaiting(db: Db): Promise<{ waiting: number; oldestAtMs: number | null }> {
  const { rows } = await sql<{ waiting: number; oldest: number | null }>`
    select count(*)::int as waiting, min(applied_at) as oldest from loan where status = 'pending'`.execute(db)
  return { waiting: rows[0]!.waiting, oldestAtMs: rows[0]!.oldest }
}
