import type { EndedStatus } from '#domain/history/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import { PAID_IN } from '#domain/nft/rules.ts'
import type { NftOrderStatus } from '#domain/nft/words.ts'
import type { EndedContent, EndedRecords } from '#server/core/ended.ts'
import { artworksById } from './artwork-store.ts'
import { auctionsById, marginsById } from './auction-store.ts'
import { type Order, ordersById } from './order-store.ts'
import type { MarginRow } from './tables.ts'
import { showMoney } from './views.ts'

const read: EndedRecords['read'] = async (db, customer, ids) => {
  const orders = await ordersById(db, customer, ids)
  const margins = (await marginsById(db, ids)).filter((margin) => margin.customer_id === customer)
  const auctions = await auctionsById(
    db,
    margins.map(({ auction_id }) => auction_id),
  )
  const found = await artworksById(db, [
    ...orders.map(({ artwork_id }) => artwork_id),
    ...[...auctions.values()].map(({ artwork_id }) => artwork_id),
  ])
  const codes = new Map(found.map(({ id, code }) => [id, code]))
  return new Map<bigint, EndedContent>([
    ...orders.map((order) => [order.id, contentOf(order, codes.get(order.artwork_id)!, customer)] as const),
    ...margins.map((margin) => {
      const { artwork_id } = auctions.get(margin.auction_id)!
      return [margin.id, lostContent(margin, codes.get(artwork_id)!)] as const
    }),
  ])
}

const common: Pick<EndedRecords, 'product' | 'withoutMarket' | 'id' | 'outcome' | 'endedAt' | 'read'> = {
  product: 'nft',
  withoutMarket: true,
  id: 'id',
  outcome: 'status',
  endedAt: 'ended_at',
  read,
}

const ordersOf = (customer: 'buyer_id' | 'seller_id'): EndedRecords => ({
  ...common,
  ...{ table: 'nft_order', customer, isEnded: "status <> 'unpaid'" },
  statuses: { filled: ['paid'], cancelled: ['cancelled'], forfeited: ['forfeited'] },
})

/**
 * Orders of artworks as their buyers and their sellers see them, and margins that came back without an order: a winner's is part
 * of the order.
 */
export const endedNft: readonly EndedRecords[] = [
  ordersOf('buyer_id'),
  ordersOf('seller_id'),
  {
    ...{ ...common, table: 'nft_margin', statuses: { returned: ['returned'] } },
    isEnded: "status = 'returned' and not exists (select from nft_order o where o.margin_id = nft_margin.id)",
  },
]

const statusOf = {
  ...{ paid: 'filled', cancelled: 'cancelled', forfeited: 'forfeited' },
} as const satisfies Record<Exclude<NftOrderStatus, 'unpaid'>, EndedStatus>

/** What was agreed on and paid is money of the artwork; a margin that was lost is what one side lost, and the other gained. */
function contentOf(order: Order, symbol: string, customer: CustomerId): EndedContent {
  const { status, price, margin, fee, royalty } = order
  const isBuyer = order.buyer_id === customer
  return {
    ...{ symbol, side: isBuyer ? 'buy' : 'sell', status: statusOf[status as keyof typeof statusOf] },
    ...{ quantity: showMoney(price), filled: showMoney(status === 'paid' ? price : 0n), unit: PAID_IN },
    ...{ openPrice: null, closePrice: null, resultCurrency: PAID_IN },
    result: status === 'forfeited' ? showMoney(isBuyer ? -margin : margin) : null,
    // All that the seller gets less of the price: what the artist has of it too.
    fee: showMoney(!isBuyer && status === 'paid' ? fee + royalty : 0n),
    ...{ feeCurrency: PAID_IN, placedAtMs: order.placed_at },
  }
}

/** The highest bid, or the margin of who made none; nothing of it was paid. */
const lostContent = ({ bid, amount, paid_at }: MarginRow, symbol: string): EndedContent => ({
  ...{ symbol, side: 'buy', status: 'returned', quantity: showMoney(bid ?? amount), filled: showMoney(0n) },
  ...{ unit: PAID_IN, openPrice: null, closePrice: null, result: null, resultCurrency: PAID_IN },
  ...{ fee: showMoney(0n), feeCurrency: PAID_IN, placedAtMs: paid_at },
})
