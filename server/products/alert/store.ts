import { type ColumnType, type Selectable, sql } from 'kysely'
import type { AlertCondition } from '#domain/alert/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { TickCount } from '#domain/market/instrument.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** Under which notices of alerts are followed, and how far on the tape. */
export const ALERT_SOURCE = 'alert'
export const TAPE = 'tape'

interface AlertTable {
  id: bigint
  customer_id: CustomerId
  symbol: string
  condition: AlertCondition
  percent: string | null
  /** In ticks. */
  upper: bigint | null
  lower: bigint | null
  from_price: bigint
  /** The newest tick when it was set: only later ones count. */
  since_sequence: bigint
  created_at: ColumnType<number, Date, never>
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    price_alert: AlertTable
  }
}

export type AlertRow = Selectable<AlertTable>

/** A customer's alerts that wait, newest first. */
export const listAlerts = (db: Db | Tx, customer: CustomerId, symbol?: string): Promise<AlertRow[]> =>
  db
    .selectFrom('price_alert')
    .selectAll()
    .where('customer_id', '=', customer)
    .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol!))
    .orderBy('id', 'desc')
    .execute()

/** Deletes one of a customer's alerts; returns whether there was such a one. */
export async function deleteAlert(db: Db, customer: CustomerId, id: bigint): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('price_alert')
    .where('customer_id', '=', customer)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** How far prices went. */
export interface Extremes {
  readonly symbol: string
  readonly highest: TickCount
  readonly lowest: TickCount
}

/** The alerts that prices may have reached. */
export async function alertsWithin(tx: Tx, extremes: readonly Extremes[]): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select a.* from price_alert a where a.id in (
      select u.id from unnest(${textArrayLiteral(extremes, ({ symbol }) => symbol)}::text[],
        ${arrayLiteral(extremes, ({ highest }) => highest)}::bigint[]) e (symbol, highest)
      join price_alert u on u.symbol = e.symbol and u.upper <= e.highest
      union all
      select l.id from unnest(${textArrayLiteral(extremes, ({ symbol }) => symbol)}::text[],
        ${arrayLiteral(extremes, ({ lowest }) => lowest)}::bigint[]) e (symbol, lowest)
      join price_alert l on l.symbol = e.symbol and l.lower >= e.lowest)
    order by a.id`.execute(tx)
  return rows
}

/** Deletes alerts; returns those that nobody has removed meanwhile. */
export async function deleteAlerts(tx: Tx, ids: readonly bigint[]): Promise<Set<bigint>> {
  const { rows } = await sql<{ id: bigint }>`
    delete from price_alert where id = any(${arrayLiteral(ids, (id) => id)}::bigint[]) returning id`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Keeps the tape from being followed further until the transaction ends, and waits for who follows it now: what they
 * read has no alert that is set meanwhile.
 */
export async function holdFollowing(tx: Tx): Promise<void> {
  const position = { source: ALERT_SOURCE, part: TAPE, position: 0n }
  await tx
    .insertInto('notice_position')
    .values(position)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`
    select from notice_position where source = ${ALERT_SOURCE} and part = ${TAPE} for share`.execute(tx)
}

/** The tick after which nothing is on the tape. */
export async function newestSequence(tx: Tx): Promise<number> {
  const { rows } = await sql<{ newest: bigint }>`
    select coalesce(max(last_sequence), 0) as newest from tape_segment`.execute(tx)
  return Number(rows[0]!.newest)
}

/** The earliest tick after which an alert waits; undefined without any. */
export async function firstSequence(tx: Tx): Promise<bigint | undefined> {
  const { rows } = await sql<{ first: bigint | null }>`
    select min(since_sequence) as first from price_alert`.execute(tx)
  return rows[0]!.first ?? undefined
}

/** Removes all alerts of a customer. */
export async function forgetAlerts(tx: Tx, customer: CustomerId): Promise<void> {
  await tx.deleteFrom('price_alert').where('customer_id', '=', customer).execute()
}
