import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import { boxesById, namesOf } from './store.ts'

/** What one box moved: its price, and that it came back where it was not drawn. */
export const boxEvents: LedgerEvents = {
  kind: 'box',
  async read(db, customer, requests) {
    const own = await boxesById(db, customer, requests)
    const names = await namesOf(
      db,
      own.map(({ series_id }) => series_id),
    )
    return new Map<bigint, EventContent>(
      own.map(({ id, series_id, number, state }) => [
        id,
        { variant: 'bought', state, params: { name: names.get(series_id)!, number: String(number) } },
      ]),
    )
  },
}
