import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import type { CommissionState, UnpaidReason } from '#domain/invite/words.ts'
import type { Tier } from '#domain/user/tiers.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

export interface CommissionRow {
  readonly id: bigint
  readonly inviter_id: CustomerId
  readonly invited_id: CustomerId
  readonly earned_on: number
  readonly currency: string
  readonly fees: bigint
  readonly amount: bigint
  readonly value: bigint
  readonly due_at: number
  readonly status: CommissionState
  readonly paid: bigint
  readonly paid_value: bigint
  readonly why: UnpaidReason | null
  readonly decided_at: number | null
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    invite_day: { day: number | Date; after_customer: bigint; is_counted: boolean }
  }
}

const date = (atMs: number) => sql`${new Date(atMs)}::timestamptz`

/** An invited customer, as far as commission needs to know. */
export interface Invited {
  readonly id: CustomerId
  readonly inviter: CustomerId
  readonly registered_at: number
}

/** Invited customers who had registered before `untilMs` and not before `sinceMs`, by id. */
export async function invitedBetween(
  db: Tx,
  asked: {
    readonly after: bigint
    readonly sinceMs: number
    readonly untilMs: number
    readonly limit: number
  },
): Promise<Invited[]> {
  const { rows } = await sql<Invited>`
    select id, invited_by as inviter, created_at as registered_at from customer
    where invited_by is not null and id > ${asked.after} and created_at < ${date(asked.untilMs)}
      and created_at > ${date(asked.sinceMs)}
    order by id limit ${asked.limit}`.execute(db)
  return rows
}

/** What one invited customer paid in one coin on one day, and the commission on it. */
export type NewCommission = Pick<
  CommissionRow,
  'id' | 'inviter_id' | 'invited_id' | 'earned_on' | 'currency' | 'fees' | 'amount' | 'value' | 'due_at'
>

export async function insertCommissions(tx: Tx, rows: readonly NewCommission[]): Promise<void> {
  for (const row of rows) {
    await sql`
      insert into invite_commission
        (id, inviter_id, invited_id, earned_on, currency, fees, amount, value, due_at, status)
      values (${row.id}, ${row.inviter_id}, ${row.invited_id}, ${date(row.earned_on)}, ${row.currency}, ${row.fees},
        ${row.amount}, ${row.value}, ${date(row.due_at)}, 'held')`.execute(tx)
  }
}

/** A commission that is due, with how far the two customers are verified. */
export type DueCommission = CommissionRow & { readonly inviter_tier: Tier; readonly invited_tier: Tier }

/** Commission that is due, locked, the oldest first. Who comes second waits, and finds what is left. */
export async function lockDue(tx: Tx, nowMs: number, limit: number): Promise<DueCommission[]> {
  const { rows } = await sql<DueCommission>`
    select c.*, a.tier as inviter_tier, b.tier as invited_tier
    from invite_commission c join customer a on a.id = c.inviter_id join customer b on b.id = c.invited_id
    where c.status = 'held' and c.due_at <= ${date(nowMs)}
    order by c.due_at, c.id limit ${limit} for update of c`.execute(tx)
  return rows
}

/** What of the commission that was earned in a month has been paid to a customer. Units: of what it is valued in. */
export async function paidOfMonth(
  tx: Tx,
  inviter: CustomerId,
  month: { readonly fromMs: number; readonly untilMs: number },
): Promise<bigint> {
  const { rows } = await sql<{ paid: bigint }>`
    select coalesce(sum(paid_value), 0)::bigint as paid from invite_commission
    where inviter_id = ${inviter} and earned_on >= ${date(month.fromMs)} and earned_on < ${date(month.untilMs)}`.execute(
    tx,
  )
  return rows[0]!.paid
}

/** What was paid of what was earned on a day, in all, and for how many. */
export async function paidOfDay(
  tx: Tx,
  inviter: CustomerId,
  dayMs: number,
): Promise<{ value: bigint; count: bigint }> {
  const { rows } = await sql<{ value: bigint; count: bigint }>`
    select coalesce(sum(paid_value), 0)::bigint as value, count(*) as count from invite_commission
    where inviter_id = ${inviter} and earned_on = ${date(dayMs)} and status = 'paid'`.execute(tx)
  return rows[0]!
}

export async function decideCommission(
  tx: Tx,
  id: bigint,
  decided: Pick<CommissionRow, 'paid' | 'paid_value' | 'why'>,
  nowMs: number,
): Promise<void> {
  await sql`
    update invite_commission set status = ${decided.paid > 0n ? 'paid' : 'unpaid'}, paid = ${decided.paid},
      paid_value = ${decided.paid_value}, why = ${decided.why}, decided_at = ${date(nowMs)}
    where id = ${id}`.execute(tx)
}

/** A customer's commission, newest first. */
export async function listCommissions(
  db: Db,
  inviter: CustomerId,
  { after, offset, limit }: PageSlice,
): Promise<CommissionRow[]> {
  const { rows } = await sql<CommissionRow>`
    select * from invite_commission where inviter_id = ${inviter} and id < ${after?.[0] ?? NO_END}
    order by id desc offset ${offset} limit ${limit}`.execute(db)
  return rows
}
const NO_END = 2n ** 63n - 1n

/** A customer's own commission. */
export async function findCommission(
  db: Db,
  id: bigint,
  inviter: CustomerId,
): Promise<CommissionRow | undefined> {
  const { rows } = await sql<CommissionRow>`
    select * from invite_commission where id = ${id} and inviter_id = ${inviter}`.execute(db)
  return rows[0]
}

export interface InvitedRow {
  readonly id: CustomerId
  readonly created_at: number
  readonly tier: Tier
  readonly paid_value: bigint
}

/** Who came by a customer's code, newest first, with what was paid for each. */
export async function listInvited(
  db: Db,
  inviter: CustomerId,
  { after, offset, limit }: PageSlice,
): Promise<InvitedRow[]> {
  const { rows } = await sql<InvitedRow>`
    select c.id, c.created_at, c.tier,
      (select coalesce(sum(paid_value), 0)::bigint from invite_commission where invited_id = c.id) as paid_value
    from (
      select id, created_at, tier from customer
      where invited_by = ${inviter} and id < ${after?.[0] ?? NO_END}
      order by id desc offset ${offset} limit ${limit}
    ) c order by c.id desc`.execute(db)
  return rows
}

export interface MonthRow {
  readonly month: string
  readonly held: bigint
  readonly paid: bigint
  readonly unpaid: bigint
}

/** What a customer's commission since a moment is worth, by the month (UTC) it was earned in, newest first. */
export async function sumMonths(db: Db, inviter: CustomerId, sinceMs: number): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select to_char(earned_on at time zone 'UTC', 'YYYY-MM') as month,
      coalesce(sum(value) filter (where status = 'held'), 0)::bigint as held,
      sum(paid_value)::bigint as paid,
      coalesce(sum(value - paid_value) filter (where status <> 'held'), 0)::bigint as unpaid
    from invite_commission where inviter_id = ${inviter} and earned_on >= ${date(sinceMs)}
    group by 1 order by 1 desc`.execute(db)
  return rows
}
