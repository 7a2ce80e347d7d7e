import * as z from 'zod/mini'
import { nothing, proposalView, reason } from '../console/contract.ts'
import {
  canCloseProducts,
  canManageProducts,
  canUploadMedia,
  canViewCustomers,
  canViewProducts,
} from '../console/roles.ts'
import { amountFilter, customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import {
  decimalInput,
  decimalString,
  flag,
  id,
  idOf,
  momentInput,
  plainText,
  timeMs,
  whole,
} from '../fields.ts'
import type { CustomerId } from '../ids.ts'
import { nftCode, nftMediaId, nftMediaView } from './contract.ts'
import { MAX_EDITIONS, MAX_ROYALTY_BPS, MAX_VIDEO_BYTES } from './rules.ts'
import {
  nftArtistStatuses,
  nftAuctionStatuses,
  nftCancellations,
  nftHolders,
  nftMediaTypes,
  nftOffers,
  nftOrderKinds,
  nftOrderStatuses,
  nftPurchases,
} from './words.ts'

/** What operators see and propose of artworks. No call knows a bid, a winner or the price of a customer: rules decide these. */

const manage = {
  area: 'console',
  method: 'POST',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
} as const
const stop = { ...manage, roles: canCloseProducts }

// ── Pictures and videos

const consoleMedia = z.extend(nftMediaView, {
  isPublished: z.boolean(),
  /** Taken down by an operator: nobody gets it until two release it again. */
  isHidden: z.boolean(),
  /** What the file was called; nothing is decided by it. */
  uploadedAtMs: timeMs,
})
export type ConsoleNftMedia = z.output<typeof consoleMedia>

export const uploadNftMedia = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/nft/media',
  access: 'operator',
  roles: canUploadMedia,
  rate: 'upload',
  takesFile: true,
  maxFileBytes: MAX_VIDEO_BYTES,
  summary:
    'Send one JPG or PNG picture, or one MP4 or WebM video, as multipart `file`. What it is is told by its content; a picture is encoded again. It is a draft until two operators approve what it belongs to',
  output: consoleMedia,
})

export const consoleNftMedia = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/nft/media_file',
  access: 'operator',
  roles: [...canViewProducts],
  answersFile: nftMediaTypes,
  summary: 'A picture or video, drafts too, as bytes instead of the envelope; answers a `Range`',
  input: { id: nftMediaId },
  output: z.string(),
})

export const hideNftMedia = endpoint({
  ...stop,
  path: '/console/nft/media_hide',
  summary: 'Show a picture or video to nobody any more, at once: the safe direction needs no second person',
  input: { id: nftMediaId, reason },
  output: nothing,
})

export const proposeNftMediaRelease = endpoint({
  ...manage,
  path: '/console/nft/media_release',
  summary: 'Propose to show a picture or video again that was hidden',
  input: { id: nftMediaId, reason },
  output: proposalView,
})

// ── Artists

const artist = {
  name: plainText(60),
  bio: plainText(1_000),
  portrait: z.optional(nftMediaId),
  /** The artist's own account; basic verification is needed. */
  customer: z.optional(idOf<CustomerId>()),
}

const consoleArtist = z.object({
  id: z.string(),
  name: z.string(),
  bio: z.string(),
  portrait: z.nullable(consoleMedia),
  /** Null of an artist without an account: the platform sells their works, without royalties. */
  customerId: z.nullable(z.string()),
  /** Masked. */
  contact: z.nullable(z.string()),
  status: z.enum(nftArtistStatuses),
  artworks: z.number(),
  createdAtMs: timeMs,
})
export type ConsoleNftArtist = z.output<typeof consoleArtist>

export const consoleNftArtists = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/nft/artists/list',
  access: 'operator',
  roles: canViewProducts,
  summary: 'Artists, the newest first',
  ...tableOf(consoleArtist, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      status: z.optional(z.enum(nftArtistStatuses)),
    },
  }),
})

export const proposeNftArtist = endpoint({
  ...manage,
  path: '/console/nft/artist',
  summary: 'Propose an artist; approved, their works can be offered, and the portrait is published',
  input: { ...artist, reason },
  output: proposalView,
})

export const proposeNftArtistEdit = endpoint({
  ...manage,
  path: '/console/nft/artist_edit',
  summary: 'Propose another name, text, portrait or account of an artist',
  input: { id, ...artist, reason },
  output: proposalView,
})

export const stopNftArtist = endpoint({
  ...stop,
  path: '/console/nft/artist_stop',
  summary:
    'Offer nothing more of an artist, at once: what the platform or the artist offers at a fixed price is closed; auctions with bids go on',
  input: { id, reason },
  output: nothing,
})

export const proposeNftArtistStart = endpoint({
  ...manage,
  path: '/console/nft/artist_start',
  summary: 'Propose to offer works of an artist again who was stopped',
  input: { id, reason },
  output: proposalView,
})

// ── Collections

const collection = {
  artistId: id,
  name: plainText(60),
  description: plainText(1_000),
  cover: z.optional(nftMediaId),
}
const collectionOnWire = { artistId: 'artist_id' } as const

const consoleCollection = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  cover: z.nullable(consoleMedia),
  artistId: z.string(),
  artist: z.string(),
  artworks: z.number(),
  createdAtMs: timeMs,
})
export type ConsoleNftCollection = z.output<typeof consoleCollection>

export const consoleNftCollections = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/nft/collections/list',
  access: 'operator',
  roles: canViewProducts,
  summary: 'Collections, the newest first',
  ...tableOf(consoleCollection, { sorts: ['time'], filters: { ...searchFilter, ...timeFilter } }),
})

export const proposeNftCollection = endpoint({
  ...manage,
  path: '/console/nft/collection',
  summary: 'Propose a collection of an artist; approved, its cover is published',
  input: { ...collection, reason },
  wire: collectionOnWire,
  output: proposalView,
})

export const proposeNftCollectionEdit = endpoint({
  ...manage,
  path: '/console/nft/collection_edit',
  summary: 'Propose another name, text or cover of a collection',
  input: { id, ...z.omit(z.object(collection), { artistId: true }).shape, reason },
  output: proposalView,
})

// ── Artworks

const offer = {
  offer: z.enum(['fixed', 'auction']),
  /** Of an auction: that of the first bid. */
  price: decimalInput,
  opensAtMs: momentInput,
  endsAtMs: momentInput,
}
const artworkOnWire = {
  artistId: 'artist_id',
  collectionId: 'collection_id',
  royaltyBps: 'royalty_bps',
  isArtists: 'is_artists',
  opensAtMs: 'opens_at',
  endsAtMs: 'ends_at',
} as const

const consoleArtwork = z.object({
  id: z.string(),
  code: z.string(),
  title: z.string(),
  artistId: z.string(),
  artist: z.string(),
  collection: z.nullable(z.string()),
  media: consoleMedia,
  poster: z.nullable(consoleMedia),
  royaltyPercent: decimalString,
  holder: z.enum(nftHolders),
  /** The customer who owns it; null of the platform. */
  customerId: z.nullable(z.string()),
  offer: z.enum(nftOffers),
  purchase: z.enum(nftPurchases),
  isOpen: z.boolean(),
  currency: z.string(),
  price: z.nullable(decimalString),
  opensAtMs: z.nullable(timeMs),
  endsAtMs: z.nullable(timeMs),
  createdAtMs: timeMs,
})
export type ConsoleNftArtwork = z.output<typeof consoleArtwork>

export const consoleNftArtworks = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/nft/artworks/list',
  access: 'operator',
  roles: canViewProducts,
  summary: 'Artworks, the newest first; found by their code',
  ...tableOf(consoleArtwork, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      ...amountFilter,
      offer: z.optional(z.enum(nftOffers)),
      holder: z.optional(z.enum(['platform', 'customer'])),
    },
  }),
})

export const proposeNftArtwork = endpoint({
  ...manage,
  path: '/console/nft/artwork',
  summary:
    'Propose an artwork, or a run of up to a hundred; approved, it is there, with its picture or video, and can be offered',
  input: {
    code: nftCode,
    title: plainText(80),
    description: plainText(2_000),
    artistId: id,
    collectionId: z.optional(id),
    media: nftMediaId,
    /** A picture: needed for a video. */
    poster: z.optional(nftMediaId),
    royaltyBps: whole(0, MAX_ROYALTY_BPS),
    editions: z.prefault(whole(1, MAX_EDITIONS), '1'),
    /** The artist sells it, from their own account; otherwise the platform. */
    isArtists: z.prefault(flag, '0'),
    reason,
  },
  wire: artworkOnWire,
  output: proposalView,
})

export const proposeNftOffer = endpoint({
  ...manage,
  path: '/console/nft/offer',
  summary:
    'Propose to offer an artwork that the platform or its artist has: at a fixed price or by auction, from and to a moment',
  input: { id, ...offer, reason },
  wire: artworkOnWire,
  output: proposalView,
})

export const proposeNftOfferRun = endpoint({
  ...manage,
  path: '/console/nft/offer_run',
  summary: 'Propose to offer all works of a run that nobody has bought, at one fixed price',
  input: { code: nftCode, ...z.omit(z.object(offer), { offer: true }).shape, reason },
  wire: artworkOnWire,
  output: proposalView,
})

export const closeNft = endpoint({
  ...stop,
  path: '/console/nft/close',
  summary:
    'Let nobody buy or bid for an artwork, at once, whoever offers it: the safe direction needs no second person',
  input: { id, reason },
  output: nothing,
})

export const proposeNftOpening = endpoint({
  ...manage,
  path: '/console/nft/open',
  summary: 'Propose to let customers buy or bid for an artwork again that was closed',
  input: { id, reason },
  output: proposalView,
})

export const proposeNftCancel = endpoint({
  ...manage,
  path: '/console/nft/cancel',
  summary:
    'Propose to cancel an auction that is not over, or an order of one that is not paid: all margins go back',
  /** Of the auction. */
  input: { id, reason },
  output: proposalView,
})

// ── What customers did

const customer = { customerId: z.string(), /** Masked. */ contact: z.string() }

const consoleAuction = z.object({
  id: z.string(),
  artworkId: z.string(),
  code: z.string(),
  title: z.string(),
  status: z.enum(nftAuctionStatuses),
  cancelled: z.nullable(z.enum(nftCancellations)),
  currency: z.string(),
  startPrice: decimalString,
  highest: z.nullable(decimalString),
  bids: z.number(),
  bidders: z.number(),
  /** Margins that still lie in it. */
  held: decimalString,
  opensAtMs: timeMs,
  endsAtMs: timeMs,
  plannedEndMs: timeMs,
  orderId: z.nullable(z.string()),
})
export type ConsoleNftAuction = z.output<typeof consoleAuction>

export const consoleNftAuctions = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/nft/auctions/list',
  access: 'operator',
  roles: canViewProducts,
  summary: 'Auctions, the newest first; found by the artwork’s code',
  ...tableOf(consoleAuction, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...timeFilter,
      ...amountFilter,
      status: z.optional(z.enum(nftAuctionStatuses)),
    },
  }),
})

const consoleBid = z.object({
  id: z.string(),
  ...customer,
  auctionId: z.string(),
  code: z.string(),
  bidder: z.number(),
  currency: z.string(),
  price: decimalString,
  atMs: timeMs,
})
export type ConsoleNftBid = z.output<typeof consoleBid>

export const consoleNftBids = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/nft/bids/list',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Bids with who made them, newest first; found by the artwork’s code',
  ...tableOf(consoleBid, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      ...amountFilter,
      auctionId: z.optional(id),
    },
  }),
})

const consoleOrder = z.object({
  id: z.string(),
  ...customer,
  /** Null of the platform. */
  sellerId: z.nullable(z.string()),
  code: z.string(),
  kind: z.enum(nftOrderKinds),
  status: z.enum(nftOrderStatuses),
  currency: z.string(),
  price: decimalString,
  fee: decimalString,
  royalty: decimalString,
  margin: decimalString,
  placedAtMs: timeMs,
  payByMs: z.nullable(timeMs),
  endedAtMs: z.nullable(timeMs),
  cancelled: z.nullable(z.enum(nftCancellations)),
})
export type ConsoleNftOrder = z.output<typeof consoleOrder>

export const consoleNftOrders = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/nft/list',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Customers’ orders of artworks, newest first; `customer` is the buyer',
  ...tableOf(consoleOrder, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      ...amountFilter,
      kind: z.optional(z.enum(nftOrderKinds)),
      status: z.optional(z.enum(nftOrderStatuses)),
    },
  }),
})

export const consoleNft = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/nft',
  access: 'operator',
  roles: canViewProducts,
  summary:
    'How many artworks, auctions and unpaid orders there are, margins that lie in them, and what is proposed',
  output: z.object({
    artists: z.number(),
    artworks: z.number(),
    openAuctions: z.number(),
    unpaidOrders: z.number(),
    currency: z.string(),
    held: decimalString,
    fees: decimalString,
    proceeds: decimalString,
    drafts: z.array(
      z.extend(proposalView, {
        /** Pictures and videos that the proposal would publish, for whoever checks it. */
        media: z.array(consoleMedia),
      }),
    ),
  }),
})
export type ConsoleNftView = z.output<typeof consoleNft.output>

export const nftConsoleEndpoints = [
  consoleNft,
  uploadNftMedia,
  consoleNftMedia,
  hideNftMedia,
  proposeNftMediaRelease,
  ...withCsv(consoleNftArtists),
  proposeNftArtist,
  proposeNftArtistEdit,
  stopNftArtist,
  proposeNftArtistStart,
  ...withCsv(consoleNftCollections),
  proposeNftCollection,
  proposeNftCollectionEdit,
  ...withCsv(consoleNftArtworks),
  proposeNftArtwork,
  proposeNftOffer,
  proposeNftOfferRun,
  closeNft,
  proposeNftOpening,
  proposeNftCancel,
  ...withCsv(consoleNftAuctions),
  ...withCsv(consoleNftBids),
  ...withCsv(consoleNftOrders),
] as const
