import { type OtcStatus, offerReference, openOtcStatuses, otcReference } from '#domain/otc/rules.ts'
import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import { paidLate } from './late-store.ts'
import { type OrderRow, offersById, ordersById } from './store.ts'

/** What an order held in escrow, and what became of it. */
export const orderEvents: LedgerEvents = {
  kind: 'otc',
  async read(db, customer, requests) {
    const own = await ordersById(db, customer, requests)
    const late = await paidLate(db, requests)
    return new Map<bigint, EventContent>(
      own.map((order) => [
        order.id,
        {
          state: late.has(order.id) ? 'done' : stateOf(order),
          params: { reference: otcReference(order.number) },
        },
      ]),
    )
  },
}

const stateOf = ({ status, outcome }: Pick<OrderRow, 'outcome'> & { status: OtcStatus }) => {
  if (openOtcStatuses.includes(status)) return 'open'
  return outcome === 'released' ? 'done' : 'returned'
}

/** What an offer to sell keeps. */
export const offerEvents: LedgerEvents = {
  kind: 'otc-offer',
  async read(db, customer, requests) {
    const own = (await offersById(db, requests)).filter(({ maker }) => maker === customer)
    return new Map<bigint, EventContent>(
      own.map(({ id, number, closed_at }) => [
        id,
        { state: closed_at === null ? 'open' : 'closed', params: { reference: offerReference(number) } },
      ]),
    )
  },
}
