import type { CustomerId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { price, quantity, units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { CostView } from '#domain/spot/contract.ts'
import { averageCost, type CostFill, costOf } from '#domain/spot/cost.ts'
import type { Db } from '#server/platform/db/database.ts'
import { filledOrders, tradesOfOrders } from './order-store.ts'

/** What one answer looks at: fills are read each time, so that no order pays for it. */
export const MAX_COSTED = { orders: 5_000, fills: 20_000 } as const

/**
 * What the coins that a customer bought and has not sold cost, by instrument, from every fill in the order of the
 * trades; null where they have too many orders or fills.
 */
export async function costsOf(
  db: Db,
  customer: CustomerId,
  most: { readonly orders: number; readonly fills: number } = MAX_COSTED,
): Promise<CostView[] | null> {
  const orders = await filledOrders(db, customer, most.orders)
  if (!orders) return null
  const byId = new Map(orders.map((order) => [order.id, order]))
  const trades = await tradesOfOrders(db, [...byId.keys()], { limit: most.fills + 1 })
  if (trades.length > most.fills) return null
  trades.sort((one, other) => (one.id < other.id ? -1 : 1))
  const fills = new Map<string, CostFill[]>()
  for (const trade of trades) {
    const { side, symbol } = byId.get(trade.of)!
    const fill: CostFill = {
      ...{ side, price: price(trade.price), quantity: quantity(trade.quantity) },
      fee: units(trade.of === trade.maker_order ? trade.maker_fee : trade.taker_fee),
    }
    const own = fills.get(symbol)
    if (own) own.push(fill)
    else fills.set(symbol, [fill])
  }
  return [...fills].flatMap(([symbol, own]) => costView(symbol, own) ?? [])
}

function costView(symbol: string, fills: readonly CostFill[]): CostView | undefined {
  const instrument = findInstrument(symbol)
  const cost = instrument && costOf(instrument, fills)
  const average = cost && averageCost(instrument, cost)
  if (!instrument || !cost || average === undefined) return undefined
  const { base, quote } = instrument
  return {
    ...{ symbol, base, quote, averagePrice: average },
    quantity: formatAmount(cost.base, base),
    paid: formatAmount(cost.paid, quote),
  }
}
