import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import { subscriptionsById } from './store.ts'

/** What a subscription moved: principal, interest and penalty, in and out. */
export const subscriptionEvents: LedgerEvents = {
  kind: 'earn-subscription',
  async read(db, customer, requests) {
    const own = await subscriptionsById(db, customer, requests)
    return new Map<bigint, EventContent>(
      own.map(({ id, kind, term_days, status }) => [
        id,
        {
          variant: term_days === 0 ? 'flexible' : kind,
          state: status,
          params: { days: String(term_days) },
        },
      ]),
    )
  },
}
