import { findInstrument } from '#domain/market/instruments.ts'
import { activeStatuses, payCurrency } from '#domain/spot/rules.ts'
import type { ListHolds } from '#server/core/ledger/holds.ts'
import { spotAccounts } from './accounts.ts'
import { heldFor, keptFor } from './order.ts'
import { listOrders } from './order-store.ts'

/** Enough to explain a balance; the orders page lists the rest. */
const MAX_HOLDS = 200

/** Which orders, open or waiting for their trigger, hold a customer's money, and how much each. */
export const listSpotHolds: ListHolds = async (db, owner) => {
  const orders = await listOrders(db, {
    customer: owner,
    statuses: activeStatuses,
    offset: 0,
    limit: MAX_HOLDS,
  })
  return orders.flatMap((order) => {
    const instrument = findInstrument(order.symbol)!
    const hold = {
      purpose: 'spot-order' as const,
      ...{ reference: order.id, kind: spotAccounts.spot.number, sinceMs: order.createdAtMs },
    }
    const kept = keptFor(instrument, order)
    return [
      {
        ...hold,
        currency: payCurrency(instrument, order.side),
        amount: heldFor(instrument, order),
      },
      // What it bought and keeps for its take profit and stop loss.
      ...(kept > 0n ? [{ ...hold, currency: instrument.base, amount: kept }] : []),
    ]
  })
}
