import { reference } from '#server/console/proposals.ts'
import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import { ownAdjustments } from './store.ts'

/** An adjustment of the customer's balance, by the number that operators know it by. */
export const adjustmentEvents: LedgerEvents = {
  kind: 'adjustment',
  async read(db, customer, requests) {
    const own = await ownAdjustments(db, customer, requests)
    return new Map<bigint, EventContent>(
      own.map(({ id, direction }) => [
        id,
        { variant: direction, state: 'done', params: { reference: reference({ id }) } },
      ]),
    )
  },
}
