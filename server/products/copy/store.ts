import { type ColumnType, type Expression, type RawBuilder, sql } from 'kysely'
import type { CopyOutcome, CopyResult, LeadStatus, RelationStatus } from '#domain/copy/rules.ts'
import type { CustomerId, LeadId, PositionId, RelationId } from '#domain/ids.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import { arraysOf, type Described, namesOf, readRow } from '#server/platform/db/columns.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { PositionDoor } from '../contract/service.ts'
import { eventColumns, figuresColumns, outcomeColumns, relationColumns } from './columns.ts'
import {
  addCopy,
  addLead,
  addRelation,
  type Copy,
  type CopyBatch,
  type CopyState,
  createCopyState,
  emptyFigures,
  type LeadFigures,
  type LeadRow,
  type RelationEvent,
  type RelationRow,
} from './state.ts'
import { allCopyTerms } from './terms.ts'

/** The SQL of copying. */

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    copy_lead: LeadTable
    copy_lead_log: {
      id: bigint
      lead_id: LeadId
      action: LeadAction
      operator_id: bigint | null
      introduction: string | null
      reason: string | null
      created_at: ColumnTime
    }
  }
}
type ColumnTime = ColumnType<number, Date, Date>
type NullableTime = ColumnType<number | null, Date | null, Date | null>

export interface LeadTable {
  id: LeadId
  customer_id: CustomerId
  status: LeadStatus
  introduction: string
  share_bps: number
  reason: string | null
  applied_at: ColumnTime
  decided_at: NullableTime
  leading_since: NullableTime
}
export type LeadAction = 'applied' | 'accepted' | 'refused' | 'stopped' | 'withdrawn'

// ── What the engine reads and writes

const leadColumns = sql.raw(
  `l.id, l.customer_id, l.status, l.share_bps, l.leading_since,
    (select nickname from customer c where c.id = l.customer_id) as nickname, ${figuresColumns.map(({ name }) => `r.${name}`).join(', ')}`,
)

const toLeadRow = (row: object): LeadRow => {
  const { id, customer_id, nickname, status, share_bps, leading_since, lead_id } = row as {
    id: LeadId
    customer_id: CustomerId
    nickname: string | null
    status: LeadStatus
    share_bps: number
    leading_since: number | null
    lead_id: LeadId | null
  }
  return {
    ...{ id, customer: customer_id, nickname, status, shareBps: share_bps, sinceMs: leading_since },
    figures: lead_id === null ? undefined : readRow(figuresColumns, row),
  }
}

/** Some leads and whoever of these customers has applied; locked, so that nothing is decided of them meanwhile. */
export async function leadRows(
  tx: Tx,
  leads: readonly LeadId[],
  customers: readonly CustomerId[],
): Promise<LeadRow[]> {
  const { rows } = await sql<object>`
    select ${leadColumns} from copy_lead l left join copy_record r on r.lead_id = l.id
    where l.id = any(${arrayLiteral(leads, (id) => id)}::bigint[])
      or l.customer_id = any(${arrayLiteral(customers, (id) => id)}::bigint[])
    order by l.id for share of l`.execute(tx)
  return rows.map(toLeadRow)
}

/** Who leads and who copies them, as the database has it. */
export async function loadCopies(tx: Tx, door: PositionDoor): Promise<CopyState> {
  const state = createCopyState(door)
  state.terms = await allCopyTerms(tx)
  const relations = (
    await sql<object>`select * from copy_relation where status <> 'ended' or is_closing order by id`.execute(
      tx,
    )
  ).rows.map((row) => readRow<RelationRow>(relationColumns, row))
  const needed = [...new Set(relations.map(({ lead }) => lead))]
  const leads = await sql<object>`
    select ${leadColumns} from copy_lead l left join copy_record r on r.lead_id = l.id
    where l.status = 'leading' or l.id = any(${arrayLiteral(needed, (id) => id)}::bigint[]) order by l.id`.execute(
    tx,
  )
  for (const { figures, status, sinceMs, ...row } of leads.rows.map(toLeadRow)) {
    const lead = {
      ...{ ...row, sinceMs: sinceMs ?? 0, relations: new Set<never>() },
      figures: figures ?? emptyFigures(row.id, 0),
    }
    addLead(state, lead)
    if (status !== 'leading') state.leadOf.delete(row.customer)
  }
  for (const row of relations) addRelation(state, { ...row, copies: new Set() })
  const { rows } = await sql<{
    position_id: PositionId
    relation_id: RelationId
    lead_position_id: PositionId
    has_own_stops: boolean
  }>`select * from copy_position where is_following order by position_id`.execute(tx)
  for (const row of rows) {
    const relation = state.relations.get(row.relation_id)
    const position = door.find(row.position_id)
    if (!relation || !position) continue
    addCopy(state, {
      ...{ position: row.position_id, relation, leadPosition: row.lead_position_id, isFollowing: true },
      ...{ symbol: position.symbol, hasOwnStops: row.has_own_stops },
    })
  }
  return state
}

/** The statements that write what a batch decided of copies. */
export function writeCopies(batch: CopyBatch): RawBuilder<unknown>[] {
  const { added, changed, figures, days, newCopies, changedCopies, outcomes, events } = batch
  const statements: RawBuilder<unknown>[] = []
  if (added.size > 0) statements.push(insert('copy_relation', relationColumns, [...added]))
  if (changed.size > 0) statements.push(updateRelations([...changed].filter((each) => !added.has(each))))
  if (figures.size > 0) statements.push(upsertFigures([...figures]))
  if (days.size > 0) statements.push(upsertDays(days))
  if (newCopies.size > 0) statements.push(insertCopies([...newCopies]))
  if (changedCopies.size > 0) statements.push(updateCopies([...changedCopies]))
  if (outcomes.length > 0) statements.push(insert('copy_outcome', outcomeColumns, outcomes))
  if (events.length > 0) statements.push(insert('copy_event', eventColumns, events))
  return statements
}

const insert = <Row>(table: string, columns: readonly Described<Row>[], rows: readonly Row[]) => sql`
  insert into ${sql.raw(table)} (${namesOf(columns)}) select * from unnest(${arraysOf(columns, rows)})`

const changing = relationColumns.filter(({ changes }) => changes)
const withId = [relationColumns.find(({ field }) => field === 'id')!, ...changing]
const assignments = sql.raw(changing.map(({ name }) => `${name} = u.${name}`).join(', '))

const updateRelations = (relations: readonly RelationRow[]) => sql`
  update copy_relation r set ${assignments}
  from unnest(${arraysOf(withId, relations)}) u (${namesOf(withId)}) where r.id = u.id`

const figuresSet = sql.raw(
  figuresColumns
    .filter(({ field }) => field !== 'lead')
    .map(({ name }) => `${name} = excluded.${name}`)
    .join(', '),
)
const upsertFigures = (rows: readonly LeadFigures[]) => sql`
  insert into copy_record (${namesOf(figuresColumns)}) select * from unnest(${arraysOf(figuresColumns, rows)})
  on conflict (lead_id) do update set ${figuresSet}`

const upsertDays = (days: CopyBatch['days']) => sql`
  insert into copy_day (lead_id, day, profit) select * from unnest(
    ${arrayLiteral([...days.keys()], (id) => id)}::bigint[],
    ${arrayLiteral([...days.values()], ({ day }) => day)}::integer[],
    ${arrayLiteral([...days.values()], ({ profit }) => profit)}::bigint[])
  on conflict (lead_id, day) do update set profit = excluded.profit`

const insertCopies = (copies: readonly Copy[]) => sql`
  insert into copy_position (position_id, relation_id, customer_id, lead_position_id, is_following, has_own_stops)
  select * from unnest(${arrayLiteral(copies, ({ position }) => position)}::bigint[],
    ${arrayLiteral(copies, ({ relation }) => relation.id)}::bigint[],
    ${arrayLiteral(copies, ({ relation }) => relation.customer)}::bigint[],
    ${arrayLiteral(copies, ({ leadPosition }) => leadPosition)}::bigint[],
    ${arrayLiteral(copies, ({ isFollowing }) => isFollowing)}::boolean[],
    ${arrayLiteral(copies, ({ hasOwnStops }) => hasOwnStops)}::boolean[])`

const updateCopies = (copies: readonly Copy[]) => sql`
  update copy_position c set is_following = u.is_following, has_own_stops = u.has_own_stops
  from unnest(${arrayLiteral(copies, ({ position }) => position)}::bigint[],
    ${arrayLiteral(copies, ({ isFollowing }) => isFollowing)}::boolean[],
    ${arrayLiteral(copies, ({ hasOwnStops }) => hasOwnStops)}::boolean[])
    u (position_id, is_following, has_own_stops) where c.position_id = u.position_id`

/** Which of these events are written. */
export async function writtenEvents(db: Db, ids: readonly bigint[]): Promise<Set<bigint>> {
  const { rows } = await sql<{ id: bigint }>`
    select id from copy_event where id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

// ── Leads

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

export const leadOfCustomer = (db: Db | Tx, customer: CustomerId) =>
  db.selectFrom('copy_lead').selectAll().where('customer_id', '=', customer).executeTakeFirst()

export async function lockLead(tx: Tx, by: { id: LeadId } | { customer: CustomerId }) {
  const query = tx.selectFrom('copy_lead').selectAll().forUpdate()
  return 'id' in by
    ? query.where('id', '=', by.id).executeTakeFirst()
    : query.where('customer_id', '=', by.customer).executeTakeFirst()
}

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

/** Leads whose state the engine may not know: accepted and without figures, or stopped with relations left. */
export async function leadsToSync(db: Db): Promise<LeadId[]> {
  const { rows } = await sql<{ id: LeadId }>`
    select l.id from copy_lead l where l.status = 'leading'
      and not exists (select from copy_record r where r.lead_id = l.id)
    union
    select l.id from copy_relation r join copy_lead l on l.id = r.lead_id
    where r.status <> 'ended' and l.status <> 'leading'`.execute(db)
  return rows.map(({ id }) => id)
}

// ── Relations

/** The relations of some customers that copy at present. */
export async function activeRelationsOf(
  db: Db,
  customers: Expression<unknown>,
): Promise<{ relationId: RelationId; customer: CustomerId }[]> {
  const { rows } = await sql<{ relationId: RelationId; customer: CustomerId }>`
    select id as "relationId", customer_id as customer from copy_relation
    where status = 'active' and customer_id in ${customers} order by id`.execute(db)
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

// ── What operators see

export type LeadLineRow = Omit<ListedLead, 'figures' | 'sinceMs' | 'place'> & {
  readonly appliedAtMs: number
  readonly decidedAtMs: number | null
  readonly reason: string | null
  readonly followers: number
  readonly profit: bigint
  readonly followersProfit: bigint
}

/** Applications and leads with their figures, for the console's table. */
export const leadTable = {
  columns: sql`l.id, l.customer_id as customer, l.status, l.introduction, l.share_bps as "shareBps", l.reason,
    l.applied_at as "appliedAtMs", l.decided_at as "decidedAtMs", c.nickname, coalesce(r.followers, 0)::int as followers,
    coalesce(r.profit, 0)::bigint as profit, coalesce(r.followers_profit, 0)::bigint as "followersProfit"`,
  from: sql`copy_lead l join customer c on c.id = l.customer_id left join copy_record r on r.lead_id = l.id`,
}

/** The relations of leads, for the console's table. */
export const followerTable = { columns: sql`r.*`, from: sql`copy_relation r` }
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

/** One lead or application; undefined if there is none. */
export async function leadLine(db: Db, id: LeadId): Promise<LeadLineRow | undefined> {
  const { rows } = await sql<LeadLineRow>`
    select ${leadTable.columns} from ${leadTable.from} where l.id = ${id}`.execute(db)
  return rows[0]
}

/** Applications under review, oldest first. */
export async function waitingLeads(db: Db, limit: number): Promise<LeadLineRow[]> {
  const { rows } = await sql<LeadLineRow>`
    select ${leadTable.columns} from ${leadTable.from} where l.status = 'under-review'
    order by l.applied_at limit ${limit}`.execute(db)
  return rows
}

/** How many applications wait, and since when. */
export async function waitingLeadCount(db: Db): Promise<{ waiting: number; oldestAtMs: number | null }> {
  const { rows } = await sql<{ waiting: number; oldest: number | null }>`
    select count(*)::int as waiting, min(applied_at) as oldest from copy_lead where status = 'under-review'`.execute(
    db,
  )
  return { waiting: rows[0]!.waiting, oldestAtMs: rows[0]!.oldest }
}

/** What was decided of a lead, newest first, with who did it. */
export async function leadLog(db: Db, lead: LeadId) {
  return db
    .selectFrom('copy_lead_log as g')
    .leftJoin('operator as o', 'o.id', 'g.operator_id')
    .select(['g.action', 'g.reason', 'g.created_at', 'o.name'])
    .where('g.lead_id', '=', lead)
    .orderBy('g.id', 'desc')
    .limit(100)
    .execute()
}

/** Relations by id, with the nicknames of both. */
export async function listRelationsById(db: Db | Tx, ids: readonly RelationId[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: RelationId
    customer: CustomerId
    leadCustomer: CustomerId
    status: RelationStatus
    leadName: string | null
    followerName: string | null
  }>`
    select r.id, r.customer_id as customer, r.lead_customer_id as "leadCustomer", r.status,
      l.nickname as "leadName", f.nickname as "followerName"
    from copy_relation r join customer l on l.id = r.lead_customer_id join customer f on f.id = r.customer_id
    where r.id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(db)
  return rows
}
