import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { PAID_IN } from '#domain/nft/rules.ts'
import type { NftCancellation } from '#domain/nft/words.ts'
import { utcMinute } from '#domain/time.ts'
import type { NewNotice, NoticeAudience, NoticeContent } from '#server/core/notices/notices.ts'
import { biddersAfter } from './auction-store.ts'
import type { Order } from './order-store.ts'
import type { ArtworkRow, AuctionRow, MarginRow } from './tables.ts'

const params = ({ title }: Pick<ArtworkRow, 'title'>, amount: bigint) => ({
  ...{ title, amount: formatAmount(amount, PAID_IN), currency: PAID_IN },
})

type Titled = Pick<ArtworkRow, 'title'>

/** To whoever led: somebody bid more. */
export const outbidNotice = (
  artwork: Titled,
  auction: Pick<AuctionRow, 'id' | 'bids'>,
  customer: CustomerId,
  price: bigint,
): NewNotice => ({
  ...{ kind: 'nft-outbid', customer, subject: String(auction.id), params: params(artwork, price) },
  ...{ version: BigInt(auction.bids + 1), isFinal: false },
})

/** To bidders: an auction that stood still goes on. It can do so more than once. */
export const reopenedNotice = (
  { title }: Titled,
  auctionId: bigint,
  { endsAtMs, nowMs }: { readonly endsAtMs: number; readonly nowMs: number },
): NoticeContent => ({
  ...{ kind: 'nft-reopened', subject: `${auctionId}.${nowMs}` },
  params: { title, time: `${utcMinute(endsAtMs)} UTC`, auction: String(auctionId) },
})

export const reopenedAudience: NoticeAudience = {
  kind: 'nft-reopened',
  next: (tx, subject, after, limit) => biddersAfter(tx, BigInt(subject.split('.')[0]!), after, limit),
}

/** To the winner, of the order that is to be paid. */
export const wonNotice = (
  artwork: Titled,
  { id, buyer_id, price }: Pick<Order, 'id' | 'buyer_id' | 'price'>,
): NewNotice => ({
  ...{ kind: 'nft-won', customer: buyer_id, subject: String(id), params: params(artwork, price) },
})

/** To a bidder whose margin came back. */
export const marginNotice = (
  artwork: Titled,
  { id, customer_id, amount }: MarginRow,
  cancelled: NftCancellation | null,
): NewNotice => {
  const about = { customer: customer_id, subject: String(id) }
  return cancelled === null
    ? { ...about, kind: 'nft-lost', params: params(artwork, amount) }
    : { ...about, kind: 'nft-cancelled', params: { ...params(artwork, amount), variant: cancelled } }
}

/** To the seller of an auction that was cancelled; the platform is told by its console. */
export const cancelledSaleNotices = (
  artwork: Titled,
  { id, seller_id, highest }: Pick<AuctionRow, 'id' | 'seller_id' | 'highest'>,
  cancelled: NftCancellation,
): NewNotice[] =>
  seller_id === null
    ? []
    : [
        {
          ...{ kind: 'nft-cancelled-sale', customer: seller_id, subject: String(id) },
          params: { ...params(artwork, highest ?? 0n), variant: cancelled },
        },
      ]

/** To the seller, that nobody bid. */
export const unsoldNotices = (
  artwork: Titled,
  { id, seller_id, start_price }: Pick<AuctionRow, 'id' | 'seller_id' | 'start_price'>,
): NewNotice[] =>
  seller_id === null
    ? []
    : [
        {
          ...{ kind: 'nft-unsold', customer: seller_id, subject: String(id) },
          params: params(artwork, start_price),
        },
      ]

/** To the seller and the artist of a sale, with what each got. */
export function soldNotices(
  artwork: Titled,
  { id, seller_id, royalty_to, price, fee, royalty }: Order,
): NewNotice[] {
  const subject = String(id)
  return [
    ...(seller_id === null
      ? []
      : [
          {
            ...{ kind: 'nft-sold' as const, customer: seller_id, subject },
            params: params(artwork, price - fee - royalty),
          },
        ]),
    ...(royalty_to === null
      ? []
      : [{ kind: 'nft-royalty' as const, customer: royalty_to, subject, params: params(artwork, royalty) }]),
  ]
}

/** To both sides of an order that was not paid: at the end of its time, or at once by one who could not buy. */
export const forfeitedNotices = (
  artwork: Titled,
  { id, buyer_id, seller_id, margin }: Pick<Order, 'id' | 'buyer_id' | 'seller_id' | 'margin'>,
  variant: 'buyer' | 'barred',
): NewNotice[] => [
  {
    ...{ kind: 'nft-forfeited', customer: buyer_id, subject: String(id) },
    params: { ...params(artwork, margin), variant },
  },
  ...(seller_id === null
    ? []
    : [
        {
          ...{ kind: 'nft-forfeited' as const, customer: seller_id, subject: String(id) },
          params: { ...params(artwork, margin), variant: 'seller' as const },
        },
      ]),
]
