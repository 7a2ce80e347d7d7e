import { sql } from 'kysely'
import { instruments } from '#domain/market/instruments.ts'
import type { CancelReason, OrderStatus, OrderType, Side, TimeInForce } from '#domain/spot/rules.ts'
import { advanceIdsPast, nextId } from '#server/core/ids.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import { post, type Transfer } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { spotAccounts } from './accounts.ts'
import type { SpotOrder } from './books.ts'
import type { Batch } from './decide.ts'

interface SpotOrderRow {
  id: bigint
  customer: bigint
  symbol: string
  side: Side
  order_type: OrderType
  time_in_force: TimeInForce
  post_only: boolean
  price: bigint
  quantity: bigint
  filled: bigint
  notional: bigint
  fee: bigint
  maker_fee_bps: number
  taker_fee_bps: number
  status: OrderStatus
  reason: CancelReason | null
  tape_sequence: bigint | null
  created_at: number
  updated_at: number
}

export interface SpotTradeRow {
  symbol: string
  id: bigint
  maker_order: bigint
  taker_order: bigint
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
    spot_engine: { only_one: boolean; fence: bigint }
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

/** An idempotency key with the call it was sent with. */
export interface KeyedCall {
  readonly actor: bigint
  readonly key: string
  readonly path: string
  readonly inputHash: string
}

/** What an earlier call with the same key answered. */
export interface KeptAnswer {
  readonly path: string
  readonly inputHash: string
  readonly orders: readonly bigint[]
}

export interface BatchStart {
  readonly available: Map<AccountId, bigint>
  /** By the key's name. */
  readonly kept: Map<string, KeptAnswer[]>
}

/** The name of a key among all customers' keys. */
export const keyName = ({ actor, key }: Pick<KeyedCall, 'actor' | 'key'>): string => `${actor} ${key}`

/**
 * Begins a batch: makes sure that nobody else owns the books, locks the accounts that orders pay from,
 * and reads what the batch's idempotency keys have answered before.
 *
 * Refuses: (by throwing) when another engine has raised the fence.
 */
export async function beginBatch(
  tx: Tx,
  fence: bigint,
  accounts: readonly AccountId[],
  calls: readonly KeyedCall[],
): Promise<BatchStart> {
  const { rows } = await sql<{
    account: AccountId | null
    balance: bigint
    actor: bigint
    key: string
    path: string
    input_hash: string
    answer: { orders: string[] } | null
  }>`select * from spot_begin(${fence}::bigint, ${list(accounts)}::bigint[],
      ${list(calls.map((call) => call.actor))}::bigint[], ${textList(calls.map((call) => call.key))}::text[])`.execute(
    tx,
  )
  const available = new Map(accounts.map((account) => [account, 0n]))
  const kept = new Map<string, KeptAnswer[]>()
  for (const row of rows) {
    if (row.account !== null) available.set(row.account, row.balance)
    else {
      const orders = (row.answer?.orders ?? []).map(BigInt)
      const answers = kept.get(keyName(row)) ?? []
      kept.set(keyName(row), [...answers, { path: row.path, inputHash: row.input_hash, orders }])
    }
  }
  return { available, kept }
}

/** Writes a decided batch: orders, changes, trades, transfers and answered keys, by one statement. */
export async function commitBatch(
  tx: Tx,
  batch: Batch,
  answers: ReadonlyArray<{ readonly call: KeyedCall; readonly orders: readonly bigint[] }>,
): Promise<void> {
  const added = [...batch.added]
  const changed = [...batch.changed]
  const { trades, transfers } = batch
  const orders = (pick: (order: SpotOrder) => Cell) => column(added, pick)
  const changes = (pick: (order: SpotOrder) => Cell) => column(changed, pick)
  const traded = (pick: (trade: Batch['trades'][number]) => Cell) => column(trades, pick)
  const moved = (pick: (transfer: Transfer) => Cell) => column(transfers, pick)
  const ids = transfers.map(() => nextId())
  const { rows } = await sql<{ newest: bigint }>`select spot_commit(${new Date(batch.atMs)}::timestamptz,
    ${orders((o) => o.id)}::bigint[], ${orders((o) => o.customer)}::bigint[], ${orders((o) => o.symbol)}::text[],
    ${orders((o) => o.side)}::text[], ${orders((o) => o.orderType)}::text[],
    ${orders((o) => o.timeInForce)}::text[], ${orders((o) => o.postOnly)}::boolean[],
    ${orders((o) => o.price)}::bigint[], ${orders((o) => o.quantity)}::bigint[],
    ${orders((o) => o.filled)}::bigint[], ${orders((o) => o.notional)}::bigint[], ${orders((o) => o.fee)}::bigint[],
    ${orders((o) => o.makerFeeBps)}::integer[], ${orders((o) => o.takerFeeBps)}::integer[],
    ${orders((o) => o.status)}::text[], ${orders((o) => o.reason)}::text[], ${orders((o) => o.tapeSequence)}::bigint[],
    ${changes((o) => o.id)}::bigint[], ${changes((o) => o.quantity)}::bigint[],
    ${changes((o) => o.filled)}::bigint[], ${changes((o) => o.notional)}::bigint[],
    ${changes((o) => o.fee)}::bigint[], ${changes((o) => o.status)}::text[], ${changes((o) => o.reason)}::text[],
    ${traded((t) => t.symbol)}::text[], ${traded((t) => t.id)}::bigint[], ${traded((t) => t.maker)}::bigint[],
    ${traded((t) => t.taker)}::bigint[], ${traded((t) => t.takerSide)}::text[], ${traded((t) => t.price)}::bigint[],
    ${traded((t) => t.quantity)}::bigint[], ${traded((t) => t.makerFee)}::bigint[],
    ${traded((t) => t.takerFee)}::bigint[],
    ${list(ids)}::bigint[], ${moved((m) => m.debit)}::bigint[], ${moved((m) => m.credit)}::bigint[],
    ${moved((m) => m.amount)}::bigint[], ${moved((m) => m.reason)}::text[], ${moved((m) => m.reference)}::bigint[],
    ${column(answers, ({ call }) => call.actor)}::bigint[], ${textList(answers.map(({ call }) => call.key))}::text[],
    ${column(answers, ({ call }) => call.path)}::text[], ${column(answers, ({ call }) => call.inputHash)}::text[],
    ${textList(answers.map(({ orders }) => JSON.stringify({ orders: orders.map(String) })))}::jsonb[]) as newest`.execute(
    tx,
  )
  // Somebody who drew later ids was first at one of the accounts: the transfers alone are posted with new ones.
  if (rows[0]!.newest > 0n) {
    advanceIdsPast(rows[0]!.newest)
    await post(tx, transfers, batch.atMs)
  }
}

/** Which of an owner's orders a list shows. */
export interface OrderFilter {
  readonly customer: bigint
  readonly statuses?: readonly OrderStatus[] | undefined
  readonly symbol?: string | undefined
  /** Only orders with a smaller id. */
  readonly before?: bigint | undefined
  readonly offset: number
  readonly limit: number
}

/** A customer's orders, newest first. */
export async function listOrders(db: Db, filter: OrderFilter): Promise<SpotOrder[]> {
  const rows = await db
    .selectFrom('spot_order')
    .selectAll()
    .where('customer', '=', filter.customer)
    .$if(filter.statuses !== undefined, (query) =>
      // Written out where it is one status, for the index of open orders to be found.
      filter.statuses!.length === 1
        ? query.where(sql<boolean>`status = ${sql.lit(filter.statuses![0]!)}`)
        : query.where('status', 'in', [...filter.statuses!]),
    )
    .$if(filter.symbol !== undefined, (query) => query.where('symbol', '=', filter.symbol!))
    .$if(filter.before !== undefined, (query) => query.where('id', '<', filter.before!))
    .orderBy('id', 'desc')
    .offset(filter.offset)
    .limit(filter.limit)
    .execute()
  return rows.map(toOrder)
}

/** Orders by id, whoever owns them. */
export async function ordersById(db: Db, ids: readonly bigint[]): Promise<Map<bigint, SpotOrder>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('spot_order')
    .selectAll()
    .where(sql<boolean>`id = any(${list(ids)}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, toOrder(row)]))
}

/** One of a customer's orders; undefined if it does not exist or is not theirs. */
export async function findOrder(db: Db, customer: bigint, id: bigint): Promise<SpotOrder | undefined> {
  const order = (await ordersById(db, [id])).get(id)
  return order?.customer === customer ? order : undefined
}

/** The trades of one order, oldest first. */
export async function tradesOf(db: Db, order: bigint): Promise<SpotTradeRow[]> {
  return db
    .selectFrom('spot_trade')
    .selectAll()
    .where((where) => where.or([where('maker_order', '=', order), where('taker_order', '=', order)]))
    .orderBy('id')
    .execute()
}

/** The two orders of a trade; none where there is no such trade. Ids are unique over all instruments. */
export async function sidesOfTrade(db: Db, id: bigint): Promise<bigint[]> {
  const trade = await db
    .selectFrom('spot_trade')
    .select(['maker_order', 'taker_order'])
    // The symbols let the key's index be used: a trade is looked for once in each instrument.
    .where(sql<boolean>`symbol = any(${list(spotSymbols)}::text[])`)
    .where('id', '=', id)
    .executeTakeFirst()
  return trade ? [trade.maker_order, trade.taker_order] : []
}

const spotSymbols = instruments
  .filter(({ products }) => products.includes('spot'))
  .map(({ symbol }) => symbol)

/** The newest trades of an instrument, newest first. */
export async function recentTrades(db: Db, symbol: string, limit: number): Promise<SpotTradeRow[]> {
  return db
    .selectFrom('spot_trade')
    .selectAll()
    .where('symbol', '=', symbol)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** What every customer's spot held accounts say, where it is not nothing. */
export async function heldBalances(db: Db | Tx): Promise<Map<AccountId, bigint>> {
  const { rows } = await sql<{ id: AccountId; balance: bigint }>`
    select id, balance from account
    where account_kind(id) = ${spotAccounts.spot.number} and account_is_held(id) and balance <> 0`.execute(db)
  return new Map(rows.map((row) => [row.id, row.balance]))
}

/** Whether a failure has nothing to do with what was written: the connection broke, or others were in the way. */
export function isPassing(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    /^(08|25P03|40|53|55P03|57|58|E[A-Z])/.test(code) ||
    (code === '' && /terminat|connection|closed|timeout|ended/i.test(message))
  )
}

/** Whether another engine owns the books now. */
export const isTakenOver = (error: unknown): boolean =>
  /another engine has taken over/.test((error as Error).message ?? '')

function toOrder(row: SpotOrderRow): SpotOrder {
  return {
    id: row.id,
    customer: row.customer,
    symbol: row.symbol,
    side: row.side,
    orderType: row.order_type,
    timeInForce: row.time_in_force,
    postOnly: row.post_only,
    price: Number(row.price),
    quantity: Number(row.quantity),
    filled: Number(row.filled),
    notional: row.notional,
    fee: row.fee,
    makerFeeBps: row.maker_fee_bps,
    takerFeeBps: row.taker_fee_bps,
    status: row.status,
    reason: row.reason,
    tapeSequence: row.tape_sequence === null ? null : Number(row.tape_sequence),
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  }
}

type Cell = bigint | number | string | boolean | null

/**
 * One column of rows as an array that PostgreSQL reads, of numbers and of words without special characters.
 * Much cheaper than the drivers' own writing, which quotes every element, and than mapping and joining: at
 * full load this is a good part of the engine's work.
 */
function column<Row>(rows: readonly Row[], pick: (row: Row) => Cell): string {
  let cells = ''
  for (const row of rows) cells += `,${pick(row) ?? 'NULL'}`
  return `{${cells.slice(1)}}`
}

const list = (values: readonly Cell[]): string => column(values, (value) => value)

/** The same for texts that somebody else has written. */
const textList = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
