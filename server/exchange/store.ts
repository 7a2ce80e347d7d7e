import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { sweepInSteps } from '#server/platform/sweeps.ts'

/** What customers call their orders, and the leverage that they chose for contracts. */

/** How long a name is kept. */
export const NAMES_MS = 90 * DAY_MS

/** Keeps what a customer calls an order; done before, it stays as it was. */
export const nameOrder = (
  db: Db,
  customer: CustomerId,
  orderId: bigint,
  clientId: string,
  nowMs: number,
): Promise<unknown> =>
  sql`
    insert into exchange_order (customer_id, order_id, client_id, created_at)
    values (${customer}, ${orderId}, ${clientId}, ${new Date(nowMs)}) on conflict do nothing`.execute(db)

/** What a customer calls some orders; those without a name are not there. */
export async function namesOf(
  db: Db,
  customer: CustomerId,
  ids: readonly bigint[],
): Promise<Map<bigint, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: bigint; name: string }>`
    select order_id as id, client_id as name from exchange_order
    where customer_id = ${customer} and order_id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The orders that a customer calls so, the newest first: one on spot and one of a contract, as a rule. */
export async function ordersNamed(db: Db, customer: CustomerId, clientId: string): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select order_id as id from exchange_order
    where customer_id = ${customer} and client_id = ${clientId} order by order_id desc limit 10`.execute(db)
  return rows.map(({ id }) => id)
}

/** Forgets names that were given before a moment, some at a time. */
export const sweepNames = (db: Db, beforeMs: number): Promise<void> =>
  sweepInSteps(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from exchange_order where ctid = any (array(
        select ctid from exchange_order where created_at < ${new Date(beforeMs)}::timestamptz
        order by created_at limit ${limit}))`.execute(db)
    return numAffectedRows
  })

/** The leverages that a customer chose, by symbol. */
export async function chosenLeverages(db: Db, customer: CustomerId): Promise<Map<string, number>> {
  const { rows } = await sql<{ symbol: string; leverage: number }>`
    select symbol, leverage from exchange_leverage where customer_id = ${customer}`.execute(db)
  return new Map(rows.map(({ symbol, leverage }) => [symbol, leverage]))
}

/** Keeps the leverage that a customer chose for contracts of an instrument. */
export const chooseLeverage = (
  db: Db,
  customer: CustomerId,
  symbol: string,
  leverage: number,
): Promise<unknown> =>
  sql`
    insert into exchange_leverage (customer_id, symbol, leverage) values (${customer}, ${symbol}, ${leverage})
    on conflict (customer_id, symbol) do update set leverage = excluded.leverage`.execute(db)

/** Forgets what customers called orders of long ago. */
export const exchangeJobs = (db: Db, clock: Clock): Job[] => [
  {
    name: 'exchange: forget names of orders',
    everyMs: HOUR_MS,
    run: () => sweepNames(db, clock.nowMs() - NAMES_MS),
  },
]
