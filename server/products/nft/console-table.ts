import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import * as calls from '#domain/nft/console.ts'
import { PAID_IN, percentOf, purchaseOf } from '#domain/nft/rules.ts'
import { contactsOf } from '#server/console/customers.ts'
import type { DayFigure } from '#server/console/dashboard.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import type { TimelineSource } from '#server/console/timeline.ts'
import type { Db } from '#server/platform/db/database.ts'
import { artistsById, countArtworks } from './artist-store.ts'
import { heldIn } from './auction-store.ts'
import { consoleMediaView } from './console-views.ts'
import { mediaById } from './media-store.ts'
import { ordersOfAuctions } from './order-store.ts'
import { partsOf } from './parts.ts'
import type { ArtistRow, ArtworkRow, AuctionRow, BidRow, CollectionRow, OrderRow } from './tables.ts'
import { holderOf, showMoney } from './views.ts'

/** The console's tables of artworks: what there is, and what customers did. */

const numbered = (column: string, text: string) =>
  /^\d{1,18}$/.test(text) ? [sql`${sql.ref(column)} = ${BigInt(text)}::bigint`] : []
const coded = (text: string) => sql`a.code = ${text.toUpperCase()}`
const idsOf = <Row, Id>(rows: readonly Row[], pick: (row: Row) => Id | null): Id[] =>
  rows.map(pick).filter((id) => id !== null)

const artistTable = tableRoutes(
  calls.consoleNftArtists,
  readSql<typeof calls.consoleNftArtists, ArtistRow>({
    ...{ columns: sql`r.*`, from: sql`nft_artist r`, id: 'r.id', time: 'r.created_at' },
    customer: 'r.customer_id',
    search: (text) => [sql`lower(r.name) = ${text.toLowerCase()}`, ...numbered('r.id', text)],
    where: ({ status }) => (status === undefined ? [] : [sql`r.status = ${status}`]),
    async show(rows, { db }) {
      const media = await mediaById(
        db,
        rows.map(({ portrait }) => portrait),
      )
      const count = await countArtworks(
        db,
        'artist_id',
        rows.map(({ id }) => id),
      )
      const contacts = await contactsOf(
        db,
        idsOf(rows, ({ customer_id }) => customer_id),
      )
      return rows.map(({ id, name, bio, portrait, customer_id, status, created_at }) => ({
        ...{
          id: String(id),
          name,
          bio,
          portrait: portrait === null ? null : consoleMediaView(media.get(portrait)!),
        },
        customerId: customer_id === null ? null : String(customer_id),
        contact: customer_id === null ? null : (contacts.get(customer_id) ?? null),
        ...{ status, artworks: count(id), createdAtMs: created_at },
      }))
    },
  }),
)

const collectionTable = tableRoutes(
  calls.consoleNftCollections,
  readSql<typeof calls.consoleNftCollections, CollectionRow>({
    ...{ columns: sql`r.*`, from: sql`nft_collection r`, id: 'r.id', time: 'r.created_at' },
    search: (text) => [sql`lower(r.name) = ${text.toLowerCase()}`, ...numbered('r.id', text)],
    async show(rows, { db }) {
      const artists = await artistsById(
        db,
        rows.map(({ artist_id }) => artist_id),
      )
      const media = await mediaById(
        db,
        rows.map(({ cover }) => cover),
      )
      const count = await countArtworks(
        db,
        'collection_id',
        rows.map(({ id }) => id),
      )
      return rows.map(({ id, name, description, cover, artist_id, created_at }) => ({
        ...{
          id: String(id),
          name,
          description,
          cover: cover === null ? null : consoleMediaView(media.get(cover)!),
        },
        ...{ artistId: String(artist_id), artist: artists.get(artist_id)!.name },
        ...{ artworks: count(id), createdAtMs: created_at },
      }))
    },
  }),
)

const artworkTable = tableRoutes(
  calls.consoleNftArtworks,
  readSql<typeof calls.consoleNftArtworks, ArtworkRow>({
    ...{ columns: sql`a.*`, from: sql`nft_artwork a`, id: 'a.id', time: 'a.created_at' },
    ...{ customer: 'a.owner_id', amount: 'coalesce(a.price, 0)', currency: `'${PAID_IN}'::text` },
    search: (text) => [coded(text), sql`a.run = ${text.toUpperCase()}`, ...numbered('a.id', text)],
    where: ({ offer, holder }) => [
      ...(offer === undefined ? [] : [sql`a.offer = ${offer}`]),
      ...(holder === undefined ? [] : [sql`(a.owner_id is null) = ${holder === 'platform'}`]),
    ],
    async show(rows, { db, clock }) {
      const parts = await partsOf(db, rows)
      return rows.map((row) => {
        const artist = parts.artists.get(row.artist_id)!
        const offered = {
          offer: row.offer,
          isOpen: row.is_open,
          opensAtMs: row.opens_at,
          endsAtMs: row.ends_at,
        }
        return {
          ...{ id: String(row.id), code: row.code, title: row.title },
          ...{ artistId: String(row.artist_id), artist: artist.name },
          collection: row.collection_id === null ? null : parts.collections.get(row.collection_id)!.name,
          media: consoleMediaView(parts.media.get(row.media_id)!),
          poster: row.poster_id === null ? null : consoleMediaView(parts.media.get(row.poster_id)!),
          ...{ royaltyPercent: percentOf(row.royalty_bps), holder: holderOf(row.owner_id, artist) },
          customerId: row.owner_id === null ? null : String(row.owner_id),
          ...{ offer: row.offer, purchase: purchaseOf(offered, clock.nowMs()), isOpen: row.is_open },
          ...{ currency: PAID_IN, price: row.price === null ? null : showMoney(row.price) },
          ...{ opensAtMs: row.opens_at, endsAtMs: row.ends_at, createdAtMs: row.created_at },
        }
      })
    },
  }),
)

const auctionTable = tableRoutes(
  calls.consoleNftAuctions,
  readSql<typeof calls.consoleNftAuctions, AuctionRow & { code: string; title: string }>({
    columns: sql`u.*, a.code, a.title`,
    from: sql`nft_auction u join nft_artwork a on a.id = u.artwork_id`,
    ...{ id: 'u.id', time: 'u.created_at', amount: 'coalesce(u.highest, u.start_price)' },
    currency: `'${PAID_IN}'::text`,
    search: (text) => [coded(text), ...numbered('u.id', text)],
    where: ({ status }) => (status === undefined ? [] : [sql`u.status = ${status}`]),
    async show(rows, { db }) {
      const ids = rows.map(({ id }) => id)
      const held = await heldIn(db, ids)
      const orders = await ordersOfAuctions(db, ids)
      return rows.map((row) => ({
        ...{ id: String(row.id), artworkId: String(row.artwork_id), code: row.code, title: row.title },
        ...{ status: row.status, cancelled: row.cancelled, currency: PAID_IN },
        startPrice: showMoney(row.start_price),
        highest: row.highest === null ? null : showMoney(row.highest),
        ...{ bids: row.bids, bidders: row.bidders, held: showMoney(held.get(row.id) ?? 0n) },
        ...{ opensAtMs: row.opens_at, endsAtMs: row.ends_at, plannedEndMs: row.planned_end },
        orderId: orders.has(row.id) ? String(orders.get(row.id)!.id) : null,
      }))
    },
  }),
)

const bidTable = tableRoutes(
  calls.consoleNftBids,
  readSql<typeof calls.consoleNftBids, BidRow & { code: string }>({
    columns: sql`b.*, a.code`,
    from: sql`nft_bid b join nft_artwork a on a.id = b.artwork_id`,
    ...{ id: 'b.id', customer: 'b.customer_id', time: 'b.at', amount: 'b.price' },
    currency: `'${PAID_IN}'::text`,
    search: (text) => [coded(text), ...numbered('b.id', text)],
    where: ({ auctionId }) => (auctionId === undefined ? [] : [sql`b.auction_id = ${auctionId}`]),
    async show(rows, { db }) {
      const contacts = await contactsOf(
        db,
        rows.map(({ customer_id }) => customer_id),
      )
      return rows.map(({ id, customer_id, auction_id, code, number, price, at }) => ({
        ...{ id: String(id), customerId: String(customer_id), contact: contacts.get(customer_id)! },
        ...{ auctionId: String(auction_id), code, bidder: number },
        ...{ currency: PAID_IN, price: showMoney(price), atMs: at },
      }))
    },
  }),
)

const orderTable = tableRoutes(
  calls.consoleNftOrders,
  readSql<typeof calls.consoleNftOrders, OrderRow & { code: string }>({
    columns: sql`o.*, a.code`,
    from: sql`nft_order o join nft_artwork a on a.id = o.artwork_id`,
    ...{ id: 'o.id', customer: 'o.buyer_id', time: 'o.placed_at', amount: 'o.price' },
    currency: `'${PAID_IN}'::text`,
    search: (text) => [coded(text), ...numbered('o.id', text)],
    where: ({ kind, status }) => [
      ...(kind === undefined ? [] : [sql`o.kind = ${kind}`]),
      ...(status === undefined ? [] : [sql`o.status = ${status}`]),
    ],
    async show(rows, { db }) {
      const contacts = await contactsOf(
        db,
        rows.map(({ buyer_id }) => buyer_id),
      )
      return rows.map((row) => ({
        ...{ id: String(row.id), customerId: String(row.buyer_id), contact: contacts.get(row.buyer_id)! },
        sellerId: row.seller_id === null ? null : String(row.seller_id),
        ...{ code: row.code, kind: row.kind, status: row.status, currency: PAID_IN },
        ...{ price: showMoney(row.price), fee: showMoney(row.fee), royalty: showMoney(row.royalty) },
        ...{ margin: showMoney(row.margin), placedAtMs: row.placed_at, payByMs: row.pay_by },
        ...{ endedAtMs: row.ended_at, cancelled: row.cancelled },
      }))
    },
  }),
)

export const nftTableRoutes = [
  ...artistTable,
  ...collectionTable,
  ...artworkTable,
  ...auctionTable,
  ...bidTable,
  ...orderTable,
]

/** Artworks that customers bought today, and what they paid for them. */
export const nftOfDay: DayFigure = {
  name: 'nft',
  list: calls.consoleNftOrders,
  async read(db, { fromMs }) {
    const { rows } = await sql<{ count: number; total: bigint }>`
      select count(*)::int as count, coalesce(sum(price), 0)::bigint as total
      from nft_order where placed_at >= ${new Date(fromMs)} and status = 'paid'`.execute(db)
    const { count, total } = rows[0]!
    return { count, amounts: count === 0 ? [] : [{ currency: PAID_IN, amount: showMoney(total) }] }
  },
}

/** The money a customer has in margins. */
export async function consoleBalances(db: Db, customer: CustomerId) {
  const { rows } = await sql<{ total: bigint }>`
    select sum(amount)::bigint as total from nft_margin
    where customer_id = ${customer} and status = 'held' having count(*) > 0`.execute(db)
  return rows.map(({ total }) => ({
    ...{ product: 'nft', currency: PAID_IN, principal: showMoney(total) },
    interestTotal: formatAmount(0n, PAID_IN),
  }))
}

/** What a customer's page in the console has of artworks. */
export const nftTimeline: readonly TimelineSource[] = [
  {
    ...{ kind: 'nft-margin', topic: 'money', title: 'Margin of an auction paid', table: 'nft_margin' },
    ...{ at: 'r.paid_at', amount: 'r.amount', currency: `'${PAID_IN}'::text` },
    detail: "'bidder ' || r.number",
  },
  {
    ...{ kind: 'nft-bid', topic: 'trading', title: 'Bid for an artwork', table: 'nft_bid' },
    ...{ at: 'r.at', amount: 'r.price', currency: `'${PAID_IN}'::text`, detail: "'bidder ' || r.number" },
  },
]
