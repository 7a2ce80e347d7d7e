import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import type { CommissionState, UnpaidReason } from '#domain/invite/words.ts'
import type { Tier } from '#domain/user/tiers.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { moment } from '#server/platform/db/moment.ts'

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
    where invited_by is not null and id > ${asked.after} and created_at < ${moment(asked.untilMs)}
      and created_at > ${moment(asked.sinceMs)}
    order by id limit ${asked.limit}`.execute(db)
  return rows
}

/** What one invited customer paid in one coin on one day, and the commission on it. */
export type NewCommission = Pick<
  CommissionRow,
  'id' | 'inviter_id' | 'invited_id' | 'earned_on' | 'currency' | 'fees' | 'amount' | 'value' | 'due_at'
>

export async function insertCommissions(tx: Tx, rows: readonly NewCommission[]): Promise<void> {
  if (rows.length === 0) return
  const ids = (pick: (row: NewCommission) => bigint) => sql`${arrayLiteral(rows, pick)}::bigint[]`
  const times = (pick: (row: NewCommission) => number) =>
    sql`${arrayLiteral(rows, (row) => new Date(pick(row)).toISOString())}::timestamptz[]`
  await sql`
    insert into invite_commission
      (id, inviter_id, invited_id, fees, amount, value, earned_on, due_at, currency, status)
    select c.*, 'held' from unnest(${ids(({ id }) => id)}, ${ids((row) => row.inviter_id)},
      ${ids((row) => row.invited_id)}, ${ids(({ fees }) => fees)}, ${ids(({ amount }) => amount)},
      ${ids(({ value }) => value)}, ${times((row) => row.earned_on)}, ${times((row) => row.due_at)},
      ${textArrayLiteral(rows, ({ currency }) => currency)}::text[]) c`.execute(tx)
}

/** A commission that is due, with how far the two customers are verified. */
export type DueCommission = CommissionRow & { readonly inviter_tier: Tier; readonly invited_tier: Tier }

/** Commission that is due, locked, the oldest first. Who comes second waits, and finds what is left. */
export async function lockDue(tx: Tx, nowMs: number, limit: number): Promise<DueCommission[]> {
  const { rows } = await sql<DueCommission>`
    select c.*, a.tier as inviter_tier, b.tier as invited_tier
    from invite_commission c join customer a on a.id = c.inviter_id join customer b on b.id = c.invited_id
    where c.status = 'held' and c.due_at <= ${moment(nowMs)}
    order by c.due_at, c.id limit ${limit} for update of c`.execute(tx)
  return rows
}

/**
 * What has been paid of what these customers earned, by customer and month: whole months, since the first of these days.
 * Units: of what it is valued in.
 */
export async function paidByMonth(
  tx: Tx,
  inviters: readonly CustomerId[],
  sinceMs: number,
): Promise<{ inviter_id: CustomerId; month: number; paid: bigint }[]> {
  const { rows } = await sql<{ inviter_id: CustomerId; month: number; paid: bigint }>`
    select inviter_id, date_trunc('month', earned_on, 'UTC') as month, sum(paid_value)::bigint as paid
    from invite_commission
    where inviter_id = any(${arrayLiteral(inviters, (id) => id)}::bigint[]) and earned_on >= ${moment(sinceMs)}
    group by 1, 2`.execute(tx)
  return rows
}

/** What was paid of what was earned on a day, in all, and for how many. */
export async function paidOfDay(
  tx: Tx,
  inviter: CustomerId,
  dayMs: number,
): Promise<{ value: bigint; count: bigint }> {
  const { rows } = await sql<{ value: bigint; count: bigint }>`
    select coalesce(sum(paid_value), 0)::bigint as value, count(*) as count from invite_commission
    where inviter_id = ${inviter} and earned_on = ${moment(dayMs)} and status = 'paid'`.execute(tx)
  return rows[0]!
}

export async function decideCommissions(
  tx: Tx,
  decided: readonly Pick<CommissionRow, 'id' | 'paid' | 'paid_value' | 'why'>[],
  nowMs: number,
): Promise<void> {
  if (decided.length === 0) return
  const ids = (pick: (row: (typeof decided)[number]) => bigint) =>
    sql`${arrayLiteral(decided, pick)}::bigint[]`
  await sql`
    update invite_commission c set status = case when d.paid > 0 then 'paid' else 'unpaid' end, paid = d.paid,
      paid_value = d.paid_value, why = d.why, decided_at = ${moment(nowMs)}
    from unnest(${ids(({ id }) => id)}, ${ids(({ paid }) => paid)}, ${ids((row) => row.paid_value)},
      ${arrayLiteral(decided, ({ why }) => why)}::text[]) d (id, paid, paid_value, why)
    where c.id = d.id`.execute(tx)
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
  readonly held_value: bigint
}

/** Who came by a customer's code, newest first, with what was paid and what is held for each. */
export async function listInvited(
  db: Db,
  inviter: CustomerId,
  { after, offset, limit }: PageSlice,
): Promise<InvitedRow[]> {
  const { rows } = await sql<InvitedRow>`
    select c.id, c.created_at, c.tier, m.paid_value, m.held_value from (
      select id, created_at, tier from customer
      where invited_by = ${inviter} and id < ${after?.[0] ?? NO_END}
      order by id desc offset ${offset} limit ${limit}
    ) c cross join lateral (
      select coalesce(sum(paid_value), 0)::bigint as paid_value,
        coalesce(sum(value) filter (where status = 'held'), 0)::bigint as held_value
      from invite_commission where invited_id = c.id
    ) m order by c.id desc`.execute(db)
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
    from invite_commission where inviter_id = ${inviter} and earned_on >= ${moment(sinceMs)}
    group by 1 order by 1 desc`.execute(db)
  return rows
}
