import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import { conversionsById } from './store.ts'

/** What a conversion moved. */
export const conversionEvents: LedgerEvents = {
  kind: 'conversion',
  async read(db, customer, requests) {
    const own = await conversionsById(db, customer, requests)
    return new Map<bigint, EventContent>(
      own.map(({ id, from_currency: sold, to_currency: bought }) => [
        id,
        { variant: 'converted', params: { sold, bought } },
      ]),
    )
  },
}
