import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type {
  NftArtistView,
  NftArtworkDetail,
  NftArtworkView,
  NftAuctionView,
  NftBidView,
  NftCollectionView,
  NftMediaView,
  NftOrderView,
} from '#domain/nft/contract.ts'
import {
  FEE_BPS,
  highestBid,
  lowestBid,
  MAX_EXTENDED_MS,
  PAID_IN,
  percentOf,
  purchaseOf,
  resaleFrom,
} from '#domain/nft/rules.ts'
import type { NftHolder } from '#domain/nft/words.ts'
import type { Order } from './order-store.ts'
import type { Parts } from './parts.ts'
import { sharesFor } from './service.ts'
import type { ArtistRow, ArtworkRow, AuctionRow, CollectionRow, MarginRow, MediaRow } from './tables.ts'

/** Rows as the contract shows them. */

export const showMoney = (amount: bigint) => formatAmount(amount, PAID_IN)

export const mediaView = ({ id, kind, type, bytes, width, height }: MediaRow): NftMediaView => ({
  ...{ id, kind, type, bytes: Number(bytes), width, height },
})

const mediaOr = (parts: Pick<Parts, 'media'>, id: string | null): NftMediaView | null =>
  id === null ? null : mediaView(parts.media.get(id)!)

const artistLine = (parts: Pick<Parts, 'media'>, { id, name, portrait }: ArtistRow) => ({
  ...{ id: String(id), name, portrait: mediaOr(parts, portrait) },
})

export const artistView = (parts: Pick<Parts, 'media'>, row: ArtistRow, artworks: number): NftArtistView => ({
  ...artistLine(parts, row),
  ...{ bio: row.bio, hasAccount: row.customer_id !== null, artworks },
})

export const collectionView = (
  parts: Pick<Parts, 'media' | 'artists'>,
  row: CollectionRow,
  {
    cover,
    artworks,
    floor,
  }: { readonly cover: string | null; readonly artworks: number; readonly floor: bigint | undefined },
): NftCollectionView => ({
  ...{ id: String(row.id), name: row.name, description: row.description, cover: mediaOr(parts, cover) },
  artist: artistLine(parts, parts.artists.get(row.artist_id)!),
  ...{ artworks, currency: PAID_IN, floor: floor === undefined ? null : showMoney(floor) },
})

/** Who somebody is to an artwork; the platform is null. */
export const holderOf = (
  owner: CustomerId | null,
  artist: Pick<ArtistRow, 'customer_id'> | undefined,
): NftHolder => {
  if (owner === null) return 'platform'
  return owner === artist?.customer_id ? 'artist' : 'customer'
}

/** What an artwork costs now: in an auction its highest bid, or its start price. */
function priceOf(parts: Pick<Parts, 'auctions'>, { offer, price, auction_id }: ArtworkRow): bigint | null {
  if (offer !== 'auction') return price
  return parts.auctions.get(auction_id!)?.highest ?? price
}

/** An artwork in a list. */
export function artworkView(parts: Parts, row: ArtworkRow, nowMs: number): NftArtworkView {
  const artist = parts.artists.get(row.artist_id)!
  const collection = row.collection_id === null ? undefined : parts.collections.get(row.collection_id)
  const price = priceOf(parts, row)
  const isOpen = row.is_open && (row.owner_id === null || !parts.frozen.has(row.owner_id))
  const offered = { offer: row.offer, isOpen, opensAtMs: row.opens_at, endsAtMs: row.ends_at }
  return {
    ...{ id: String(row.id), code: row.code, title: row.title, artist: artistLine(parts, artist) },
    collection: collection ? { id: String(collection.id), name: collection.name } : null,
    ...{ media: mediaView(parts.media.get(row.media_id)!), poster: mediaOr(parts, row.poster_id) },
    edition: row.editions === 1 ? null : { number: row.edition, of: row.editions },
    ...{ currency: PAID_IN, offer: row.offer, purchase: purchaseOf(offered, nowMs) },
    price: price === null ? null : showMoney(price),
    ...{ opensAtMs: row.opens_at, endsAtMs: row.ends_at, holder: holderOf(row.owner_id, artist) },
    isBoxed: row.is_boxed,
    isOwn: row.owner_id !== null && row.owner_id === parts.viewer,
    isFavourite: parts.favourites.has(row.id),
    favourites: row.favourites,
  }
}

/** An auction; what bids may be follows from the rules. */
export function auctionView(row: AuctionRow): NftAuctionView {
  const prices = { highest: row.highest, startPrice: row.start_price }
  return {
    ...{ id: String(row.id), status: row.status, startPrice: showMoney(row.start_price) },
    ...{ margin: showMoney(row.margin), step: showMoney(row.step) },
    highest: row.highest === null ? null : showMoney(row.highest),
    ...{ lowestBid: showMoney(lowestBid(prices)), highestBid: showMoney(highestBid(prices)) },
    ...{ bids: row.bids, bidders: row.bidders, opensAtMs: row.opens_at, endsAtMs: row.ends_at },
    ...{ plannedEndMs: row.planned_end, latestEndMs: row.planned_end + MAX_EXTENDED_MS },
    cancelled: row.cancelled,
  }
}

/** What the customer who asks has to do with an artwork. */
export interface OwnPart {
  readonly margin: MarginRow | undefined
  readonly order: Order | undefined
  readonly isSellerOrArtist: boolean
}

/** One artwork with all that is known of it. */
export function artworkDetail(
  parts: Parts,
  row: ArtworkRow,
  own: OwnPart | undefined,
  nowMs: number,
): NftArtworkDetail {
  const artist = parts.artists.get(row.artist_id)!
  const auction = row.auction_id === null ? undefined : parts.auctions.get(row.auction_id)
  const price = priceOf(parts, row)
  const shares = price === null ? undefined : { ...sharesFor(row, artist, price), price }
  const isOwn = row.owner_id !== null && row.owner_id === parts.viewer
  return {
    ...artworkView(parts, row, nowMs),
    ...{ description: row.description, createdAtMs: row.created_at },
    ...percents(row, artist),
    shares: shares
      ? {
          ...{ fee: showMoney(shares.fee), royalty: showMoney(shares.royalty) },
          seller: showMoney(shares.price - shares.fee - shares.royalty),
        }
      : null,
    auction: auction ? auctionView(auction) : null,
    own: own
      ? {
          margin: own.margin?.status ?? null,
          bid: own.margin?.bid ? showMoney(own.margin.bid) : null,
          bidder: own.margin?.number ?? null,
          isLeading: own.margin !== undefined && auction?.leader_id === own.margin.customer_id,
          sinceMs: isOwn ? row.owned_since : null,
          resaleFromMs: isOwn ? resaleFrom(row.owned_since) : null,
          unpaidOrderId: own.order ? String(own.order.id) : null,
          isSellerOrArtist: own.isSellerOrArtist,
        }
      : null,
  }
}

/** What of a price goes to the platform and the artist, as its owner would sell it now. */
export const percents = (row: Pick<ArtworkRow, 'owner_id' | 'royalty_bps'>, artist: ArtistRow) => ({
  feePercent: percentOf(FEE_BPS),
  royaltyPercent: percentOf(
    artist.customer_id === null || artist.customer_id === row.owner_id ? 0 : row.royalty_bps,
  ),
})

/** An artwork as orders and bids name it. */
function artworkLine(parts: Parts, id: bigint) {
  const { code, title, artist_id, media_id, poster_id } = parts.artworks.get(id)!
  return {
    ...{ code, title, artist: parts.artists.get(artist_id)!.name },
    ...{ media: mediaView(parts.media.get(media_id)!), poster: mediaOr(parts, poster_id) },
  }
}

/** A customer's margin and bids in an auction. */
export function bidView(parts: Parts, margin: MarginRow, order: Order | undefined): NftBidView {
  const auction = parts.auctions.get(margin.auction_id)!
  return {
    ...{ id: String(margin.id), artwork: artworkLine(parts, auction.artwork_id), currency: PAID_IN },
    ...{ auction: auctionView(auction), margin: showMoney(margin.amount), marginStatus: margin.status },
    bid: margin.bid === null ? null : showMoney(margin.bid),
    isLeading: auction.leader_id === margin.customer_id,
    orderId: order && order.buyer_id === margin.customer_id ? String(order.id) : null,
    ...{ paidAtMs: margin.paid_at, endedAtMs: margin.ended_at },
  }
}

/** An order as one of its two sides sees it. */
export function orderView(parts: Parts, order: Order, viewer: CustomerId): NftOrderView {
  const { status, price, fee, royalty, margin } = order
  return {
    ...{ id: String(order.id), artwork: artworkLine(parts, order.artwork_id), kind: order.kind, status },
    role: order.buyer_id === viewer ? 'buyer' : 'seller',
    ...{ currency: PAID_IN, price: showMoney(price), fee: showMoney(fee), royalty: showMoney(royalty) },
    sellerGets: showMoney(sellerGets(order)),
    ...{ margin: showMoney(margin), due: showMoney(status === 'unpaid' ? price - margin : 0n) },
    ...{ payByMs: order.pay_by, placedAtMs: order.placed_at, endedAtMs: order.ended_at },
    ...{ cancelled: order.cancelled, isRead: order.read_at !== null || order.kind === 'fixed' },
    rulesVersion: order.rules_version,
  }
}

/** What the seller gets, or got. */
export function sellerGets({ status, price, fee, royalty, margin }: Order): bigint {
  if (status === 'forfeited') return margin
  return status === 'cancelled' ? 0n : price - fee - royalty
}
