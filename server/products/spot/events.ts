import type { CustomerId, OrderId, TradeId } from '#domain/ids.ts'
import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SpotOrder } from './order.ts'
import { ordersById, ordersInTrades, tradeIdsOf } from './order-store.ts'
import { orderView } from './views.ts'

/** What an order moved. A fill's transfers refer to the trade, everything else to the order. */
export const orderEvents: LedgerEvents = {
  kind: 'spot-order',
  async requestsOf(db, customer, transfers) {
    const trades = transfers.filter(({ reason }) => reason === 'spot-trade')
    const others = transfers.filter(({ reason }) => reason !== 'spot-trade')
    const filled = await ordersInTrades(
      db,
      customer,
      trades.map(({ reference }) => reference as TradeId),
    )
    return new Map<bigint, bigint>([
      ...filled,
      ...others.map((each) => [each.reference, each.reference] as const),
    ])
  },
  read,
}

async function read(db: Db, customer: CustomerId, requests: readonly bigint[]) {
  const orders = [...(await ordersById(db, requests as readonly OrderId[])).values()]
  const own = orders.filter((order) => order.customer === customer)
  const trades = await tradeIdsOf(
    db,
    own.map(({ id }) => id),
  )
  return new Map<bigint, EventContent>(
    own.map((order) => [order.id, contentOf(order, trades.get(order.id) ?? [])]),
  )
}

function contentOf(order: SpotOrder, trades: readonly TradeId[]): EventContent {
  const { base, quote, side, status, filled, averagePrice } = orderView(order)
  const isFilled = order.filled > 0
  return {
    variant: isFilled ? (side === 'buy' ? 'bought' : 'sold') : side,
    state: isFilled
      ? status === 'filled'
        ? 'filled'
        : 'part'
      : status === 'cancelled'
        ? 'canceled'
        : 'open',
    params: {
      base,
      quote,
      quantity: filled,
      price: averagePrice ?? '0',
      percent: String(Math.floor((order.filled * 100) / order.quantity)),
      count: String(trades.length),
    },
    references: trades,
  }
}
