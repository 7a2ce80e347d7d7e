import { labelOf } from '#domain/market/instruments.ts'
import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import { ordersById } from './store.ts'
import { showPrice } from './views.ts'

/** What an order moved: its principal, and what it was paid back as. */
export const dualEvents: LedgerEvents = {
  kind: 'dual',
  async read(db, customer, requests) {
    const own = await ordersById(db, customer, requests)
    return new Map<bigint, EventContent>(
      own.map(({ id, type, status, symbol, strike }) => [
        id,
        {
          ...{ variant: type, state: status },
          params: { symbol: labelOf(symbol), strike: showPrice(symbol, strike) },
        },
      ]),
    )
  },
}
