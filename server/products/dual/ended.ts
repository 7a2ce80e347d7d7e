import { formatAmount } from '#domain/money/read-amount.ts'
import type { EndedContent, EndedRecords } from '#server/core/ended.ts'
import { type FixingRow, fixingsOfOrders, type OrderRow, ordersById } from './store.ts'
import { paidOf, showPrice } from './views.ts'

/** Dual investments that were settled, or cancelled before they started. */
export const endedDual: EndedRecords = {
  product: 'dual',
  table: 'dual_order',
  isEnded: "status <> 'active'",
  id: 'id',
  outcome: 'status',
  endedAt: 'ended_at',
  statuses: { settled: ['above', 'below'], void: ['unpriced'], cancelled: ['cancelled'] },
  async read(db, customer, ids) {
    const orders = await ordersById(db, customer, ids)
    const fixingOf = await fixingsOfOrders(db, orders)
    return new Map(orders.map((order) => [order.id, contentOf(order, fixingOf(order))]))
  },
}

/** The strike stands where others have their opening price, the average where they closed. */
function contentOf(order: OrderRow, fixing: FixingRow | undefined): EndedContent {
  const { symbol, type, status, currency, principal } = order
  const show = (amount: bigint) => formatAmount(amount, currency)
  const paid = paidOf(order)!
  const isCancelled = status === 'cancelled'
  const statusOf = { unpriced: 'void', cancelled: 'cancelled' } as const
  return {
    ...{ symbol, side: type === 'call' ? 'sell' : 'buy' },
    status: status === 'unpriced' || status === 'cancelled' ? statusOf[status] : 'settled',
    ...{ quantity: show(principal), filled: show(isCancelled ? 0n : principal), unit: currency },
    openPrice: showPrice(symbol, order.strike),
    closePrice: fixing?.price == null ? null : showPrice(symbol, fixing.price),
    // What is paid in the other currency is an exchange, at the strike: no gain in either.
    result: isCancelled || paid.currency !== currency ? null : show(paid.amount - principal),
    ...{ resultCurrency: currency, fee: show(0n), feeCurrency: currency, placedAtMs: order.accepted_at },
  }
}
