import { type ColumnType, type RawBuilder, sql } from 'kysely'
import type { LeadStatus } from '#domain/copy/rules.ts'
import type { CustomerId, LeadId, PositionId, RelationId } from '#domain/ids.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import { arraysOf, type Described, namesOf, readRow } from '#server/platform/db/columns.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { PositionDoor } from '../contract/service.ts'
import { eventColumns, figuresColumns, leadingColumns, outcomeColumns, relationColumns } from './columns.ts'
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
  type Leading,
  type LeadRow,
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
  /** Of the last acceptance, as everybody reads it; before the first, what was applied with. */
  introduction: string
  share_bps: number
  applied_introduction: string
  applied_share_bps: number
  reason: string | null
  applied_at: ColumnTime
  decided_at: NullableTime
  leading_since: NullableTime
}
export type LeadAction = 'applied' | 'accepted' | 'refused' | 'stopped' | 'withdrawn'

const leadColumns = sql.raw(
  `l.id, l.customer_id, l.status, l.share_bps, l.leading_since,
    (select nickname from customer c where c.id = l.customer_id) as nickname, ${figuresColumns.map(({ name }) => `r.${name}`).join(', ')}`,
)

export const toLeadRow = (row: object): LeadRow => {
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
  const leadings = new Map(
    (await sql<object>`select * from copy_leading where stopped_at is null`.execute(tx)).rows
      .map((row) => readRow<Leading>(leadingColumns, row))
      .map((leading) => [leading.lead, leading]),
  )
  const needed = [...new Set([...leadings.keys(), ...relations.map(({ lead }) => lead)])]
  const leads = await sql<object>`
    select ${leadColumns} from copy_lead l left join copy_record r on r.lead_id = l.id
    where l.id = any(${arrayLiteral(needed, (id) => id)}::bigint[]) order by l.id`.execute(tx)
  for (const { id, customer, shareBps, figures = emptyFigures(id, 0) } of leads.rows.map(toLeadRow)) {
    const leading = leadings.get(id)
    addLead(state, { id, customer, shareBps, leading, relations: new Set(), figures })
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
  const { begun, stopped, added, changed, figures, days, newCopies, changedCopies, outcomes, events } = batch
  const statements: RawBuilder<unknown>[] = []
  // What ends makes room for what begins: there is one at a time.
  if (stopped.size > 0) statements.push(stopLeadings([...stopped].filter((each) => !begun.has(each))))
  if (begun.size > 0) statements.push(insert('copy_leading', leadingColumns, [...begun]))
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

const stopLeadings = (leadings: readonly Leading[]) => sql`
  update copy_leading l set stopped_at = u.stopped_at
  from unnest(${arraysOf(leadingColumns, leadings)}) u (${namesOf(leadingColumns)}) where l.id = u.id`

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
