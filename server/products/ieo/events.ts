import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import { ordersById } from './store.ts'
import { showMoney } from './views.ts'

/** What an order moved: its money, what came back of it, and its coins. */
export const ieoEvents: LedgerEvents = {
  kind: 'ieo',
  async read(db, customer, requests) {
    const own = await ordersById(db, customer, requests)
    return new Map<bigint, EventContent>(
      own.map(({ order, project }) => [
        order.id,
        {
          ...{ variant: order.kind, state: order.status },
          params: { currency: project.code, price: showMoney(order.price) },
        },
      ]),
    )
  },
}
