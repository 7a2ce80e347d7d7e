import { type Expression, type RawBuilder, sql } from 'kysely'
import type { CopyOutcome, CopyResult, RelationStatus } from '#domain/copy/rules.ts'
import type { CustomerId, LeadId, PositionId, RelationId } from '#domain/ids.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import { readRow } from '#server/platform/db/columns.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { eventColumns, outcomeColumns, relationColumns } from './columns.ts'
import type { RelationEvent, RelationRow } from './state.ts'

/** What is read of relations, of their copies and of what became of leads' actions. */

/** Who copies somebody now: a query of one column. */
export const activeFollowers = sql`(select customer_id from copy_relation where status = 'active')`

/** The same, and those whom the night lock has paused. */
export const allFollowers = sql`(
  select customer_id from copy_relation where status = 'active' or paused_by_night)`

/** The relations of some customers that copy at present. */
export async function activeRelationsOf(db: Db, customers: Expression<unknown>): Promise<ActiveRelation[]> {
  const { rows } = await sql<ActiveRelation>`
    select id as "relationId", customer_id as customer from copy_relation
    where status = 'active' and customer_id in ${customers} order by id`.execute(db)
  return rows
}

/** A relation, and whose it is. */
export interface ActiveRelation {
  readonly relationId: RelationId
  readonly customer: CustomerId
}

/** The relations that the night lock has paused, of customers for whom a condition holds. */
export async function nightRelations(db: Db, condition: RawBuilder<unknown>): Promise<ActiveRelation[]> {
  const { rows } = await sql<ActiveRelation>`
    select id as "relationId", customer_id as customer from copy_relation
    where paused_by_night and customer_id ${condition} order by id`.execute(db)
  return rows
}

/** A relation with whom it copies, as it is listed. */
export interface ListedRelation extends RelationRow {
  /** Of the lead, or of the follower where the lead asks. */
  readonly nickname: string | null
}

export interface RelationFilter extends PageSlice {
  readonly customer?: CustomerId | undefined
  readonly lead?: LeadId | undefined
  readonly relation?: RelationId | undefined
  readonly status?: RelationStatus | undefined
  /** Whose nickname is shown. */
  readonly names: 'lead' | 'follower'
}

/** Relations, newest first. */
export async function listRelations(db: Db, filter: RelationFilter): Promise<ListedRelation[]> {
  const { customer, lead, relation, status, after, offset, limit, names } = filter
  const { rows } = await sql<{ nickname: string | null }>`
    select r.*, c.nickname from copy_relation r
    join customer c on c.id = ${names === 'lead' ? sql`r.lead_customer_id` : sql`r.customer_id`}
    where true ${customer === undefined ? sql`` : sql`and r.customer_id = ${customer}`}
      ${lead === undefined ? sql`` : sql`and r.lead_id = ${lead}`}
      ${relation === undefined ? sql`` : sql`and r.id = ${relation}`}
      ${status === undefined ? sql`` : sql`and r.status = ${status}`}
      ${after === undefined ? sql`` : sql`and r.id < ${after[0]!}`}
    order by r.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => ({ ...readRelation(row), nickname: row.nickname }))
}

/** One of a customer's relations; undefined if it does not exist or is not theirs. */
export const findRelation = async (
  db: Db,
  customer: CustomerId,
  relation: RelationId,
): Promise<ListedRelation | undefined> =>
  (await listRelations(db, { customer, relation, names: 'lead', offset: 0, limit: 1 }))[0]

/** Relations by id, whosever they are. */
export async function relationsById(
  db: Db,
  ids: readonly RelationId[],
): Promise<Map<RelationId, RelationRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<object>`
    select * from copy_relation where id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(db)
  return new Map(rows.map(readRelation).map((relation) => [relation.id, relation]))
}

/** Whether a customer copies somebody. */
export async function isFollower(db: Db | Tx, customer: CustomerId): Promise<boolean> {
  const { rows } = await sql<object>`
    select id from copy_relation where customer_id = ${customer} and status <> 'ended' limit 1`.execute(db)
  return rows.length > 0
}

/** Whether a share is due that is not paid. */
export async function isShareDue(db: Db, nowMs: number): Promise<boolean> {
  const { rows } = await sql<object>`
    select id from copy_relation where status <> 'ended' and next_share_at <= ${new Date(nowMs)} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** A position that copies another. */
export interface CopyRow {
  readonly id: PositionId
  readonly relation: RelationId
  readonly lead: LeadId
  readonly leadPosition: PositionId
  readonly isFollowing: boolean
}

/** A customer's copied positions, newest first. */
export async function listCopies(
  db: Db,
  filter: PageSlice & {
    readonly customer: CustomerId
    readonly relation?: RelationId | undefined
    readonly isFollowing?: boolean | undefined
  },
): Promise<CopyRow[]> {
  const { customer, relation, isFollowing, after, offset, limit } = filter
  const { rows } = await sql<CopyRow>`
    select p.position_id as id, p.relation_id as relation, r.lead_id as lead,
      p.lead_position_id as "leadPosition", p.is_following as "isFollowing"
    from copy_position p join copy_relation r on r.id = p.relation_id
    where p.customer_id = ${customer}
      ${relation === undefined ? sql`` : sql`and p.relation_id = ${relation}`}
      ${isFollowing === undefined ? sql`` : sql`and p.is_following = ${isFollowing}`}
      ${after === undefined ? sql`` : sql`and p.position_id < ${after[0]!}`}
    order by p.position_id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The open copies of a customer's relations, by their relation. */
export async function followingOf(db: Db, customer: CustomerId): Promise<Map<RelationId, PositionId[]>> {
  const { rows } = await sql<{ position_id: PositionId; relation_id: RelationId }>`
    select position_id, relation_id from copy_position where customer_id = ${customer} and is_following`.execute(
    db,
  )
  const found = new Map<RelationId, PositionId[]>()
  for (const row of rows) found.set(row.relation_id, [...(found.get(row.relation_id) ?? []), row.position_id])
  return found
}

/** An outcome with whose action it was. */
export interface ListedOutcome extends CopyOutcome {
  readonly nickname: string | null
}

/** What became of leads' actions, newest first. */
export async function listOutcomes(
  db: Db,
  filter: PageSlice & {
    readonly customer?: CustomerId | undefined
    readonly lead?: LeadId | undefined
    readonly relation?: RelationId | undefined
    readonly result?: CopyResult | undefined
  },
): Promise<ListedOutcome[]> {
  const { customer, lead, relation, result, after, offset, limit } = filter
  const { rows } = await sql<{ nickname: string | null }>`
    select ${outcomeTable.columns} from ${outcomeTable.from}
    where true ${customer === undefined ? sql`` : sql`and o.customer_id = ${customer}`}
      ${lead === undefined ? sql`` : sql`and o.lead_id = ${lead}`}
      ${relation === undefined ? sql`` : sql`and o.relation_id = ${relation}`}
      ${result === undefined ? sql`` : sql`and o.result = ${result}`}
      ${after === undefined ? sql`` : sql`and o.id < ${after[0]!}`}
    order by o.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(readOutcome)
}

/** Relations that ended without their follower's wish, after an event, in order: see the index of the same condition. */
export async function toldEvents(db: Db | Tx, after: bigint, limit: number): Promise<RelationEvent[]> {
  const { rows } = await sql<object>`
    select * from copy_event where id > ${after} and kind = 'ended' and reason <> 'user'
    order by id limit ${limit}`.execute(db)
  return rows.map((row) => readRow<RelationEvent>(eventColumns, row))
}

/** What was copied in one relation on one day, so far. */
export interface RelationDay {
  readonly customer: CustomerId
  readonly relation: RelationId
  readonly day: number
  /** The newest action that is counted. */
  readonly newest: bigint
  readonly opened: number
  readonly closed: number
  readonly skipped: number
}

/** Not to be told: stops, a liquidation of the lead's, and a closing of what there is no copy of. */
const toldAction = sql`(action = 'open' or action = 'close' and coalesce(reason, '') <> 'no-copy')`

/**
 * The relations and days of what leads did after an action, each counted up to the last of them. Returns: `last` the action up
 * to which was looked; undefined where there is none.
 */
export async function outcomesToTell(
  db: Db | Tx,
  after: bigint,
  limit: number,
): Promise<{ readonly days: RelationDay[]; readonly last: bigint | undefined }> {
  const { rows } = await sql<{ last: bigint | null }>`
    select max(id) as last from (
      select id from copy_outcome where id > ${after} order by id limit ${limit}) next`.execute(db)
  const last = rows[0]?.last ?? undefined
  if (last === undefined) return { days: [], last }
  const dayOfRow = sql`floor(extract(epoch from o.created_at) / 86400)::integer`
  const counted = await sql<Record<keyof RelationDay, unknown>>`
    select o.customer_id as customer, o.relation_id as relation, ${dayOfRow} as day, max(o.id) as newest,
      count(*) filter (where result = 'copied' and action = 'open')::integer as opened,
      count(*) filter (where result = 'copied' and action = 'close')::integer as closed,
      count(*) filter (where result = 'skipped')::integer as skipped
    from copy_outcome o join (
      select distinct relation_id, date_trunc('day', created_at, 'UTC') as from_at from copy_outcome
      where id > ${after} and id <= ${last} and ${toldAction}) touched
      on touched.relation_id = o.relation_id and o.created_at >= touched.from_at
        and o.created_at < touched.from_at + interval '1 day'
    where o.id <= ${last} and ${toldAction}
    group by o.customer_id, o.relation_id, day order by newest`.execute(db)
  return { days: counted.rows as unknown as RelationDay[], last }
}

/** A relation as the database gives it. */
export const readRelation = (row: object): RelationRow => readRow<RelationRow>(relationColumns, row)

/** What became of leads' actions, with their nicknames, for the console's table. */
export const outcomeTable = {
  columns: sql`o.*, c.nickname`,
  from: sql`copy_outcome o join copy_lead l on l.id = o.lead_id join customer c on c.id = l.customer_id`,
}

/** An outcome as the database gives it. */
export const readOutcome = (row: { readonly nickname: string | null }): ListedOutcome => ({
  ...readRow<CopyOutcome>(outcomeColumns, row),
  nickname: row.nickname,
})
