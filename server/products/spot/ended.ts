import type { OrderId } from '#domain/ids.ts'
import type { EndedRecords } from '#server/core/ended.ts'
import { ordersById } from './order-store.ts'
import { orderView } from './views.ts'

/** Orders that are over. */
export const endedOrders: EndedRecords = {
  product: 'spot',
  table: 'spot_order',
  isEnded: "status in ('filled', 'cancelled')",
  id: 'id',
  outcome: 'status',
  endedAt: 'updated_at',
  statuses: { filled: ['filled'], cancelled: ['cancelled'] },
  async read(db, customer, ids) {
    const orders = [...(await ordersById(db, ids as readonly OrderId[])).values()]
    return new Map(
      orders
        .filter((order) => order.customer === customer)
        .map((order) => {
          const { symbol, side, quantity, filled, base, averagePrice, quote, fee, feeCurrency, createdAtMs } =
            orderView(order)
          const status = order.status === 'filled' ? ('filled' as const) : ('cancelled' as const)
          return [
            order.id as bigint,
            {
              ...{
                symbol,
                side,
                status,
                quantity,
                filled,
                unit: base,
                openPrice: averagePrice,
                closePrice: null,
              },
              ...{ result: null, resultCurrency: quote, fee, feeCurrency, placedAtMs: createdAtMs },
            },
          ]
        }),
    )
  },
}
