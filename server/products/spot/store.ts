import { type RawBuilder, sql } from 'kysely'
import type { CustomerId, OrderId, TradeId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import { activeStatuses, type Side } from '#domain/spot/rules.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import { ticksAfter } from '#server/markets/tape/store.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import { arraysOf, namesOf } from '#server/platform/db/columns.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { spotAccounts } from './accounts.ts'
import type { Batch } from './batch.ts'
import { columns, type SpotOrderRow, toOrder } from './columns.ts'
import type { StoredStops } from './load-books.ts'
import type { SpotOrder } from './order.ts'
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

export interface SpotAmendmentRow {
  order_id: OrderId
  id: bigint
  price: bigint
  quantity: bigint
  previous_price: bigint
  previous_quantity: bigint
  /** Of a stop that waited. */
  trigger_price: bigint | null
  previous_trigger_price: bigint | null
  keeps_priority: boolean
  created_at: number
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    spot_order: SpotOrderRow
    spot_trade: SpotTradeRow
    spot_amendment: SpotAmendmentRow
    spot_trigger_progress: { sequence: bigint }
  }
}

/** Every order that is not over, by id. */
export async function activeOrders(db: Db | Tx): Promise<SpotOrder[]> {
  const rows = await db
    .selectFrom('spot_order')
    .selectAll()
    .where('status', 'in', [...activeStatuses])
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
    priority: string | null
  }>`
    select symbol, side, array_agg(id)::text as id, array_agg(customer_id)::text as customer,
      array_agg(price)::text as price, array_agg(quantity - filled)::text as remaining,
      array_agg(maker_fee_bps)::text as maker_fee_bps,
      (array_agg(priority) filter (where priority is not null))::text as priority
    from (
      select symbol, side, maker_fee_bps, priority, id, customer_id, price, quantity, filled,
        (row_number() over (order by id) - 1) / ${sql.lit(ORDERS_A_BLOCK)} as block
      from spot_order where status = 'open'
    ) open
    group by block, symbol, side, priority is null order by block`.execute(tx)
  return rows.map(({ symbol, side, id, customer, price, remaining, maker_fee_bps, priority }) =>
    // How PostgreSQL groups decides the order within a block; asking for one would sort each array again.
    oldestFirst({
      symbol,
      side,
      id: toBigInts(id),
      customer: toNumbers(customer),
      price: toNumbers(price),
      remaining: toNumbers(remaining),
      makerFeeBps: toNumbers(maker_fee_bps),
      priority: priority === null ? undefined : toBigInts(priority),
    }),
  )
}

/** Every stop that waits for its trigger, and the ticks that nobody compared them with yet. */
export async function storedStops(tx: Tx): Promise<StoredStops> {
  const rows = await tx
    .selectFrom('spot_order')
    .selectAll()
    .where('status', '=', 'untriggered')
    // As they came to wait at their trigger price.
    .orderBy(sql`coalesce(priority, id)`)
    .execute()
  const { sequence } = await tx
    .selectFrom('spot_trigger_progress')
    .select('sequence')
    .executeTakeFirstOrThrow()
  const orders = rows.map(toOrder)
  const symbols = new Set(orders.map(({ symbol }) => symbol))
  const missed = symbols.size > 0 ? await validTicksAfter(tx, Number(sequence)) : []
  return {
    ...{ orders, through: Number(sequence) },
    ticks: missed.filter(({ symbol }) => symbols.has(symbol)),
  }
}

/** The open buys with a take profit or stop loss. */
export async function protectedBuys(tx: Tx): Promise<SpotOrder[]> {
  const { rows } = await sql<SpotOrderRow>`
    select * from spot_order
    where status = 'open' and (take_profit is not null or stop_loss is not null)`.execute(tx)
  return rows.map(toOrder)
}

/** The sales at take profit and stop loss that a buy has led to, the stop first. */
export async function attachedOf(db: Db, id: OrderId): Promise<SpotOrder[]> {
  const rows = await db
    .selectFrom('spot_order')
    .selectAll()
    .where('attached_to', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(toOrder)
}

/** The ticks after a place on the tape that were not held, in order. */
export async function validTicksAfter(tx: Tx, sequence: number): Promise<Tick[]> {
  const valid: Tick[] = []
  for await (const ticks of ticksAfter(tx, sequence)) valid.push(...ticks.filter(({ isHeld }) => !isHeld))
  return valid
}

/** The statements that write a decided batch: the orders it added, those it changed, and its trades. */
export function writeStatements(batch: Batch): RawBuilder<unknown>[] {
  const at = sql`${new Date(batch.atMs)}::timestamptz`
  const statements: RawBuilder<unknown>[] = []
  const [rare, plain] = partition(batch.added, isRare)
  if (plain.length > 0) statements.push(insertOrders(plain, common, at))
  if (rare.length > 0) statements.push(insertOrders(rare, given, at))
  const [requeued, stayed] = partition(batch.changed, (order) => batch.requeued.has(order))
  if (stayed.length > 0) statements.push(updateOrders(stayed, 'always', at))
  if (requeued.length > 0) statements.push(updateOrders(requeued, 'requeued', at))
  if (batch.amendments.length > 0) statements.push(insertAmendments(batch.amendments, at))
  if (batch.progress !== undefined) {
    statements.push(sql`update spot_trigger_progress set sequence = ${batch.progress}::bigint`)
  }
  if (batch.trades.length > 0) statements.push(insertTrades(batch.trades, at))
  return statements
}

const given = columns.filter(({ kind }) => kind !== 'time')
const times = columns.filter(({ kind }) => kind === 'time')
const common = given.filter((column) => !column.isRare)
const rareFields = columns.filter((column) => column.isRare).map(({ field }) => field)
const isRare = (order: SpotOrder): boolean => rareFields.some((field) => order[field] !== null)

function partition<T>(all: Iterable<T>, isFirst: (each: T) => boolean): [T[], T[]] {
  const [first, second]: [T[], T[]] = [[], []]
  for (const each of all) (isFirst(each) ? first : second).push(each)
  return [first, second]
}

const insertOrders = (orders: readonly SpotOrder[], some: typeof columns, at: RawBuilder<unknown>) => sql`
  insert into spot_order (${namesOf([...some, ...times])})
  select o.*, ${sql.join(times.map(() => at))} from unnest(${arraysOf(some, orders)}) o`

const key = columns.filter(({ field }) => field === 'id')
const updatesOf = (changing: typeof columns) => ({
  columns: [...key, ...changing],
  assignments: [
    ...changing.map(({ name }) => `${name} = u.${name}`),
    ...times.filter(({ changes }) => changes).map(({ name }) => `${name} = u.at`),
  ].join(', '),
})
/** What is written again of an order, and of one that has gone to another place in its queue. */
const updates = {
  always: updatesOf(given.filter(({ changes }) => changes === 'always')),
  requeued: updatesOf(given.filter(({ changes }) => changes)),
}

function updateOrders(orders: readonly SpotOrder[], which: keyof typeof updates, at: RawBuilder<unknown>) {
  const { columns, assignments } = updates[which]
  return sql`
  update spot_order o set ${sql.raw(assignments)}
  from (select *, ${at} as at from unnest(${arraysOf(columns, orders)})
    u (${namesOf(columns)})) u
  where o.id = u.id`
}

const insertAmendments = (amendments: Batch['amendments'], at: RawBuilder<unknown>) => sql`
  insert into spot_amendment (order_id, id, price, quantity, previous_price, previous_quantity, trigger_price,
    previous_trigger_price, keeps_priority, created_at)
  select a.*, ${at} from unnest(
    ${arrayLiteral(amendments, (a) => a.order)}::bigint[], ${arrayLiteral(amendments, (a) => a.id)}::bigint[],
    ${arrayLiteral(amendments, (a) => a.price)}::bigint[], ${arrayLiteral(amendments, (a) => a.quantity)}::bigint[],
    ${arrayLiteral(amendments, (a) => a.previousPrice)}::bigint[],
    ${arrayLiteral(amendments, (a) => a.previousQuantity)}::bigint[],
    ${arrayLiteral(amendments, (a) => a.triggerPrice)}::bigint[],
    ${arrayLiteral(amendments, (a) => a.previousTriggerPrice)}::bigint[],
    ${arrayLiteral(amendments, (a) => a.keepsPriority)}::boolean[]) a`

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

/**
 * What the orders of a customer on one side of an instrument have left, those that wait for their trigger with them.
 * The stop of a pair counts with what it needs beside its limit order.
 */
export interface OpenSum {
  readonly customer: CustomerId
  readonly symbol: string
  readonly side: Side
  /** In steps. */
  readonly remaining: bigint
  /** Each order's rest times its price: in ticks times steps. */
  readonly atPrice: bigint
  /** What buys keep for their take profit and stop loss: in steps, and the fees that are not part of it, in units of base. */
  readonly kept: bigint
  readonly keptFees: bigint
}

/** The orders that are not over, added up by customer, instrument and side. */
export async function openSums(db: Db | Tx): Promise<OpenSum[]> {
  const ofPair = sql`status = 'untriggered' and sibling_price is not null`
  const isKept = sql`take_profit is not null or stop_loss is not null`
  const { rows } = await sql<Pick<OpenSum, 'customer' | 'symbol' | 'side'> & Record<Summed, string>>`
    select customer_id as customer, symbol, side,
      coalesce(sum(quantity - filled) filter (where not (${ofPair})), 0)::text as remaining,
      sum((quantity - filled)::numeric * case when ${ofPair} then greatest(price - sibling_price, 0) else price end)::text
        as at_price,
      coalesce(sum(filled) filter (where ${isKept}), 0)::text as kept,
      coalesce(sum(fee) filter (where ${isKept}), 0)::text as kept_fees
    from spot_order where status in ('open', 'untriggered') group by customer_id, symbol, side`.execute(db)
  return rows.map(({ remaining, at_price, kept, kept_fees, ...rest }) => ({
    ...rest,
    ...{ kept: BigInt(kept), keptFees: BigInt(kept_fees) },
    remaining: BigInt(remaining),
    atPrice: BigInt(at_price),
  }))
}
type Summed = 'remaining' | 'at_price' | 'kept' | 'kept_fees'

/** What the held sides of spot's accounts say, where it is not nothing. */
export async function heldBalances(db: Db | Tx): Promise<Map<AccountId, bigint>> {
  const kinds = Object.values(spotAccounts).map(({ number }) => number)
  const { rows } = await sql<{ id: AccountId; balance: bigint }>`
    select id, balance from account
    where account_kind(id) = any(${kinds}::int[]) and account_is_held(id) and balance <> 0`.execute(db)
  return new Map(rows.map((row) => [row.id, row.balance]))
}
