import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { isAtMarket } from '#domain/spot/rules.ts'
import { csvFile, csvTime, MAX_CSV_ROWS } from '#server/core/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SpotOrder } from './order.ts'
import { listOrders, type OrderFilter, tradesOfOrders } from './order-store.ts'
import { type FillQuestion, type OrderQuestion, statusesOf } from './service.ts'
import { fillView, orderView } from './views.ts'

/** Orders and fills as CSV files: times in UTC, amounts exact, each with its currency. */

const ORDERS_A_PART = 1_000

const orderHead = [
  ...['placed_utc', 'changed_utc', 'order', 'symbol', 'side', 'type', 'time_in_force', 'status', 'reason'],
  ...['limit_price', 'trigger_price', 'trigger_tick', 'pair', 'quantity', 'filled', 'quantity_currency'],
  ...['average_price', 'total', 'total_currency', 'fee', 'fee_currency'],
]

/** A customer's orders, newest first. Refuses: EXPORT_TOO_LONG rather than leave rows out. */
export async function ordersCsv(
  db: Db,
  customer: CustomerId,
  { status, ...question }: OrderQuestion,
): Promise<Buffer> {
  const rows: string[][] = []
  for await (const orders of orderParts(db, { customer, ...question, statuses: statusesOf(status) })) {
    rows.push(...orders.map(orderRow))
  }
  return csvFile(orderHead, rows)
}

function orderRow(order: SpotOrder): string[] {
  const view = orderView(order)
  return [
    ...[csvTime(view.createdAtMs), csvTime(view.updatedAtMs), view.id, view.symbol, view.side],
    ...[view.orderType, view.timeInForce, view.status, view.reason ?? ''],
    isAtMarket(view.orderType) ? '' : view.limitPrice,
    ...[view.triggerPrice ?? '', String(view.triggerSequence ?? ''), view.siblingId ?? ''],
    ...[view.quantity, view.filled, view.base, view.averagePrice ?? ''],
    ...[view.notional, view.quote, view.fee, view.feeCurrency],
  ]
}

const fillHead = [
  ...['time_utc', 'trade', 'order', 'symbol', 'side', 'liquidity', 'price', 'quantity', 'quantity_currency'],
  ...['total', 'total_currency', 'fee', 'fee_currency'],
]

/** A customer's fills, newest first. Refuses: EXPORT_TOO_LONG rather than leave rows out. */
export async function fillsCsv(
  db: Db,
  customer: CustomerId,
  question: FillQuestion,
  most: number = MAX_CSV_ROWS,
): Promise<Buffer> {
  const { fromMs, toMs } = question
  const fills: { readonly id: bigint; readonly row: string[] }[] = []
  for await (const orders of orderParts(db, { customer, ...question, hasFills: true })) {
    const byId = new Map(orders.map((order) => [order.id, order]))
    // One more than fits says that they are too many.
    const limit = most + 1 - fills.length
    for (const { of, ...trade } of await tradesOfOrders(db, [...byId.keys()], { limit, fromMs, toMs })) {
      fills.push({ id: trade.id, row: fillRow(byId.get(of)!, trade) })
    }
    requireShort(fills.length, most)
  }
  fills.sort((a, b) => (a.id < b.id ? 1 : -1))
  return csvFile(
    fillHead,
    fills.map(({ row }) => row),
  )
}

function fillRow(order: SpotOrder, trade: Parameters<typeof fillView>[1]): string[] {
  const view = fillView(order, trade)
  const { base, quote } = orderView(order)
  return [
    ...[csvTime(view.atMs), view.id, String(order.id), order.symbol, order.side, view.liquidity],
    ...[view.price, view.quantity, base, view.notional, quote, view.fee, view.feeCurrency],
  ]
}

/** The orders that a filter lets through, newest first, a part at a time: others have their turns in between. */
async function* orderParts(
  db: Db,
  filter: Omit<OrderFilter, 'after' | 'offset' | 'limit'>,
): AsyncGenerator<SpotOrder[]> {
  let [count, after] = [0, undefined as readonly bigint[] | undefined]
  for (;;) {
    const orders = await listOrders(db, { ...filter, after, offset: 0, limit: ORDERS_A_PART })
    count += orders.length
    requireShort(count)
    yield orders
    const last = orders.at(-1)
    if (!last || orders.length < ORDERS_A_PART) return
    after = [last.id]
  }
}

function requireShort(rows: number, most: number = MAX_CSV_ROWS): void {
  if (rows > most) throw refusal('EXPORT_TOO_LONG', { maximum: most })
}
