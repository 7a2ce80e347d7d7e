import { type ColumnType, type Generated, type Selectable, sql } from 'kysely'
import { type LadderTemplate, parseRungs } from '#domain/dual/ladder.ts'
import type { DualState, DualType } from '#domain/dual/outcomes.ts'
import {
  type Average,
  type Cancellable,
  currencyOf,
  type DualPair,
  type DualProduct,
} from '#domain/dual/rules.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Rate, Units } from '#domain/money/amount.ts'
import type { ProductBalance } from '#server/core/ledger/product-balances.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { dualAccounts } from './accounts.ts'

type Time = ColumnType<number, Date, Date>
type TimeOrNull = ColumnType<number | null, Date | null, Date | null>

interface ProductTable {
  id: Generated<bigint>
  symbol: string
  type: DualType
  strike: bigint
  yield_rate: Rate
  unit: Units
  term_days: number
  sale_from: Time
  starts_at: Time
  settles_at: Time
  capacity: number
  maximum: number
  template_version: number | null
  status: 'open' | 'closed'
  sold: Generated<number>
  active: Generated<number>
  principal: Generated<Units>
  escrow_own: Generated<Units>
  escrow_other: Generated<Units>
  created_at: Time
  updated_at: Time
}

interface OrderTable {
  id: bigint
  product_id: bigint
  customer_id: CustomerId
  symbol: string
  type: DualType
  currency: string
  num: number
  principal: Units
  strike: bigint
  yield_rate: Rate
  term_days: number
  above: Units
  below: Units
  starts_at: Time
  settles_at: Time
  accepted_at: Time
  accepted_sequence: bigint
  rules_version: number
  status: DualState
  /** When it is settled as it stands: a day later than agreed where it was postponed. */
  due_at: Time
  ended_at: TimeOrNull
}

interface FixingTable {
  symbol: string
  fixed_at: Time
  price: bigint | null
  minutes: number
  ticks: number
  first_sequence: bigint | null
  last_sequence: bigint | null
  made_at: Time
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    dual_template: {
      symbol: string
      type: DualType
      version: number
      rungs: string
      unit: Units
      capacity: number
      maximum: number
      created_at: Time
    }
    dual_ladder: {
      symbol: string
      type: DualType
      starts_at: Time
      template_version: number
      price: bigint
      sequence: bigint
      created_at: Time
    }
    dual_product: ProductTable
    dual_order: OrderTable
    dual_fixing: FixingTable
  }
}

export type ProductRow = Selectable<ProductTable>
export type OrderRow = Selectable<OrderTable>
export type FixingRow = Selectable<FixingTable>

/** The currencies of an instrument; it is listed, or was when something of it was sold. */
export function pairOf(symbol: string): DualPair {
  const instrument = findInstrument(symbol)
  assert(instrument, `${symbol} is listed`)
  return instrument
}

/** The currency that is put into a product, and the other one. */
export function currenciesOf({ symbol, type }: Pick<ProductRow, 'symbol' | 'type'>) {
  const pair = pairOf(symbol)
  const own = currencyOf(type, pair)
  return { own, other: own === pair.base ? pair.quote : pair.base }
}

/** A product's row, as the rules know it. */
export const productOfRow = (row: ProductRow): DualProduct & { readonly currency: string } => ({
  ...{ symbol: row.symbol, type: row.type, strike: Number(row.strike), yieldRate: row.yield_rate },
  ...{ isOpen: row.status === 'open', saleFromMs: row.sale_from, startsAtMs: row.starts_at },
  ...{ unit: row.unit, capacity: row.capacity, maximum: row.maximum, sold: row.sold },
  currency: currenciesOf(row).own,
})

/** An order's row, as far as cancelling it goes. */
export const cancellableOf = (row: OrderRow): Cancellable => ({
  ...{ status: row.status, startsAtMs: row.starts_at, acceptedAtMs: row.accepted_at },
  rulesVersion: row.rules_version,
})

/** The products of a type that orders can still be for, in the order in which they were made. */
export function listOnSale(
  db: Db,
  {
    symbol,
    type,
    nowMs,
    after,
    offset,
    limit,
  }: PageSlice & {
    readonly symbol: string | undefined
    readonly type: DualType
    readonly nowMs: number
  },
): Promise<ProductRow[]> {
  let query = db
    .selectFrom('dual_product')
    .selectAll()
    .where('starts_at', '>', sql<number>`${new Date(nowMs)}::timestamptz`)
    .where('type', '=', type)
    .where('status', '=', 'open')
  if (symbol !== undefined) query = query.where('symbol', '=', symbol)
  if (after) query = query.where('id', '>', after[0]!)
  return query.orderBy('id').offset(offset).limit(limit).execute()
}

/** Products that are not settled: on sale, or with active orders; the newest so many. */
export const listUnsettled = (db: Db | Tx, nowMs: number, limit: number): Promise<ProductRow[]> =>
  db
    .selectFrom('dual_product')
    .selectAll()
    .where((where) =>
      where.or([
        where('active', '>', 0),
        where('starts_at', '>', sql<number>`${new Date(nowMs)}::timestamptz`),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** A product by its id. */
export const findProduct = (db: Db | Tx, id: bigint): Promise<ProductRow | undefined> =>
  db.selectFrom('dual_product').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockProduct = (tx: Tx, id: bigint): Promise<ProductRow | undefined> =>
  tx.selectFrom('dual_product').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks products in the order of their ids, before the ledger is touched: as everybody does. */
export const lockProducts = (tx: Tx, ids: readonly bigint[]) =>
  sql`select id from dual_product where id = any(${[...new Set(ids)]}::bigint[]) order by id for update`.execute(
    tx,
  )

/** How orders change what their products sum up. */
export interface TotalChange {
  readonly productId: bigint
  readonly sold: number
  readonly active: number
  readonly principal: bigint
  readonly escrowOwn: bigint
  readonly escrowOther: bigint
}

/** Adds to the sums of locked products; two changes of one product are added up first. */
export async function updateTotals(tx: Tx, changes: readonly TotalChange[]): Promise<void> {
  await sql`
    update dual_product p set sold = p.sold + d.sold, active = p.active + d.active,
      principal = p.principal + d.principal, escrow_own = p.escrow_own + d.own, escrow_other = p.escrow_other + d.other
    from (
      select id, sum(sold)::int as sold, sum(active)::int as active, sum(principal)::bigint as principal,
        sum(own)::bigint as own, sum(other)::bigint as other
      from unnest(
        ${changes.map(({ productId }) => productId)}::bigint[],
        ${changes.map(({ sold }) => sold)}::int[],
        ${changes.map(({ active }) => active)}::int[],
        ${changes.map(({ principal }) => principal)}::bigint[],
        ${changes.map(({ escrowOwn }) => escrowOwn)}::bigint[],
        ${changes.map(({ escrowOther }) => escrowOther)}::bigint[]) c (id, sold, active, principal, own, other)
      group by id) d
    where p.id = d.id`.execute(tx)
}

/** Units of a product that a customer has, whether or not they are settled. */
export async function unitsIn(db: Db | Tx, productId: bigint, customer: CustomerId): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(num), 0)::int as total from dual_order
    where customer_id = ${customer} and product_id = ${productId} and status <> 'cancelled'`.execute(db)
  return rows[0]!.total
}

/** Units that a customer has of each of some products. */
export async function unitsByProduct(
  db: Db,
  customer: CustomerId,
  productIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await sql<{ product_id: bigint; total: number }>`
    select product_id, sum(num)::int as total from dual_order
    where customer_id = ${customer} and product_id = any(${[...productIds]}::bigint[]) and status <> 'cancelled'
    group by product_id`.execute(db)
  return new Map(rows.map(({ product_id, total }) => [product_id, total]))
}

/** Saves a new order. */
export async function insertOrder(tx: Tx, row: OrderRow): Promise<void> {
  const date = (atMs: number) => new Date(atMs)
  await tx
    .insertInto('dual_order')
    .values({
      ...row,
      starts_at: date(row.starts_at),
      settles_at: date(row.settles_at),
      accepted_at: date(row.accepted_at),
      due_at: date(row.due_at),
      ended_at: null,
    })
    .execute()
}

const orderOf = (db: Db | Tx, id: bigint, customer: CustomerId) =>
  db.selectFrom('dual_order').selectAll().where('id', '=', id).where('customer_id', '=', customer)

/** One order of a customer. Somebody else's is as missing. */
export const findOrder = (db: Db, id: bigint, customer: CustomerId): Promise<OrderRow | undefined> =>
  orderOf(db, id, customer).executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockOrder = (tx: Tx, id: bigint, customer: CustomerId): Promise<OrderRow | undefined> =>
  orderOf(tx, id, customer).forUpdate().executeTakeFirst()

/** A customer's active orders in a currency, the oldest first, so many at most. */
export const activeIn = (
  db: Db | Tx,
  customer: CustomerId,
  currency: string,
  limit: number,
): Promise<OrderRow[]> =>
  db
    .selectFrom('dual_order')
    .selectAll()
    .where('customer_id', '=', customer)
    .where('currency', '=', currency)
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Those of these orders that are the customer's own. */
export const ordersById = (db: Db, customer: CustomerId, ids: readonly bigint[]): Promise<OrderRow[]> =>
  db
    .selectFrom('dual_order')
    .selectAll()
    .where('customer_id', '=', customer)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()

/** A customer's orders, newest first. */
export function listOrders(
  db: Db,
  customer: CustomerId,
  { status, after, offset, limit }: PageSlice & { readonly status: 'active' | 'ended' | undefined },
): Promise<OrderRow[]> {
  let query = db.selectFrom('dual_order').selectAll().where('customer_id', '=', customer)
  if (status) query = query.where('status', status === 'active' ? '=' : '<>', 'active')
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** Which averages active orders wait for at a moment: those that are not made, the longest due first. */
export async function unfixed(
  db: Db,
  nowMs: number,
  limit: number,
): Promise<{ symbol: string; atMs: number }[]> {
  const { rows } = await sql<{ symbol: string; due_at: number }>`
    select distinct o.symbol, o.due_at from dual_order o
    where o.status = 'active' and o.due_at <= ${new Date(nowMs)}::timestamptz
      and not exists (select from dual_fixing f where f.symbol = o.symbol and f.fixed_at = o.due_at)
    order by o.due_at, o.symbol limit ${limit}`.execute(db)
  return rows.map(({ symbol, due_at }) => ({ symbol, atMs: due_at }))
}

/** Keeps an average, once: one that was made already stays. */
export async function insertFixing(
  db: Db,
  symbol: string,
  atMs: number,
  { price, minutes, ticks, first, last }: Average,
  nowMs: number,
): Promise<void> {
  const orNull = (value: number | null) => (value === null ? null : BigInt(value))
  await db
    .insertInto('dual_fixing')
    .values({
      ...{ symbol, fixed_at: new Date(atMs), price: orNull(price), minutes, ticks },
      ...{ first_sequence: orNull(first), last_sequence: orNull(last), made_at: new Date(nowMs) },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** An order that is due, with the average that decides it. */
export type DueOrder = OrderRow & { readonly fixed_price: bigint | null }

/** Active orders whose average is made, locked; those that somebody else works on are left out. */
export async function lockDue(tx: Tx, nowMs: number, limit: number): Promise<DueOrder[]> {
  return tx
    .selectFrom('dual_order as o')
    .innerJoin('dual_fixing as f', (join) =>
      join.onRef('f.symbol', '=', 'o.symbol').onRef('f.fixed_at', '=', 'o.due_at'),
    )
    .selectAll('o')
    .select('f.price as fixed_price')
    .where('o.status', '=', 'active')
    .where('o.due_at', '<=', sql<number>`${new Date(nowMs)}::timestamptz`)
    .orderBy('o.due_at')
    .orderBy('o.id')
    .limit(limit)
    .forUpdate('o')
    .skipLocked()
    .execute()
}

/** Ends active orders, each of them locked. */
export async function endOrders(
  tx: Tx,
  ended: readonly { readonly id: bigint; readonly status: DualState }[],
  nowMs: number,
): Promise<void> {
  if (ended.length === 0) return
  const { numAffectedRows } = await sql`
    update dual_order o set status = e.status, ended_at = ${new Date(nowMs)}::timestamptz
    from unnest(${ended.map(({ id }) => id)}::bigint[], ${ended.map(({ status }) => status)}::text[]) e (id, status)
    where o.id = e.id and o.status = 'active'`.execute(tx)
  assert(numAffectedRows === BigInt(ended.length), 'only active orders end')
}

/** Puts locked orders off to another moment. */
export async function postponeOrders(
  tx: Tx,
  orders: readonly { readonly id: bigint; readonly dueAtMs: number }[],
): Promise<void> {
  if (orders.length === 0) return
  await sql`
    update dual_order o set due_at = p.due
    from unnest(
      ${orders.map(({ id }) => id)}::bigint[],
      ${orders.map(({ dueAtMs }) => new Date(dueAtMs).toISOString())}::timestamptz[]) p (id, due)
    where o.id = p.id and o.status = 'active'`.execute(tx)
}

/** What averages of an instrument were made for these moments. */
export const fixingsOf = (db: Db, symbol: string, moments: readonly number[]): Promise<FixingRow[]> =>
  db
    .selectFrom('dual_fixing')
    .selectAll()
    .where('symbol', '=', symbol)
    .where(
      sql<boolean>`fixed_at = any(${moments.map((atMs) => new Date(atMs).toISOString())}::timestamptz[])`,
    )
    .orderBy('fixed_at')
    .execute()

/** The averages that decided some orders, by symbol and moment. */
export async function fixingsOfOrders(
  db: Db,
  orders: readonly OrderRow[],
): Promise<(order: OrderRow) => FixingRow | undefined> {
  const { rows } = await sql<FixingRow>`
    select f.* from dual_fixing f
    join (select distinct * from unnest(
      ${orders.map(({ symbol }) => symbol)}::text[],
      ${orders.map(({ due_at }) => new Date(due_at).toISOString())}::timestamptz[]) d (symbol, due)) o
    on f.symbol = o.symbol and f.fixed_at = o.due`.execute(db)
  const found = new Map(rows.map((row) => [`${row.symbol} ${row.fixed_at}`, row]))
  return ({ symbol, due_at, status }) =>
    status === 'active' || status === 'cancelled' ? undefined : found.get(`${symbol} ${due_at}`)
}

export interface TotalRow {
  readonly currency: string
  readonly principal: Units
  readonly active: number
  readonly yield_total: Units
  /** Of orders that ended from `sinceMs` on. */
  readonly yield_since: Units
  readonly next_settlement: number | null
}

/** What a customer has in orders, and had of yields in the currency put in, by currency. */
export async function customerTotals(db: Db, customer: CustomerId, sinceMs = 0): Promise<TotalRow[]> {
  const { rows } = await sql<TotalRow>`
    select currency, coalesce(sum(principal) filter (where status = 'active'), 0)::bigint as principal,
      (count(*) filter (where status = 'active'))::int as active,
      coalesce(sum(yield), 0)::bigint as yield_total,
      coalesce(sum(yield) filter (where ended_at >= ${new Date(sinceMs)}::timestamptz), 0)::bigint as yield_since,
      min(due_at) filter (where status = 'active') as next_settlement
    from dual_order, lateral (select case
        when type = 'call' and status in ('below', 'unpriced') then below - principal
        when type = 'put' and status in ('above', 'unpriced') then above - principal else 0 end as yield) own
    where customer_id = ${customer} and status <> 'cancelled'
    group by currency order by currency desc`.execute(db)
  return rows
}

/** What is known of a customer's active orders beside the balance, by currency. */
export async function balancesIn(db: Db | Tx, customer: CustomerId): Promise<ProductBalance[]> {
  const { rows } = await sql<ProductBalance>`
    select ${dualAccounts.dual.number}::int as kind, currency, count(distinct product_id)::int as products,
      min(due_at) as "earliestMaturityMs"
    from dual_order where customer_id = ${customer} and status = 'active'
    group by currency order by currency desc`.execute(db)
  return rows
}

/** A template in force. */
export interface TemplateRow extends LadderTemplate {
  readonly version: number
}

/** The newest version of each template. */
export async function newestTemplates(db: Db | Tx): Promise<TemplateRow[]> {
  const rows = await db
    .selectFrom('dual_template')
    .distinctOn(['symbol', 'type'])
    .selectAll()
    .orderBy('symbol')
    .orderBy('type')
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ rungs, created_at: _, ...row }) => ({ ...row, rungs: parseRungs(rungs)! }))
}
