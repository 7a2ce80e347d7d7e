import type { CustomerId } from '#domain/ids.ts'
import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import { artworksById } from './artwork-store.ts'
import { marginsById } from './auction-store.ts'
import { type Order, ordersById } from './order-store.ts'

/** What an order moved, as its buyer, its seller and the artist see it. */
export const orderEvents: LedgerEvents = {
  kind: 'nft',
  async read(db, customer, requests) {
    const orders = await ordersById(db, customer, requests)
    const named = await namesOf(
      db,
      orders.map(({ artwork_id }) => artwork_id),
    )
    return new Map<bigint, EventContent>(
      orders.map((order) => [
        order.id,
        {
          ...{ variant: variantOf(order, customer), state: order.status },
          params: named(order.artwork_id),
        },
      ]),
    )
  },
}

function variantOf({ buyer_id, seller_id }: Order, customer: CustomerId) {
  if (customer === buyer_id) return 'bought'
  return customer === seller_id ? 'sold' : 'royalty'
}

/** The margin of an auction. */
export const marginEvents: LedgerEvents = {
  kind: 'nft-margin',
  async read(db, customer, requests) {
    const own = (await marginsById(db, requests)).filter(({ customer_id }) => customer_id === customer)
    return new Map<bigint, EventContent>(own.map(({ id, status }) => [id, { state: status, params: {} }]))
  },
}

async function namesOf(db: Parameters<typeof artworksById>[0], ids: readonly bigint[]) {
  const found = new Map((await artworksById(db, ids)).map((row) => [row.id, row]))
  return (id: bigint) => {
    const { title, code } = found.get(id)!
    return { title, code }
  }
}
