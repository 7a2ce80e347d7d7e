import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import { BOX_CURRENCY, type BoxSeries } from '#domain/box/rules.ts'
import type { BoxFailure, BoxListed, BoxRarity, BoxState, BoxStatus } from '#domain/box/words.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import type { ProductBalance } from '#server/core/ledger/product-balances.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { boxAccounts } from './accounts.ts'

type Time = ColumnType<number, Date, Date>
type TimeOrNull = ColumnType<number | null, Date | null, Date | null>

interface SeriesTable {
  id: Generated<bigint>
  code: string
  name: string
  description: string
  price: Units
  per_customer: number
  items: number
  boxes: number
  inventory: string
  commitment: string
  opens_at: Time
  ends_at: Time
  status: BoxStatus
  is_open: boolean
  closed_at: TimeOrNull
  issued: Generated<number>
  drawn: Generated<number>
  refunded: Generated<number>
  decided_head: string
  proposal: bigint | null
  created_at: Time
  updated_at: Time
}

interface ItemTable {
  series_id: bigint
  place: number
  artwork_id: bigint
  artwork: string
  digest: string
  rarity: BoxRarity
  drawn_in: number | null
}

interface BoxTable {
  id: bigint
  series_id: bigint
  number: number
  customer_id: CustomerId
  price: Units
  client_seed: string
  symbol: string
  tape_size: bigint
  bought_at: Time
  rules_version: number
  state: BoxState
  failure: BoxFailure | null
  secret: string | null
  seal_sequence: bigint | null
  seal_tick: string | null
  place: number | null
  drawn_at: TimeOrNull
  ended_at: TimeOrNull
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    box_series: SeriesTable
    box_item: ItemTable
    box_secret: { series_id: bigint; number: number; sealed: Uint8Array; proof: string }
    box: BoxTable
  }
}

export type SeriesRow = Selectable<SeriesTable>
export type ItemRow = Selectable<ItemTable>
export type BoxRow = Selectable<BoxTable>

/** A series' row, as the rules know it. */
export const seriesOfRow = (row: SeriesRow): BoxSeries => ({
  ...{ status: row.status, isOpen: row.is_open, price: row.price, items: row.items, boxes: row.boxes },
  ...{ issued: row.issued, drawn: row.drawn, refunded: row.refunded, perCustomer: row.per_customer },
  ...{ opensAtMs: row.opens_at, endsAtMs: row.ends_at },
})

/** Series, the newest first: all, or those that are over by a moment, or those that are not. */
export function listSeries(
  db: Db | Tx,
  {
    listed,
    nowMs,
    after,
    offset,
    limit,
  }: PageSlice & { readonly listed: BoxListed | 'all'; readonly nowMs: number },
): Promise<SeriesRow[]> {
  const isOver = sql<boolean>`(status = 'ended' or ends_at <= ${new Date(nowMs)})`
  let query = db.selectFrom('box_series').selectAll()
  if (listed !== 'all') query = query.where(listed === 'over' ? isOver : sql<boolean>`not ${isOver}`)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** The series with this code. Refuses: NOT_FOUND. */
export async function requireSeries(db: Db | Tx, code: string): Promise<SeriesRow> {
  const row = await db.selectFrom('box_series').selectAll().where('code', '=', code).executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** The series with this id. Refuses: NOT_FOUND. */
export async function requireSeriesById(db: Db | Tx, id: bigint): Promise<SeriesRow> {
  const row = await db.selectFrom('box_series').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** The same, locked until the transaction ends. */
export async function lockSeries(tx: Tx, by: { id: bigint } | { code: string }): Promise<SeriesRow> {
  const query = tx.selectFrom('box_series').selectAll().forUpdate()
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('code', '=', by.code)
  ).executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** How many boxes of some series a customer has, without those that were paid back. */
export async function ownBoxes(
  db: Db | Tx,
  customer: CustomerId,
  seriesIds: readonly bigint[],
): Promise<Map<bigint, number>> {
  const { rows } = await sql<{ series_id: bigint; count: number }>`
    select series_id, count(*)::int as count from box
    where customer_id = ${customer} and state <> 'refunded'
      and series_id = any(${arrayLiteral(seriesIds, (id) => id)}::bigint[])
    group by 1`.execute(db)
  return new Map(rows.map(({ series_id, count }) => [series_id, count]))
}

/** What of each rarity there is and is left, and the first item of the rarest, by series. */
export async function contentsOf(
  db: Db | Tx,
  seriesIds: readonly bigint[],
): Promise<Map<bigint, { rarity: BoxRarity; items: number; left: number; first: bigint }[]>> {
  const { rows } = await sql<{
    series_id: bigint
    rarity: BoxRarity
    items: number
    left: number
    first: bigint
  }>`
    select series_id, rarity, count(*)::int as items, (count(*) filter (where drawn_in is null))::int as left,
      (array_agg(artwork_id order by place))[1] as first
    from box_item where series_id = any(${arrayLiteral(seriesIds, (id) => id)}::bigint[])
    group by 1, 2`.execute(db)
  return Map.groupBy(rows, ({ series_id }) => series_id)
}

/** What is in a series, by its place in the tree. */
export function listItems(
  db: Db | Tx,
  seriesId: bigint,
  { after, offset, limit }: PageSlice,
): Promise<ItemRow[]> {
  let query = db.selectFrom('box_item').selectAll().where('series_id', '=', seriesId)
  if (after) query = query.where('place', '>', sql<number>`${after[0]!}::bigint`)
  return query.orderBy('place').offset(offset).limit(limit).execute()
}

/** Everything in a series, which has some hundred items at most. */
export const allItems = (db: Db | Tx, seriesId: bigint): Promise<ItemRow[]> =>
  db.selectFrom('box_item').selectAll().where('series_id', '=', seriesId).orderBy('place').execute()

/** The boxes of a series, the newest first, with what was drawn. */
export async function listDraws(
  db: Db,
  seriesId: bigint,
  { after, offset, limit }: PageSlice,
): Promise<(BoxRow & { artwork: string | null; rarity: BoxRarity | null })[]> {
  let query = db
    .selectFrom('box')
    .leftJoin('box_item', (join) =>
      join.onRef('box_item.series_id', '=', 'box.series_id').onRef('box_item.place', '=', 'box.place'),
    )
    .selectAll('box')
    .select(['box_item.artwork', 'box_item.rarity'])
    .where('box.series_id', '=', seriesId)
  if (after) query = query.where('box.number', '<', sql<number>`${after[0]!}::bigint`)
  return query.orderBy('box.number', 'desc').offset(offset).limit(limit).execute()
}

/** A customer's boxes, newest first. */
export function listBoxes(
  db: Db,
  customer: CustomerId,
  { state, after, offset, limit }: PageSlice & { readonly state: BoxState | undefined },
): Promise<BoxRow[]> {
  let query = db.selectFrom('box').selectAll().where('customer_id', '=', customer)
  if (state) query = query.where('state', '=', state)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** One box of a customer; locked where asked. Refuses: NOT_FOUND, the same for somebody else's as for none. */
export async function requireBox(
  db: Db | Tx,
  { id, customer, lock = false }: { id: bigint; customer: CustomerId; lock?: boolean },
): Promise<BoxRow> {
  const query = db.selectFrom('box').selectAll().where('id', '=', id).where('customer_id', '=', customer)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** The box with this number of a series. */
export const findByNumber = (db: Db, seriesId: bigint, number: number): Promise<BoxRow | undefined> =>
  db
    .selectFrom('box')
    .selectAll()
    .where('series_id', '=', seriesId)
    .where('number', '=', number)
    .executeTakeFirst()

/** Those of these boxes that are the customer's own. */
export const boxesById = (db: Db | Tx, customer: CustomerId, ids: readonly bigint[]): Promise<BoxRow[]> =>
  db
    .selectFrom('box')
    .selectAll()
    .where('customer_id', '=', customer)
    .where(sql<boolean>`id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`)
    .execute()

/** The items of all boxes of a series before one, in the order of the numbers; 0 of one that was paid back. */
export async function decidedBefore(db: Db, seriesId: bigint, number: number): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    select coalesce(place, 0) as place from box
    where series_id = ${seriesId} and number < ${number} order by number`.execute(db)
  return rows.map(({ place }) => place)
}

/** Saves a new box, and counts it in its series, which is locked. */
export async function insertBox(tx: Tx, row: BoxRow): Promise<void> {
  await tx
    .insertInto('box')
    .values({ ...row, bought_at: new Date(row.bought_at), drawn_at: null, ended_at: null })
    .execute()
  await tx.updateTable('box_series').set({ issued: row.number }).where('id', '=', row.series_id).execute()
}

/** Series in which boxes wait for their draw. */
export async function waitingSeries(db: Db, limit: number): Promise<bigint[]> {
  const rows = await db
    .selectFrom('box_series')
    .select('id')
    .where(sql<boolean>`issued > drawn + refunded`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A box that waits, with its secret as it is kept. */
export type WaitingBox = BoxRow & { readonly sealed: Uint8Array }

/** The first boxes of a series that wait, by their numbers; locked in a transaction that asks for it. */
export async function waitingBoxes(
  db: Db | Tx,
  seriesId: bigint,
  limit: number,
  lock = false,
): Promise<WaitingBox[]> {
  const query = db
    .selectFrom('box')
    .innerJoin('box_secret', (join) =>
      join.onRef('box_secret.series_id', '=', 'box.series_id').onRef('box_secret.number', '=', 'box.number'),
    )
    .selectAll('box')
    .select('box_secret.sealed')
    .where('box.series_id', '=', seriesId)
    .where('box.state', '=', 'sealed')
    .orderBy('box.number')
    .limit(limit)
  return (lock ? query.forUpdate('box') : query).execute()
}

/** The places of what is left in a series, which is locked. */
export async function placesLeft(tx: Tx, seriesId: bigint): Promise<number[]> {
  const rows = await tx
    .selectFrom('box_item')
    .select('place')
    .where('series_id', '=', seriesId)
    .where('drawn_in', 'is', null)
    .orderBy('place')
    .execute()
  return rows.map(({ place }) => place)
}

/** How many boxes of some series are drawn and not opened. */
export async function unopenedOf(db: Db, seriesIds: readonly bigint[]): Promise<Map<bigint, number>> {
  const { rows } = await sql<{ series_id: bigint; count: number }>`
    select series_id, count(*)::int as count from box
    where state = 'drawn' and series_id = any(${arrayLiteral(seriesIds, (id) => id)}::bigint[])
    group by 1`.execute(db)
  return new Map(rows.map(({ series_id, count }) => [series_id, count]))
}

/** What some series are called. */
export async function namesOf(db: Db, seriesIds: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await db
    .selectFrom('box_series')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${arrayLiteral(seriesIds, (id) => id)}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What is known of a customer's boxes beside the balance. */
export async function balancesIn(db: Db | Tx, customer: CustomerId): Promise<ProductBalance[]> {
  const { rows } = await sql<ProductBalance>`
    select ${boxAccounts.box.number}::int as kind, ${BOX_CURRENCY} as currency, count(*)::int as products,
      null::bigint as "earliestMaturityMs"
    from box where customer_id = ${customer} and state = 'sealed' having count(*) > 0`.execute(db)
  return rows
}

/** How many boxes of a customer's are not opened. */
export async function countUnopened(db: Db | Tx, customer: CustomerId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from box where customer_id = ${customer} and state in ('sealed', 'drawn')`.execute(
    db,
  )
  return rows[0]!.count
}
