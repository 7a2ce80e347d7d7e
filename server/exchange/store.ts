import { sql } from 'kysely'
import type { Direction } from '#domain/contract/rules.ts'
import { type CustomerId, type PositionId, positionId } from '#domain/ids.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { sweepInSteps } from '#server/platform/sweeps.ts'

/** What customers call their orders, what those that close are to close, and the leverage that they chose for contracts. */

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

/** The same of what may be called anew: a stop that is set again. */
export const renameOrder = (
  db: Db,
  customer: CustomerId,
  orderId: bigint,
  clientId: string,
  nowMs: number,
): Promise<unknown> =>
  sql`
    insert into exchange_order (customer_id, order_id, client_id, created_at)
    values (${customer}, ${orderId}, ${clientId}, ${new Date(nowMs)})
    on conflict (customer_id, order_id) do update set client_id = excluded.client_id, created_at = excluded.created_at`.execute(
    db,
  )

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

/** All that a customer calls so: as many as one order can close positions, and more. */
export async function idsNamed(db: Db, customer: CustomerId, clientId: string): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select order_id as id from exchange_order
    where customer_id = ${customer} and client_id = ${clientId} order by order_id desc limit 1000`.execute(db)
  return rows.map(({ id }) => id)
}

/** What an order is to close: of which positions how much, in hundredths of a lot. */
export interface ClosingPlan {
  readonly name: string
  readonly symbol: string
  readonly direction: Direction
  /** What was asked for; positions may have less. */
  readonly lots: bigint
  readonly parts: readonly { readonly position: PositionId; readonly lots: bigint }[]
  readonly createdAtMs: number
}

/** Keeps a plan under its name. Returns: the one that is kept under it, which may be an earlier one. */
export async function keepPlan(db: Db, customer: CustomerId, plan: ClosingPlan): Promise<ClosingPlan> {
  const parts = plan.parts.map(({ position, lots }) => ({ position: String(position), lots: String(lots) }))
  const { rows } = await sql`
    insert into exchange_closing (customer_id, client_id, symbol, direction, lots, parts, created_at)
    values (${customer}, ${plan.name}, ${plan.symbol}, ${plan.direction}, ${plan.lots},
      ${JSON.stringify(parts)}::jsonb, ${new Date(plan.createdAtMs)})
    on conflict do nothing returning client_id`.execute(db)
  return rows.length > 0 ? plan : (await planNamed(db, customer, plan.name))!
}

/** The plan that is kept under a name. */
export async function planNamed(
  db: Db,
  customer: CustomerId,
  name: string,
): Promise<ClosingPlan | undefined> {
  const { rows } = await sql<
    Omit<ClosingPlan, 'parts'> & { readonly parts: readonly { position: string; lots: string }[] }
  >`
    select client_id as name, symbol, direction, lots, parts, created_at as "createdAtMs" from exchange_closing
    where customer_id = ${customer} and client_id = ${name}`.execute(db)
  const [kept] = rows
  return (
    kept && {
      ...kept,
      parts: kept.parts.map(({ position, lots }) => ({
        position: positionId(BigInt(position)),
        lots: BigInt(lots),
      })),
    }
  )
}

/** Forgets names that were given before a moment, some at a time. */
export async function sweepNames(db: Db, beforeMs: number): Promise<void> {
  for (const table of ['exchange_closing', 'exchange_order'].map((name) => sql.table(name)))
    await sweepInSteps(async (limit) => {
      const { numAffectedRows } = await sql`
        delete from ${table} where ctid = any (array(
          select ctid from ${table} where created_at < ${new Date(beforeMs)}::timestamptz
          order by created_at limit ${limit}))`.execute(db)
      return numAffectedRows
    })
}

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
    everyMs: MINUTE_MS,
    isRunAnywhere: true,
    run: () => sweepNames(db, clock.nowMs() - NAMES_MS),
  },
]
