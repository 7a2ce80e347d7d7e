import * as z from 'zod/mini'
import { endpoint, type WireNames } from '../endpoint.ts'
import { decimalInput, decimalString, flag, id, plainText, timeMs } from '../fields.ts'
import { listOf } from '../list.ts'
import {
  nftAuctionStatuses,
  nftCancellations,
  nftHistoryKinds,
  nftHolders,
  nftMarginStatuses,
  nftMediaKinds,
  nftMediaTypes,
  nftOffers,
  nftOrderKinds,
  nftOrderStatuses,
  nftPurchases,
} from './words.ts'

/**
 * Artists, collections, artworks, auctions and orders on the wire. Prices and money are decimal strings of `currency`.
 * Reads answer GET and POST; what changes something answers POST.
 */

/** An artwork's code. @example 'RAIN-3' */
export const nftCode = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9-]{1,29}[A-Z0-9]$/, 'an artwork’s code'))

/** A picture or video of the public store, by what is in it. */
export const nftMediaId = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'a picture or video'))

/** A picture or video: its bytes are at `GET /api/bind_box/media?id=`, in ranges too. */
export const nftMediaView = z.object({
  id: z.string(),
  kind: z.enum(nftMediaKinds),
  type: z.enum(nftMediaTypes),
  bytes: z.number(),
  /** Null of videos. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
})
export type NftMediaView = z.output<typeof nftMediaView>

const artistLine = z.object({
  id: z.string(),
  name: z.string(),
  /** A picture of the store; null for none. */
  portrait: z.nullable(nftMediaView),
})

export const nftArtistView = z.extend(artistLine, {
  bio: z.string(),
  /** Whether royalties go to an account of the artist's own. */
  hasAccount: z.boolean(),
  artworks: z.number(),
})
export type NftArtistView = z.output<typeof nftArtistView>

export const nftCollectionView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Its own, or else the picture of its newest artwork; null while it has neither. */
  cover: z.nullable(nftMediaView),
  artist: artistLine,
  artworks: z.number(),
  currency: z.string(),
  /** The lowest price that one of it is offered at now; null while none is. */
  floor: z.nullable(decimalString),
})
export type NftCollectionView = z.output<typeof nftCollectionView>

/** What is known of an artwork's auction. */
const auctionView = z.object({
  id: z.string(),
  status: z.enum(nftAuctionStatuses),
  startPrice: decimalString,
  /** Of the start price: what is paid before the first bid, and by how much a bid exceeds the one before. */
  margin: decimalString,
  step: decimalString,
  /** The highest bid, and the lowest that is allowed now. */
  highest: z.nullable(decimalString),
  lowestBid: decimalString,
  highestBid: decimalString,
  bids: z.number(),
  bidders: z.number(),
  opensAtMs: timeMs,
  /** The end as it is now, and as it was planned; `latestEndMs`: no bid moves it further. */
  endsAtMs: timeMs,
  plannedEndMs: timeMs,
  latestEndMs: timeMs,
  cancelled: z.nullable(z.enum(nftCancellations)),
})
export type NftAuctionView = z.output<typeof auctionView>

export const nftArtworkView = z.object({
  id: z.string(),
  code: z.string(),
  title: z.string(),
  artist: artistLine,
  collection: z.nullable(z.object({ id: z.string(), name: z.string() })),
  media: nftMediaView,
  /** Of a video: the picture that stands for it. */
  poster: z.nullable(nftMediaView),
  /** Its number in a run; null of a single work. */
  edition: z.nullable(z.object({ number: z.number(), of: z.number() })),
  currency: z.string(),
  offer: z.enum(nftOffers),
  purchase: z.enum(nftPurchases),
  /** What it costs; of an auction the highest bid, or the start price before the first. Null while it is not offered. */
  price: z.nullable(decimalString),
  opensAtMs: z.nullable(timeMs),
  endsAtMs: z.nullable(timeMs),
  /** Who has it, and sells it while it is offered. */
  holder: z.enum(nftHolders),
  /** Whether it is set aside for a blind box, and can be had there alone. */
  isBoxed: z.boolean(),
  isOwn: z.boolean(),
  isFavourite: z.boolean(),
  favourites: z.number(),
})
export type NftArtworkView = z.output<typeof nftArtworkView>

export const nftArtworkDetailView = z.extend(nftArtworkView, {
  description: z.string(),
  createdAtMs: timeMs,
  /** What of each price is the platform's, and the artist's: nothing when the artist sells. */
  feePercent: decimalString,
  royaltyPercent: decimalString,
  /** Of what it costs now: fee, royalty, and what the seller gets. Null while it is not offered. */
  shares: z.nullable(z.object({ fee: decimalString, royalty: decimalString, seller: decimalString })),
  /** The auction that it is in, or the newest; null where there was none. */
  auction: z.nullable(auctionView),
  /** What the customer who asks has to do with it; null without a session. */
  own: z.nullable(
    z.object({
      /** The customer's margin in that auction; null without one. */
      margin: z.nullable(z.enum(nftMarginStatuses)),
      /** Their highest bid in it, their number in its bids, and whether theirs is the highest of all. */
      bid: z.nullable(decimalString),
      bidder: z.nullable(z.number()),
      isLeading: z.boolean(),
      /** Since when it is theirs, and from when they may offer it; null of another's. */
      sinceMs: z.nullable(timeMs),
      resaleFromMs: z.nullable(timeMs),
      /** Whether it was won and waits for its payment by them, or by whoever won it from them. */
      unpaidOrderId: z.nullable(z.string()),
      /** Whether they may neither buy nor bid, because they sell it or made it. */
      isSellerOrArtist: z.boolean(),
    }),
  ),
})
export type NftArtworkDetail = z.output<typeof nftArtworkDetailView>

const historyView = z.object({
  kind: z.enum(nftHistoryKinds),
  /** Who had it and who got it; `isFromOwn` and `isOwn` where that is the customer who asks. */
  from: z.nullable(z.enum(nftHolders)),
  to: z.enum(nftHolders),
  isFromOwn: z.boolean(),
  isOwn: z.boolean(),
  currency: z.string(),
  /** Null where nothing was paid. */
  price: z.nullable(decimalString),
  atMs: timeMs,
})
export type NftHistoryView = z.output<typeof historyView>

const quotationView = z.object({
  id: z.string(),
  /** A bid, or a price that was paid. */
  kind: z.enum(['bid', 'sale']),
  price: decimalString,
  currency: z.string(),
  /** The bidder's number in the auction, by who came first; null of a sale. */
  bidder: z.nullable(z.number()),
  auctionId: z.nullable(z.string()),
  isOwn: z.boolean(),
  atMs: timeMs,
})
export type NftQuotationView = z.output<typeof quotationView>

/** An artwork as an order and a bid name it. */
const artworkLine = z.object({
  code: z.string(),
  title: z.string(),
  artist: z.string(),
  media: nftMediaView,
  poster: z.nullable(nftMediaView),
})

export const nftBidView = z.object({
  /** Of the customer's margin. */
  id: z.string(),
  artwork: artworkLine,
  currency: z.string(),
  auction: auctionView,
  margin: decimalString,
  marginStatus: z.enum(nftMarginStatuses),
  /** The customer's own highest; null before the first. */
  bid: z.nullable(decimalString),
  isLeading: z.boolean(),
  /** Their order, where they won. */
  orderId: z.nullable(z.string()),
  paidAtMs: timeMs,
  endedAtMs: z.nullable(timeMs),
})
export type NftBidView = z.output<typeof nftBidView>

export const nftOrderView = z.object({
  id: z.string(),
  artwork: artworkLine,
  kind: z.enum(nftOrderKinds),
  status: z.enum(nftOrderStatuses),
  role: z.enum(['buyer', 'seller']),
  currency: z.string(),
  price: decimalString,
  fee: decimalString,
  royalty: decimalString,
  /** What the seller gets of the price; of an order that was not paid, the forfeited margin. */
  sellerGets: decimalString,
  /** What lies in the margin and is part of the price, and what is still to be paid. */
  margin: decimalString,
  due: decimalString,
  /** Null of an order that was paid at once. */
  payByMs: z.nullable(timeMs),
  placedAtMs: timeMs,
  endedAtMs: z.nullable(timeMs),
  cancelled: z.nullable(z.enum(nftCancellations)),
  /** Whether its buyer has read that they won. */
  isRead: z.boolean(),
  rulesVersion: z.number(),
})
export type NftOrderView = z.output<typeof nftOrderView>

/** The specification's names. Source: specification section 5, NFT; rulings, section 1. */
const nftOnWire: WireNames = {
  purchase: { name: 'state', values: { soon: '2', open: '1', closed: '0' } },
  artistId: 'artist_id',
  collectionId: 'collection_id',
}

export const nftArtists = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getArtist',
  access: 'public',
  summary: 'Artists, the newest first, or those whose name begins with a text',
  wire: nftOnWire,
  ...listOf(nftArtistView, { filters: { search: z.optional(plainText(40)) } }),
})

export const nftArtist = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getArtistDetail',
  access: 'public',
  summary: 'One artist',
  input: { id },
  wire: nftOnWire,
  output: nftArtistView,
})

export const nftCollections = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getCollection',
  access: 'public',
  summary:
    'Collections, the newest first; with `mine` those of which the customer owns an artwork or marked one',
  wire: nftOnWire,
  ...listOf(nftCollectionView, { filters: { artistId: z.optional(id), mine: z.optional(flag) } }),
})

export const nftCollection = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getCollectionDetail',
  access: 'public',
  summary: 'One collection',
  input: { id },
  wire: nftOnWire,
  output: nftCollectionView,
})

export const nftArtworks = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getArtwork',
  access: 'public',
  summary:
    'Artworks, the newest first: of an artist or a collection, offered so, or with words that begin so',
  wire: nftOnWire,
  ...listOf(nftArtworkView, {
    filters: {
      artistId: z.optional(id),
      collectionId: z.optional(id),
      offer: z.optional(z.enum(nftOffers)),
      kind: z.optional(z.enum(nftMediaKinds)),
      /** Words of the title or the code, by how they begin. */
      search: z.optional(plainText(60)),
    },
  }),
})

export const nftArtwork = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getArtworkDetail',
  access: 'public',
  showsMoney: true,
  summary:
    'One artwork: its offer, its auction, what of a price goes where, and what the customer has to do with it',
  input: { code: nftCode },
  wire: nftOnWire,
  output: nftArtworkDetailView,
})

export const nftHistory = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getArtworkHistory',
  access: 'public',
  summary: 'How an artwork came to whoever has it, from the newest back to its creation',
  wire: nftOnWire,
  ...listOf(historyView, { filters: { code: nftCode } }),
})

export const nftQuotations = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getBindBoxQuotationLog',
  access: 'public',
  summary: 'Bids on an artwork and prices paid for it, newest first; bidders by their number in the auction',
  wire: nftOnWire,
  ...listOf(quotationView, { filters: { code: nftCode } }),
})

export const collectNft = endpoint({
  area: 'nft',
  method: 'POST',
  path: '/bind_box/collect',
  access: 'user',
  rate: 'write',
  summary: 'Mark an artwork as a favourite, or unmark it; with `on` it is as that says',
  input: { code: nftCode, on: z.optional(flag) },
  wire: nftOnWire,
  output: z.object({ isFavourite: z.boolean(), favourites: z.number() }),
})

export const nftFavourites = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getFavourites',
  access: 'user',
  summary: 'Artworks that the customer marked, the newest mark first',
  wire: nftOnWire,
  ...listOf(nftArtworkView, { filters: {} }),
})

export const nftCurrency = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getNftCurrency',
  access: 'public',
  showsMoney: true,
  summary: 'What artworks are paid with, and the terms of auctions, payments and resale',
  wire: nftOnWire,
  output: z.object({
    items: z.array(
      z.object({
        code: z.string(),
        decimals: z.number(),
        /** In the customer's funding; null without a session. */
        available: z.nullable(decimalString),
      }),
    ),
    minimumPrice: decimalString,
    maximumPrice: decimalString,
    feePercent: decimalString,
    maxRoyaltyPercent: decimalString,
    marginPercent: decimalString,
    stepPercent: decimalString,
    extendsWithinSeconds: z.number(),
    extensionSeconds: z.number(),
    maxExtendedHours: z.number(),
    payWithinHours: z.number(),
    resaleAfterHours: z.number(),
  }),
})
export type NftTermsView = z.output<typeof nftCurrency.output>

export const buyNft = endpoint({
  area: 'nft',
  method: 'POST',
  path: '/bind_box/buyNFT',
  access: 'user',
  money: true,
  summary:
    'Buy an artwork at the price that is asked, from funding. Takes basic verification; without `price` only what the platform sells',
  input: {
    code: nftCode,
    /** What the buyer saw: compared, never used. */
    price: z.optional(decimalInput),
  },
  wire: nftOnWire,
  output: nftOrderView,
})

export const payNftMargin = endpoint({
  area: 'nft',
  method: 'POST',
  path: '/bind_box/marginNFT',
  access: 'user',
  money: true,
  summary:
    'Pay the margin of an auction, from funding: it comes back when another wins, and is part of the price for the winner. Takes basic verification',
  input: { code: nftCode },
  wire: nftOnWire,
  output: nftBidView,
})

export const bidNft = endpoint({
  area: 'nft',
  method: 'POST',
  path: '/bind_box/auctionNFT',
  access: 'user',
  money: true,
  summary:
    'Bid in an auction whose margin was paid: the winner pays within 24 hours or loses the margin to the seller',
  input: { code: nftCode, price: decimalInput },
  wire: nftOnWire,
  output: nftBidView,
})

export const ownNfts = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getMyNFTs',
  access: 'user',
  showsMoney: true,
  summary: 'Artworks that the customer owns, the newest first',
  wire: nftOnWire,
  ...listOf(
    z.extend(nftArtworkView, {
      sinceMs: timeMs,
      resaleFromMs: timeMs,
      /** What the customer paid; null where they paid nothing. */
      paid: z.nullable(decimalString),
      /** What the artist gets of the next price: nothing when the owner is the artist. */
      royaltyPercent: decimalString,
      feePercent: decimalString,
      /** Won by somebody who has not paid yet. */
      isReserved: z.boolean(),
    }),
    { filters: {} },
  ),
})
export type OwnNft = z.output<typeof ownNfts.output>['items'][number]

export const ownNftBids = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getMyBindBoxQuotationLog',
  access: 'user',
  showsMoney: true,
  summary: 'Auctions that the customer paid a margin for, with their highest bid, newest first',
  wire: nftOnWire,
  ...listOf(nftBidView, {
    filters: { status: z.optional(z.enum(nftMarginStatuses)), recordId: z.optional(id) },
  }),
})

export const resellNft = endpoint({
  area: 'nft',
  method: 'POST',
  path: '/bind_box/resellNFT',
  access: 'user',
  money: true,
  summary:
    'Offer an artwork of one’s own at a price, from a day after getting it; offered already, it gets this price. Fee and royalty are taken of it',
  input: { id, price: decimalInput },
  wire: nftOnWire,
  output: nftArtworkDetailView,
})

export const withdrawNft = endpoint({
  area: 'nft',
  method: 'POST',
  path: '/bind_box/withdrawNFT',
  access: 'user',
  money: true,
  whileFrozen: 'open',
  summary: 'Offer an artwork of one’s own no more',
  input: { id },
  wire: nftOnWire,
  output: nftArtworkDetailView,
})

export const unpaidNftOrders = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getNeedPayNFTOrder',
  access: 'user',
  showsMoney: true,
  summary: 'Orders of auctions that the customer won and has not paid, newest first',
  wire: nftOnWire,
  ...listOf(nftOrderView, { filters: {}, extras: { unread: z.number() } }),
})

export const nftOrders = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getNFTOrders',
  access: 'user',
  showsMoney: true,
  summary: 'Orders in which the customer is the buyer, or with `role` the seller, newest first',
  wire: nftOnWire,
  ...listOf(nftOrderView, {
    filters: {
      role: z.prefault(z.enum(['buyer', 'seller']), 'buyer'),
      status: z.optional(z.enum(nftOrderStatuses)),
    },
  }),
})

export const nftOrder = endpoint({
  area: 'nft',
  method: 'ANY',
  path: '/bind_box/getNFTOrder',
  access: 'user',
  showsMoney: true,
  summary: 'One order in which the customer is the buyer or the seller',
  input: { id },
  wire: nftOnWire,
  output: nftOrderView,
})

export const readNftOrder = endpoint({
  area: 'nft',
  method: 'POST',
  path: '/bind_box/readNFTOrderMessage',
  access: 'user',
  rate: 'write',
  summary: 'The buyer has read that they won',
  input: { id },
  wire: nftOnWire,
  output: nftOrderView,
})

export const payNftOrder = endpoint({
  area: 'nft',
  method: 'POST',
  path: '/bind_box/payNFTOrder',
  access: 'user',
  money: true,
  summary:
    'Pay what is due of an order, from funding, within its 24 hours: the artwork is the buyer’s at once',
  input: { id },
  wire: nftOnWire,
  output: nftOrderView,
})

export const nftMedia = endpoint({
  area: 'nft',
  method: 'GET',
  path: '/bind_box/media',
  access: 'public',
  answersFile: nftMediaTypes,
  summary:
    'A picture or video of what two operators approved, as bytes instead of the envelope; answers a `Range`, and 304 to an `If-None-Match`',
  input: { id: nftMediaId },
  output: z.string(),
})

export const nftEndpoints = [
  nftArtists,
  nftArtist,
  nftCollections,
  nftCollection,
  nftArtworks,
  nftArtwork,
  nftHistory,
  nftQuotations,
  collectNft,
  nftFavourites,
  nftCurrency,
  buyNft,
  payNftMargin,
  bidNft,
  ownNfts,
  ownNftBids,
  resellNft,
  withdrawNft,
  unpaidNftOrders,
  nftOrders,
  nftOrder,
  readNftOrder,
  payNftOrder,
  nftMedia,
] as const
