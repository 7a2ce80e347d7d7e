import { depositReference } from '#domain/deposit/rules.ts'
import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import { ownDepositsById } from './store.ts'

/** What a deposit by proof credited. */
export const depositEvents: LedgerEvents = {
  kind: 'deposit',
  async read(db, customer, requests) {
    const own = await ownDepositsById(db, customer, requests)
    return new Map<bigint, EventContent>(
      own.map(({ id, network }) => [
        id,
        { state: 'credited', params: { network, reference: depositReference(id) } },
      ]),
    )
  },
}
