import { sql } from 'kysely'
import type { LeadStatus } from '#domain/copy/rules.ts'
import type { CustomerId, LeadId, PositionId } from '#domain/ids.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { figuresColumns } from './columns.ts'
import type { LeadFigures } from './state.ts'
import { type LeadAction, toLeadRow } from './store.ts'

/** What is read and written of lead traders. */

/** A lead as lists show them, with what they came to; see `copy_record`. */
export interface ListedLead {
  readonly id: LeadId
  readonly place: bigint
  readonly customer: CustomerId
  readonly nickname: string | null
  readonly introduction: string
  readonly status: LeadStatus
  readonly shareBps: number
  readonly sinceMs: number
  readonly figures: LeadFigures
}

const listed = sql.raw(
  `${figuresColumns.map(({ name }) => `r.${name}`).join(', ')}, l.id, l.customer_id, l.introduction, l.status, l.share_bps, l.leading_since, c.nickname`,
)
const fromLeads = sql.raw(
  'copy_lead l join copy_record r on r.lead_id = l.id join customer c on c.id = l.customer_id',
)

const toListed = (row: object): ListedLead => {
  const { id, customer, nickname, status, shareBps, sinceMs, figures } = toLeadRow(row)
  const { introduction } = row as { introduction: string }
  return {
    ...{ id, customer, status, shareBps, sinceMs: sinceMs!, nickname, introduction },
    ...{ figures: figures!, place: figures!.place },
  }
}

/** Who leads now, by what their followers got. */
export async function listLeads(db: Db, { after, offset, limit }: PageSlice): Promise<ListedLead[]> {
  const { rows } = await sql<object>`
    select ${listed} from ${fromLeads} where l.status = 'leading'
      ${after === undefined ? sql`` : sql`and (r.place, r.lead_id) < (${after[0]!}, ${after[1]!})`}
    order by r.place desc, r.lead_id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(toListed)
}

/** Somebody who leads or has led; undefined otherwise. */
export async function findLead(db: Db | Tx, id: LeadId): Promise<ListedLead | undefined> {
  const { rows } = await sql<object>`
    select ${listed} from ${fromLeads} where l.id = ${id} and l.leading_since is not null`.execute(db)
  return rows.map(toListed)[0]
}

/** What leads have open of what they opened since they lead this time; nothing of who leads no more. */
export async function openWhileLeading(db: Db | Tx, leads: readonly LeadId[]): Promise<OpenOfLead[]> {
  const { rows } = await sql<OpenOfLead>`
    select l.id as lead, p.id as position from copy_lead l
    join copy_leading t on t.lead_id = l.id and t.stopped_at is null
    join contract_position p on p.customer_id = l.customer_id and p.status = 'open' and p.opened_at >= t.started_at
    where l.id = any(${arrayLiteral(leads, (id) => id)}::bigint[]) and l.status = 'leading'`.execute(db)
  return rows
}

export interface OpenOfLead {
  readonly lead: LeadId
  readonly position: PositionId
}

/** What a lead has closed of what they opened while they led, newest first. */
export async function closedOfLead(
  db: Db,
  { id, customer }: Pick<ListedLead, 'id' | 'customer'>,
  { after, offset, limit }: PageSlice,
): Promise<PositionId[]> {
  const { rows } = await sql<{ id: PositionId }>`
    select p.id from contract_position p
    where p.customer_id = ${customer} and p.status = 'closed'
      and exists (select from copy_leading t where t.lead_id = ${id} and p.opened_at >= t.started_at
        and (t.stopped_at is null or p.opened_at < t.stopped_at))
      ${after === undefined ? sql`` : sql`and p.id < ${after[0]!}`}
    order by p.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What a customer is as a lead, if they ever applied. */
export const leadOfCustomer = (db: Db | Tx, customer: CustomerId) =>
  db.selectFrom('copy_lead').selectAll().where('customer_id', '=', customer).executeTakeFirst()

/** Reads a lead, whom nobody else changes until the transaction ends. */
export async function lockLead(tx: Tx, by: { id: LeadId } | { customer: CustomerId }) {
  const query = tx.selectFrom('copy_lead').selectAll().forUpdate()
  return 'id' in by
    ? query.where('id', '=', by.id).executeTakeFirst()
    : query.where('customer_id', '=', by.customer).executeTakeFirst()
}

/** Writes what was done to a lead, by the customer or by two operators. */
export const logLead = (
  tx: Tx,
  line: {
    id: bigint
    lead: LeadId
    action: LeadAction
    operator: bigint | null
    introduction: string | null
    reason: string | null
  },
  nowMs: number,
) =>
  tx
    .insertInto('copy_lead_log')
    .values({
      ...{ id: line.id, lead_id: line.lead, action: line.action, operator_id: line.operator },
      ...{ introduction: line.introduction, reason: line.reason, created_at: new Date(nowMs) },
    })
    .execute()

/** The figures of a lead at the end of each day on which something was closed, oldest first. */
export async function daysOf(db: Db, lead: LeadId): Promise<{ day: number; profit: bigint }[]> {
  const { rows } = await sql<{ day: number; profit: bigint }>`
    select day, profit from copy_day where lead_id = ${lead} order by day desc limit 366`.execute(db)
  return rows.reverse()
}

/** How many followers copied each of a lead's openings, and how many did not. */
export async function copiedCounts(
  db: Db,
  positions: readonly PositionId[],
): Promise<Map<PositionId, { copied: number; skipped: number }>> {
  if (positions.length === 0) return new Map()
  const { rows } = await sql<{ id: PositionId; copied: bigint; skipped: bigint }>`
    select lead_position_id as id, count(*) filter (where result = 'copied') as copied,
      count(*) filter (where result = 'skipped') as skipped from copy_outcome
    where lead_position_id = any(${arrayLiteral(positions, (id) => id)}::bigint[]) and action = 'open'
    group by lead_position_id`.execute(db)
  return new Map(
    rows.map(({ id, copied, skipped }) => [id, { copied: Number(copied), skipped: Number(skipped) }]),
  )
}

/** Leads of whom the engine does not know what was decided: what they open is not copied yet, or still is, or relations are left. */
export async function leadsToSync(db: Db): Promise<LeadId[]> {
  const { rows } = await sql<{ id: LeadId }>`
    select l.id from copy_lead l where l.status = 'leading'
      and not exists (select from copy_leading t where t.lead_id = l.id and t.stopped_at is null)
    union
    select l.id from copy_leading t join copy_lead l on l.id = t.lead_id
    where t.stopped_at is null and l.status <> 'leading'
    union
    select l.id from copy_relation r join copy_lead l on l.id = r.lead_id
    where r.status <> 'ended' and l.status <> 'leading'`.execute(db)
  return rows.map(({ id }) => id)
}

/** 1 where a customer is copied by others, or waits to be. */
export async function countLeading(db: Db | Tx, customer: CustomerId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from copy_lead
    where customer_id = ${customer} and status in ('under-review', 'leading')`.execute(db)
  return rows[0]!.count
}

/** Removes what somebody who led said of themselves. */
export async function forgetLead(tx: Tx, customer: CustomerId): Promise<void> {
  await sql`update copy_lead set introduction = '', applied_introduction = '' where customer_id = ${customer}`.execute(
    tx,
  )
}
