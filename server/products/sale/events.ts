import { openStatuses, type SaleStatus, saleReference } from '#domain/sale/rules.ts'
import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import { salesById } from './store.ts'

/** What a sale held, and what became of it. */
export const saleEvents: LedgerEvents = {
  kind: 'sale',
  async read(db, customer, requests) {
    const own = await salesById(db, customer, requests)
    return new Map<bigint, EventContent>(
      own.map(({ id, number, status }) => [
        id,
        { state: stateOf(status), params: { reference: saleReference(number) } },
      ]),
    )
  },
}

const stateOf = (status: SaleStatus) => {
  if (openStatuses.includes(status)) return 'open'
  return status === 'paid' ? 'done' : 'returned'
}
