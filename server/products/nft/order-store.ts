import { type RawBuilder, sql } from 'kysely'
import { assert, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { AWAITS_WINNER_MS, PAY_WITHIN_MS } from '#domain/nft/rules.ts'
import type { NftCancellation, NftOrderStatus } from '#domain/nft/words.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { OrderRow } from './tables.ts'

/** Orders of artworks. Who changes one has locked its artwork. */

/** An order with the moment by which it must be paid as things stand; null of one that was paid at once. */
export type Order = Omit<OrderRow, 'pay_by'> & { readonly pay_by: number | null }

const milliseconds = (ms: number) => sql`${ms} * interval '1 millisecond'`

/**
 * By when an order must be paid: 24 hours after the auction, or after a freeze of the buyer's account was lifted that
 * was in the way, whichever is later; at most so much later as a freeze is waited for.
 */
const payBy: RawBuilder<number | null> = sql`case when o.status <> 'unpaid' then o.pay_by else
  least(o.pay_by + ${milliseconds(AWAITS_WINNER_MS)}, greatest(o.pay_by, (
    select max(coalesce(f.lifted_at + ${milliseconds(PAY_WITHIN_MS)}, 'infinity'))
    from account_freeze f where f.customer_id = o.buyer_id and (f.lifted_at is null or f.lifted_at > o.placed_at)))) end`

const columns = sql`o.id, o.artwork_id, o.auction_id, o.margin_id, o.kind, o.buyer_id, o.seller_id, o.royalty_to, o.price,
  o.fee, o.royalty, o.margin, o.status, o.placed_at, o.ended_at, o.cancelled, o.read_at, o.rules_version,
  ${payBy} as pay_by`

const ordersWhere = async (
  db: Db | Tx,
  where: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
): Promise<Order[]> =>
  (await sql<Order>`select ${columns} from nft_order o where ${where} ${rest}`.execute(db)).rows

/** One order of which a customer is a side. Refuses: ORDER_NOT_FOUND, also for another's. */
export async function requireOrder(db: Db | Tx, id: bigint, customer: CustomerId): Promise<Order> {
  const [order] = await ordersWhere(
    db,
    sql`o.id = ${id} and (o.buyer_id = ${customer} or o.seller_id = ${customer})`,
  )
  if (!order) throw refusal('ORDER_NOT_FOUND')
  return order
}

/** An order, locked until the transaction ends; its artwork is locked already. */
export async function lockOrder(tx: Tx, id: bigint): Promise<Order> {
  const [order] = await ordersWhere(tx, sql`o.id = ${id}`, sql`for update of o`)
  assert(order, `order ${id} exists`)
  return order
}

/** The order of an auction. */
export const orderOfAuction = async (db: Db | Tx, auctionId: bigint): Promise<Order | undefined> =>
  (await ordersWhere(db, sql`o.auction_id = ${auctionId}`))[0]

/** The orders of some auctions, by auction. */
export async function ordersOfAuctions(
  db: Db | Tx,
  auctionIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Order>> {
  if (auctionIds.length === 0) return new Map()
  const rows = await ordersWhere(db, sql`o.auction_id = any(${[...auctionIds]}::bigint[])`)
  return new Map(rows.map((row) => [row.auction_id!, row]))
}

/** Orders of these in which a customer is the buyer, the seller or the artist. */
export const ordersById = async (
  db: Db | Tx,
  customer: CustomerId,
  ids: readonly bigint[],
): Promise<Order[]> =>
  ids.length === 0
    ? []
    : ordersWhere(
        db,
        sql`o.id = any(${[...ids]}::bigint[]) and ${customer} in (o.buyer_id, o.seller_id, o.royalty_to)`,
      )

/** A customer's orders, the newest first. */
export function listOrders(
  db: Db,
  customer: CustomerId,
  { role, status }: { readonly role: 'buyer' | 'seller'; readonly status: NftOrderStatus | undefined },
  { after, offset, limit }: PageSlice,
): Promise<Order[]> {
  const own = role === 'buyer' ? sql`o.buyer_id = ${customer}` : sql`o.seller_id = ${customer}`
  const inStatus = status === undefined ? sql`true` : sql`o.status = ${sql.lit(status)}`
  const before = after ? sql`o.id < ${after[0]!}::bigint` : sql`true`
  return ordersWhere(
    db,
    sql`${own} and ${inStatus} and ${before}`,
    sql`order by o.id desc limit ${limit} offset ${offset}`,
  )
}

/** How many orders a customer won and has not read of. */
export async function countUnread(db: Db, customer: CustomerId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from nft_order
    where buyer_id = ${customer} and status = 'unpaid' and read_at is null`.execute(db)
  return rows[0]!.count
}

const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms))

/** Saves a new order. */
export async function insertOrder(tx: Tx, { cancelled: _, ...order }: OrderRow): Promise<void> {
  await tx
    .insertInto('nft_order')
    .values({
      ...order,
      placed_at: new Date(order.placed_at),
      ...{ pay_by: dateOf(order.pay_by), ended_at: dateOf(order.ended_at), read_at: dateOf(order.read_at) },
    })
    .execute()
}

/** Ends a locked order. */
export async function endOrder(
  tx: Tx,
  id: bigint,
  to:
    | { readonly status: 'paid' | 'forfeited' }
    | { readonly status: 'cancelled'; readonly cancelled: NftCancellation },
  nowMs: number,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('nft_order')
    .set({ ...to, ended_at: new Date(nowMs) })
    .where('id', '=', id)
    .where('status', '=', 'unpaid')
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, 'an order ends once')
}

/** Its buyer has read that they won. */
export async function markRead(db: Db | Tx, id: bigint, nowMs: number): Promise<void> {
  await db
    .updateTable('nft_order')
    .set({ read_at: new Date(nowMs) })
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .execute()
}

/** Orders whose time to pay is over: one that a freeze is in the way of is not among them before it is to be ended. */
export async function dueOrders(
  db: Db,
  nowMs: number,
  limit: number,
): Promise<{ id: bigint; artwork_id: bigint }[]> {
  const now = sql`${new Date(nowMs)}::timestamptz`
  const { rows } = await sql<{ id: bigint; artwork_id: bigint }>`
    select o.id, o.artwork_id from nft_order o
    where o.status = 'unpaid' and o.pay_by <= ${now} and ${payBy} <= ${now} order by o.pay_by limit ${limit}`.execute(
    db,
  )
  return rows
}
