import type { ColumnType, Generated, Selectable } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import type {
  NftArtistStatus,
  NftAuctionStatus,
  NftCancellation,
  NftHistoryKind,
  NftMarginStatus,
  NftMediaKind,
  NftMediaType,
  NftOffer,
  NftOrderKind,
  NftOrderStatus,
} from '#domain/nft/words.ts'

/** The tables of artworks. Where an owner or a seller is null it is the platform. */

type Time = ColumnType<number, Date, Date>
type TimeOrNull = ColumnType<number | null, Date | null | undefined, Date | null>

interface MediaTable {
  id: string
  kind: NftMediaKind
  type: NftMediaType
  bytes: bigint
  width: number | null
  height: number | null
  operator_id: bigint
  uploaded_at: Time
  published_at: TimeOrNull
  hidden_at: TimeOrNull
}

interface ArtistTable {
  id: Generated<bigint>
  name: string
  bio: string
  portrait: string | null
  customer_id: CustomerId | null
  status: NftArtistStatus
  created_at: Time
  updated_at: Time
}

interface CollectionTable {
  id: Generated<bigint>
  artist_id: bigint
  name: string
  description: string
  cover: string | null
  created_at: Time
  updated_at: Time
}

interface ArtworkTable {
  id: bigint
  code: string
  run: string
  edition: number
  editions: number
  artist_id: bigint
  collection_id: bigint | null
  title: string
  description: string
  media_id: string
  media_kind: NftMediaKind
  poster_id: string | null
  royalty_bps: number
  owner_id: CustomerId | null
  owned_since: Time
  history_id: bigint
  is_sold: Generated<boolean>
  offer: Generated<NftOffer>
  price: ColumnType<Units | null, bigint | null | undefined, bigint | null>
  opens_at: TimeOrNull
  ends_at: TimeOrNull
  closed_at: TimeOrNull
  is_open: ColumnType<boolean, never, never>
  auction_id: ColumnType<bigint | null, bigint | null | undefined, bigint | null>
  is_boxed: Generated<boolean>
  favourites: Generated<number>
  created_at: Time
  proposal: bigint | null
}

interface AuctionTable {
  id: bigint
  artwork_id: bigint
  seller_id: CustomerId | null
  start_price: Units
  margin: Units
  step: Units
  opens_at: Time
  planned_end: Time
  ends_at: Time
  status: Generated<NftAuctionStatus>
  highest: ColumnType<Units | null, never, bigint>
  leader_id: ColumnType<CustomerId | null, never, CustomerId>
  bids: ColumnType<number, never, number>
  bidders: ColumnType<number, never, number>
  awaits_until: TimeOrNull
  cancelled: ColumnType<NftCancellation | null, never, NftCancellation>
  over_at: TimeOrNull
  is_settled: ColumnType<boolean, never, boolean>
  rules_version: number
  created_at: Time
}

interface MarginTable {
  id: bigint
  auction_id: bigint
  customer_id: CustomerId
  number: number
  amount: Units
  bid: ColumnType<Units | null, never, bigint>
  status: Generated<NftMarginStatus>
  paid_at: Time
  ended_at: TimeOrNull
}

interface BidTable {
  id: bigint
  auction_id: bigint
  artwork_id: bigint
  customer_id: CustomerId
  number: number
  price: Units
  ends_at: Time
  at: Time
}

interface OrderTable {
  id: bigint
  artwork_id: bigint
  auction_id: bigint | null
  margin_id: bigint | null
  kind: NftOrderKind
  buyer_id: CustomerId
  seller_id: CustomerId | null
  royalty_to: CustomerId | null
  price: Units
  fee: Units
  royalty: Units
  margin: Units
  status: NftOrderStatus
  placed_at: Time
  pay_by: TimeOrNull
  ended_at: TimeOrNull
  cancelled: ColumnType<NftCancellation | null, never, NftCancellation>
  read_at: TimeOrNull
  rules_version: number
}

interface HistoryTable {
  id: bigint
  artwork_id: bigint
  kind: NftHistoryKind
  from_id: CustomerId | null
  to_id: CustomerId | null
  price: bigint | null
  order_id: bigint | null
  at: Time
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    nft_media: MediaTable
    nft_artist: ArtistTable
    nft_collection: CollectionTable
    nft_artwork: ArtworkTable
    nft_auction: AuctionTable
    nft_margin: MarginTable
    nft_bid: BidTable
    nft_order: OrderTable
    nft_history: HistoryTable
    nft_favourite: { customer_id: CustomerId; artwork_id: bigint; id: bigint }
  }
}

export type MediaRow = Selectable<MediaTable>
export type ArtistRow = Selectable<ArtistTable>
export type CollectionRow = Selectable<CollectionTable>
export type ArtworkRow = Selectable<ArtworkTable>
export type AuctionRow = Selectable<AuctionTable>
export type MarginRow = Selectable<MarginTable>
export type BidRow = Selectable<BidTable>
export type OrderRow = Selectable<OrderTable>
export type HistoryRow = Selectable<HistoryTable>
