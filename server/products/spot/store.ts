import { type RawBuilder, sql } from 'kysely'
import { type CustomerId, type OrderId, type TradeId, tradeId } from '#domain/ids.ts'
import { instruments } from '#domain/market/instruments.ts'
import { type OrderStatus, orderStatuses, type Side } from '#domain/spot/rules.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { spotAccounts } from './accounts.ts'
import type { Batch } from './batch.ts'
import type { SpotOrder } from './books.ts'
import { columns, type SpotOrderRow, toOrder } from './columns.ts'
import { oldestFirst, type StoredOrders, toBigInts, toNumbers } from './stored-orders.ts'

export interface SpotTradeRow {
  symbol: string
  id: TradeId
  maker_order: OrderId
  maker_customer_id: CustomerId
  taker_order: OrderId
  taker_customer_id: CustomerId
  taker_side: Side
  price: bigint
  quantity: bigint
  maker_fee: bigint
  taker_fee: bigint
  created_at: number
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    spot_order: SpotOrderRow
    spot_trade: SpotTradeRow
  }
}

/** Every open order, in the order in which they came. */
export async function openOrders(db: Db | Tx): Promise<SpotOrder[]> {
  const rows = await db
    .selectFrom('spot_order')
    .selectAll()
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()
  return rows.map(toOrder)
}

/** How many stored orders are read as one: enough to be quick, too few for a string to be too long. */
const ORDERS_A_BLOCK = 100_000

/**
 * Every open order by column, for the order books: in blocks of one instrument and side, each in the order in
 * which they came, and so are the blocks.
 */
export async function storedOpenOrders(tx: Tx): Promise<StoredOrders[]> {
  // Sorting in memory: the default is meant for many small sorts at once.
  await sql`select set_config('work_mem', '256MB', true)`.execute(tx)
  const { rows } = await sql<{
    symbol: string
    side: Side
    id: string
    customer: string
    price: string
    remaining: string
    maker_fee_bps: string
  }>`
    select symbol, side, array_agg(id)::text as id, array_agg(customer_id)::text as customer,
      array_agg(price)::text as price, array_agg(quantity - filled)::text as remaining,
      array_agg(maker_fee_bps)::text as maker_fee_bps
    from (
      select symbol, side, maker_fee_bps, id, customer_id, price, quantity, filled,
        (row_number() over (order by id) - 1) / ${sql.lit(ORDERS_A_BLOCK)} as block
      from spot_order where status = 'open'
    ) open
    group by block, symbol, side order by block`.execute(tx)
  return rows.map(({ symbol, side, id, customer, price, remaining, maker_fee_bps }) =>
    // How PostgreSQL groups decides the order within a block; asking for one would sort each array again.
    oldestFirst({
      symbol,
      side,
      id: toBigInts(id),
      customer: toNumbers(customer),
      price: toNumbers(price),
      remaining: toNumbers(remaining),
      makerFeeBps: toNumbers(maker_fee_bps),
    }),
  )
}

/** The statements that write a decided batch: the orders it added, those it changed, and its trades. */
export function writeStatements(batch: Batch): RawBuilder<unknown>[] {
  const at = sql`${new Date(batch.atMs)}::timestamptz`
  const statements: RawBuilder<unknown>[] = []
  if (batch.added.size > 0) statements.push(insertOrders([...batch.added], at))
  if (batch.changed.size > 0) statements.push(updateOrders([...batch.changed], at))
  if (batch.trades.length > 0) statements.push(insertTrades(batch.trades, at))
  return statements
}

const given = columns.filter(({ kind }) => kind !== 'time')
const times = columns.filter(({ kind }) => kind === 'time')
const names = (some: typeof columns) => sql.raw(some.map(({ name }) => name).join(', '))

/** Columns of orders as arrays, for `unnest`. */
const arraysOf = (some: typeof columns, orders: readonly SpotOrder[]) =>
  sql.join(
    some.map(
      ({ field, sqlType }) => sql`${arrayLiteral(orders, (order) => order[field])}::${sql.raw(sqlType)}[]`,
    ),
  )

const insertOrders = (orders: readonly SpotOrder[], at: RawBuilder<unknown>) => sql`
  insert into spot_order (${names([...given, ...times])})
  select o.*, ${sql.join(times.map(() => at))} from unnest(${arraysOf(given, orders)}) o`

const changing = given.filter(({ changes }) => changes)
const updated = [
  ...changing.map(({ name }) => `${name} = u.${name}`),
  ...times.filter(({ changes }) => changes).map(({ name }) => `${name} = u.at`),
].join(', ')
const key = columns.filter(({ field }) => field === 'id')

const updateOrders = (orders: readonly SpotOrder[], at: RawBuilder<unknown>) => sql`
  update spot_order o set ${sql.raw(updated)}
  from (select *, ${at} as at from unnest(${arraysOf([...key, ...changing], orders)})
    u (${names([...key, ...changing])})) u
  where o.id = u.id`

const insertTrades = (trades: Batch['trades'], at: RawBuilder<unknown>) => sql`
  insert into spot_trade (symbol, id, maker_order, maker_customer_id, taker_order, taker_customer_id, taker_side,
    price, quantity, maker_fee, taker_fee, created_at)
  select t.*, ${at} from unnest(
    ${arrayLiteral(trades, (t) => t.symbol)}::text[], ${arrayLiteral(trades, (t) => t.id)}::bigint[],
    ${arrayLiteral(trades, (t) => t.maker)}::bigint[], ${arrayLiteral(trades, (t) => t.makerCustomer)}::bigint[],
    ${arrayLiteral(trades, (t) => t.taker)}::bigint[], ${arrayLiteral(trades, (t) => t.takerCustomer)}::bigint[],
    ${arrayLiteral(trades, (t) => t.takerSide)}::text[], ${arrayLiteral(trades, (t) => t.price)}::bigint[],
    ${arrayLiteral(trades, (t) => t.quantity)}::bigint[], ${arrayLiteral(trades, (t) => t.makerFee)}::bigint[],
    ${arrayLiteral(trades, (t) => t.takerFee)}::bigint[]) t`

/** Which of an owner's orders a list shows. */
export interface OrderFilter extends PageSlice {
  readonly customer: CustomerId
  readonly statuses?: readonly OrderStatus[] | undefined
  readonly symbol?: string | undefined
}

/** A customer's orders, newest first. */
export async function listOrders(db: Db, filter: OrderFilter): Promise<SpotOrder[]> {
  const { rows } = await ordersQuery(filter).execute(db)
  return rows.map(toOrder)
}

/** How many open orders a customer has, of one instrument or of all. */
export async function countOpenOrders(
  db: Db,
  { customer, symbol }: Pick<OrderFilter, 'customer' | 'symbol'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('spot_order')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('customer_id', '=', customer)
    .where(sql<boolean>`status = 'open'`)
    .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol!))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Open orders have an index of their own, and there are few. All others are found instrument by instrument and
 * status by status, each one's newest few, so that orders the filter does not let through cost nothing. (By the
 * negative id: no other index is in that order, and might be read from its end in the hope of meeting a few soon.)
 */
export function ordersQuery({
  customer,
  statuses = orderStatuses,
  symbol,
  after,
  offset,
  limit,
}: OrderFilter) {
  const page = sql`order by id desc limit ${limit} offset ${offset}`
  const before = after === undefined ? sql`` : sql`and o.id < ${after[0]!}`
  if (statuses.length === 1 && statuses[0] === 'open') {
    return sql<SpotOrderRow>`
      select * from spot_order o where customer_id = ${customer} and status = 'open'
        ${symbol === undefined ? sql`` : sql`and symbol = ${symbol}`} ${before} ${page}`
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
        ${after === undefined ? sql`` : sql`and (-o.id) > ${-after[0]!}`}
      order by (-o.id) limit ${offset + limit}
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

/** One of a customer's orders; undefined if it does not exist or is not theirs. */
export async function findOrder(db: Db, customer: CustomerId, id: OrderId): Promise<SpotOrder | undefined> {
  const order = (await ordersById(db, [id])).get(id)
  return order?.customer === customer ? order : undefined
}

/** The trades of one order, oldest first. */
export async function tradesOf(
  db: Db,
  { customer, id }: Pick<SpotOrder, 'customer' | 'id'>,
): Promise<SpotTradeRow[]> {
  return db
    .selectFrom('spot_trade')
    .selectAll()
    .where((where) =>
      where.or([
        where.and({ maker_order: id, maker_customer_id: customer }),
        where.and({ taker_order: id, taker_customer_id: customer }),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** A customer's order in a trade; undefined where they were neither side. Ids are unique over all instruments. */
export async function orderInTrade(db: Db, customer: CustomerId, id: TradeId): Promise<OrderId | undefined> {
  const trade = await db
    .selectFrom('spot_trade')
    .select(['maker_order', 'maker_customer_id', 'taker_order', 'taker_customer_id'])
    // The symbols let the key's index be used: a trade is looked for once in each instrument.
    .where(sql<boolean>`symbol = any(${arrayLiteral(spotSymbols(), (symbol) => symbol)}::text[])`)
    .where('id', '=', id)
    .executeTakeFirst()
  if (trade?.maker_customer_id === customer) return trade.maker_order
  return trade?.taker_customer_id === customer ? trade.taker_order : undefined
}

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

/** What the open orders of a customer on one side of an instrument have left. */
export interface OpenSum {
  readonly customer: CustomerId
  readonly symbol: string
  readonly side: Side
  /** In steps. */
  readonly remaining: bigint
  /** Each order's rest times its price: in ticks times steps. */
  readonly atPrice: bigint
}

/** The open orders, added up by customer, instrument and side. */
export async function openSums(db: Db | Tx): Promise<OpenSum[]> {
  const { rows } = await sql<Pick<OpenSum, 'customer' | 'symbol' | 'side'> & Record<Summed, string>>`
    select customer_id as customer, symbol, side, sum(quantity - filled)::text as remaining,
      sum((quantity - filled)::numeric * price)::text as at_price
    from spot_order where status = 'open' group by customer_id, symbol, side`.execute(db)
  return rows.map(({ remaining, at_price, ...rest }) => ({
    ...rest,
    remaining: BigInt(remaining),
    atPrice: BigInt(at_price),
  }))
}
type Summed = 'remaining' | 'at_price'

/** What the held sides of spot's accounts say, where it is not nothing. */
export async function heldBalances(db: Db | Tx): Promise<Map<AccountId, bigint>> {
  const kinds = Object.values(spotAccounts).map(({ number }) => number)
  const { rows } = await sql<{ id: AccountId; balance: bigint }>`
    select id, balance from account
    where account_kind(id) = any(${kinds}::int[]) and account_is_held(id) and balance <> 0`.execute(db)
  return new Map(rows.map((row) => [row.id, row.balance]))
}
