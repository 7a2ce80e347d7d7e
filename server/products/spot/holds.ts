import { findInstrument } from '#domain/market/instruments.ts'
import { activeStatuses, payCurrency } from '#domain/spot/rules.ts'
import type { ListHolds } from '#server/core/ledger/holds.ts'
import { spotAccounts } from './accounts.ts'
import { heldFor } from './books.ts'
import { listOrders } from './store.ts'

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
  return orders.map((order) => {
    const instrument = findInstrument(order.symbol)!
    return {
      purpose: 'spot-order',
      reference: order.id,
      currency: payCurrency(instrument, order.side),
      kind: spotAccounts.spot.number,
      amount: heldFor(instrument, order),
      sinceMs: order.createdAtMs,
    }
  })
}
