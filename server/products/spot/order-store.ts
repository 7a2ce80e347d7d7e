import { type RawBuilder, sql } from 'kysely'
import { type CustomerId, type OrderId, type TradeId, tradeId } from '#domain/ids.ts'
import { instruments } from '#domain/market/instruments.ts'
import {
  activeStatuses,
  type OrderStatus,
  type OrderType,
  orderStatuses,
  type Side,
} from '#domain/spot/rules.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { moment } from '#server/platform/db/moment.ts'
import { type SpotOrderRow, toOrder } from './columns.ts'
import type { SpotOrder } from './order.ts'
import type { SpotAmendmentRow, SpotTradeRow } from './store.ts'

/** What is read of orders and trades for their customers. */

/** Which of an owner's orders a list shows. */
export interface OrderFilter extends PageSlice {
  readonly customer: CustomerId
  readonly statuses?: readonly OrderStatus[] | undefined
  readonly symbol?: string | undefined
  readonly side?: Side | undefined
  readonly orderType?: OrderType | undefined
  /** Placed from this moment, up to but not including that one. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  /** With a fill in that time, in place of placed: so it was changed from its beginning on, and placed before its end. */
  readonly hasFills?: boolean | undefined
  /** From this one on, the oldest first. */
  readonly fromId?: bigint | undefined
}

/** A customer's orders, newest first unless they begin somewhere. */
export async function listOrders(db: Db, filter: OrderFilter): Promise<SpotOrder[]> {
  const { rows } = await ordersQuery(filter).execute(db)
  return rows.map(toOrder)
}

/** How many of a customer's orders that are not over the filter lets through. */
export async function countOrders(db: Db, filter: Omit<OrderFilter, keyof PageSlice>): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from spot_order o
    where customer_id = ${filter.customer} and ${isOneOf(filter.statuses ?? activeStatuses)}
      ${filter.symbol === undefined ? sql`` : sql`and symbol = ${filter.symbol}`} ${furtherFilter(filter)}`.execute(
    db,
  )
  return Number(rows[0]!.count)
}

/** Written so that the index of that status alone is used. */
const isOneOf = (statuses: readonly OrderStatus[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    statuses.map((status) => sql`status = ${sql.lit(status)}`),
    sql` or `,
  )})`

/** What no index is for. */
function furtherFilter({
  side,
  orderType,
  fromMs,
  toMs,
  hasFills,
  fromId,
}: Omit<OrderFilter, keyof PageSlice>) {
  const parts = [
    // As the index has it, see `ordersQuery`.
    fromId === undefined ? [] : [sql`(-o.id) <= ${-fromId}`],
    side === undefined ? [] : [sql`o.side = ${side}`],
    orderType === undefined ? [] : [sql`o.order_type = ${orderType}`],
    fromMs === undefined
      ? []
      : [sql`o.${sql.raw(hasFills ? 'updated_at' : 'created_at')} >= ${moment(fromMs)}`],
    toMs === undefined ? [] : [sql`o.created_at < ${moment(toMs)}`],
    hasFills ? [sql`o.filled > 0`] : [],
  ].flat()
  return parts.length === 0 ? sql`` : sql`and ${sql.join(parts, sql` and `)}`
}

/**
 * Orders that are not over have an index for each status, and there are few. All others are found instrument by instrument and
 * status by status, each one's newest few, so that orders the filter does not let through cost nothing. (By the
 * negative id: no other index is in that order, and might be read from its end in the hope of meeting a few soon.)
 */
export function ordersQuery(filter: OrderFilter) {
  const { customer, statuses = orderStatuses, symbol, after, fromId, offset, limit } = filter
  const [direction, ofNegative] = fromId === undefined ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`]
  const page = sql`order by id ${direction} limit ${limit} offset ${offset}`
  const before = after === undefined ? sql`` : sql`and o.id < ${after[0]!}`
  const further = furtherFilter(filter)
  if (statuses.every((status) => (activeStatuses as readonly OrderStatus[]).includes(status))) {
    return sql<SpotOrderRow>`
      select * from spot_order o where customer_id = ${customer} and ${isOneOf(statuses)}
        ${symbol === undefined ? sql`` : sql`and symbol = ${symbol}`} ${further} ${before} ${page}`
  }
  // From one symbol to the next by the index, also those that are listed no more.
  const traded =
    symbol !== undefined
      ? sql`traded (symbol) as (select ${symbol}::text)`
      : sql`recursive traded (symbol) as (
          (select symbol from spot_order where customer_id = ${customer} order by symbol limit 1)
          union all
          select (select symbol from spot_order where customer_id = ${customer} and symbol > traded.symbol
            order by symbol limit 1)
          from traded where traded.symbol is not null)`
  return sql<SpotOrderRow>`
    with ${traded}
    select newest.* from traded cross join unnest(${textArrayLiteral(statuses, (status) => status)}::text[]) s (status)
    cross join lateral (
      select * from spot_order o
      where o.customer_id = ${customer} and o.symbol = traded.symbol and o.status = s.status
        ${further} ${after === undefined ? sql`` : sql`and (-o.id) > ${-after[0]!}`}
      order by (-o.id) ${ofNegative} limit ${offset + limit}
    ) newest ${page}`
}

/** Orders by id, whoever owns them. */
export async function ordersById(db: Db | Tx, ids: readonly OrderId[]): Promise<Map<OrderId, SpotOrder>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('spot_order')
    .selectAll()
    .where(sql<boolean>`id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, toOrder(row)]))
}

/** Stops that were triggered after one, in the order they were: by the number each got for its place in the queue. */
export async function triggeredAfter(db: Db | Tx, priority: bigint, limit: number): Promise<SpotOrder[]> {
  const rows = await db
    .selectFrom('spot_order')
    .selectAll()
    .where('trigger_sequence', 'is not', null)
    .where('priority', '>', priority)
    .orderBy('priority')
    .limit(limit)
    .execute()
  return rows.map(toOrder)
}

/** One of a customer's orders; undefined if it does not exist or is not theirs. */
export async function findOrder(db: Db, customer: CustomerId, id: OrderId): Promise<SpotOrder | undefined> {
  const order = (await ordersById(db, [id])).get(id)
  return order?.customer === customer ? order : undefined
}

/** The trades of one order, oldest first: all of them, or the newest `most` up to and including one. */
export async function tradesOf(
  db: Db,
  { customer, id }: Pick<SpotOrder, 'customer' | 'id'>,
  { most, through }: { readonly most?: number; readonly through?: TradeId | undefined } = {},
): Promise<SpotTradeRow[]> {
  const newestFirst = await db
    .selectFrom('spot_trade')
    .selectAll()
    .where((where) =>
      where.or([
        where.and({ maker_order: id, maker_customer_id: customer }),
        where.and({ taker_order: id, taker_customer_id: customer }),
      ]),
    )
    .$if(through !== undefined, (query) => query.where('id', '<=', through!))
    .orderBy('id', 'desc')
    .$if(most !== undefined, (query) => query.limit(most!))
    .execute()
  return newestFirst.reverse()
}

/** How an order was changed, oldest first. */
export async function amendmentsOf(db: Db, id: OrderId): Promise<SpotAmendmentRow[]> {
  return db.selectFrom('spot_amendment').selectAll().where('order_id', '=', id).orderBy('id').execute()
}

/** How often orders were changed; no more than `most` is counted of each. */
export async function amendmentsCounted(
  db: Db | Tx,
  ids: readonly OrderId[],
  most: number,
): Promise<Map<OrderId, number>> {
  const { rows } = await sql<{ id: OrderId; count: number }>`
    select o.id, (select count(*) from (
      select from spot_amendment where order_id = o.id limit ${most}) a)::integer as count
    from unnest(${arrayLiteral(ids, (id) => id)}::bigint[]) o (id)`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/**
 * The trades of these orders, each with the order that it is of; a trade between two of them comes twice. So many at
 * most: an order may have any number. In an order of their own only where one is asked for.
 */
export async function tradesOfOrders(
  db: Db,
  ids: readonly OrderId[],
  {
    limit,
    fromMs,
    toMs,
    fromId,
    order,
  }: {
    readonly limit: number
    readonly fromMs?: number | undefined
    readonly toMs?: number | undefined
    readonly fromId?: bigint | undefined
    readonly order?: 'newest' | 'oldest'
  },
): Promise<(SpotTradeRow & { readonly of: OrderId })[]> {
  const wanted = sql`${arrayLiteral(ids, (id) => id)}::bigint[]`
  const within = sql`${fromMs === undefined ? sql`` : sql`and t.created_at >= ${moment(fromMs)}`}
    ${toMs === undefined ? sql`` : sql`and t.created_at < ${moment(toMs)}`}
    ${fromId === undefined ? sql`` : sql`and t.id >= ${fromId}`}`
  const { rows } = await sql<SpotTradeRow & { of: OrderId }>`
    select t.maker_order as of, t.* from spot_trade t where t.maker_order = any(${wanted}) ${within}
    union all
    select t.taker_order as of, t.* from spot_trade t where t.taker_order = any(${wanted}) ${within}
    ${order === undefined ? sql`` : order === 'newest' ? sql`order by id desc` : sql`order by id`} limit ${limit}`.execute(
    db,
  )
  return rows
}

/** A customer's orders with fills, the oldest first; undefined where they have more orders than may be looked at. */
export async function filledOrders(
  db: Db,
  customer: CustomerId,
  most: number,
): Promise<Pick<SpotOrder, 'id' | 'symbol' | 'side'>[] | undefined> {
  const rows = await db
    .selectFrom('spot_order')
    .select(['id', 'symbol', 'side', 'filled'])
    .where('customer_id', '=', customer)
    .orderBy('id')
    .limit(most + 1)
    .execute()
  return rows.length > most ? undefined : rows.filter(({ filled }) => filled > 0n)
}

/** The ids of these orders' trades. */
export async function tradeIdsOf(db: Db, ids: readonly OrderId[]): Promise<Map<OrderId, TradeId[]>> {
  if (ids.length === 0) return new Map()
  const wanted = sql`${arrayLiteral(ids, (id) => id)}::bigint[]`
  const { rows } = await sql<{ of: OrderId; id: TradeId }>`
    select maker_order as of, id from spot_trade where maker_order = any(${wanted})
    union all
    select taker_order as of, id from spot_trade where taker_order = any(${wanted})`.execute(db)
  const trades = new Map<OrderId, TradeId[]>()
  for (const { of, id } of rows) {
    const before = trades.get(of)
    if (before) before.push(id)
    else trades.set(of, [id])
  }
  return trades
}

/** A customer's orders in trades, by the trade; without those in which they were neither side. Ids are unique over all instruments. */
export async function ordersInTrades(
  db: Db,
  customer: CustomerId,
  ids: readonly TradeId[],
): Promise<Map<TradeId, OrderId>> {
  if (ids.length === 0) return new Map()
  // The symbols let the key's index be used: a trade is looked for once in each instrument.
  const { rows } = await sql<{ id: TradeId; order: OrderId }>`
    select t.id, case when t.maker_customer_id = ${customer} then t.maker_order else t.taker_order end as order
    from unnest(${arrayLiteral(ids, (id) => id)}::bigint[]) wanted (id)
    cross join unnest(${textArrayLiteral(spotSymbols(), (symbol) => symbol)}::text[]) listed (symbol)
    cross join lateral (
      select * from spot_trade where symbol = listed.symbol and id = wanted.id limit 1) t
    where ${customer} in (t.maker_customer_id, t.taker_customer_id)`.execute(db)
  return new Map(rows.map(({ id, order }) => [id, order]))
}

/** A customer's order in a trade; undefined where they were neither side. */
export const orderInTrade = async (db: Db, customer: CustomerId, id: TradeId): Promise<OrderId | undefined> =>
  (await ordersInTrades(db, customer, [id])).get(id)

const spotSymbols = () =>
  instruments.filter(({ products }) => products.includes('spot')).map(({ symbol }) => symbol)

/** An instrument's trades, newest first. */
export async function listTrades(
  db: Db,
  symbol: string,
  { after, offset, limit }: PageSlice,
): Promise<SpotTradeRow[]> {
  return db
    .selectFrom('spot_trade')
    .selectAll()
    .where('symbol', '=', symbol)
    .$if(after !== undefined, (query) => query.where('id', '<', tradeId(after![0]!)))
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}
