import type { CustomerId } from '#domain/ids.ts'
import { requireCurrency } from '#domain/money/read-amount.ts'
import * as calls from '#domain/nft/contract.ts'
import * as rules from '#domain/nft/rules.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import { type PageInput, type PageSlice, pageOf } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import type { RequireEquity } from '../wallet/service.ts'
import { fundingOf } from './accounts.ts'
import {
  artistsById,
  countArtworks,
  coversOf,
  floorsOf,
  listArtists,
  listCollections,
  requireArtist,
  requireCollection,
} from './artist-store.ts'
import {
  artworksById,
  artworksOf,
  historyOf,
  listArtworks,
  listFavourites,
  paidFor,
  quotationsOf,
  requireArtwork,
} from './artwork-store.ts'
import { bid, payMargin } from './auction.ts'
import { auctionsById, findMargin, listMargins } from './auction-store.ts'
import { type MediaDeps, replyPublic } from './media.ts'
import { mediaById } from './media-store.ts'
import {
  countUnread,
  listOrders,
  type Order,
  orderOfAuction,
  ordersOfAuctions,
  requireOrder,
} from './order-store.ts'
import { payOrder, readOrder } from './orders.ts'
import { partsOf, partsOfIds } from './parts.ts'
import { buyArtwork, markFavourite, resellArtwork, withdrawArtwork } from './service.ts'
import { isSamePerson } from './standing.ts'
import type { ArtistRow, ArtworkRow, CollectionRow, MarginRow } from './tables.ts'
import {
  artistView,
  artworkDetail,
  artworkView,
  bidView,
  collectionView,
  holderOf,
  orderView,
  percents,
  showMoney,
} from './views.ts'

/** The routes for the calls of `domain/nft/contract.ts`. */
export const nftRoutes = (deps: MediaDeps & { readonly equity: RequireEquity }): Route[] => [
  route(calls.nftArtists, async ({ search, ...page }, { db }) =>
    listed(
      page,
      'id',
      (slice) => listArtists(db, search, slice),
      (rows) => showArtists(db, rows),
    ),
  ),
  route(calls.nftArtist, async ({ id }, { db }) => {
    const [view] = await showArtists(db, [await requireArtist(db, id)])
    return view!
  }),
  route(
    calls.nftCollections,
    async ({ artistId, mine, ...page }, { db, clock, customerOrUndefined: customer }) => {
      // Nobody's own are none, without a session.
      if (mine && !customer) return { items: [], next: null }
      const filter = { artistId, mine: mine ? customer?.id : undefined }
      return listed(
        page,
        'id',
        (slice) => listCollections(db, filter, slice),
        (rows) => showCollections(db, rows, clock.nowMs()),
      )
    },
  ),
  route(calls.nftCollection, async ({ id }, { db, clock }) => {
    const [view] = await showCollections(db, [await requireCollection(db, id)], clock.nowMs())
    return view!
  }),
  route(calls.nftArtworks, async (input, { db, clock, customerOrUndefined: customer }) =>
    listed(
      input,
      'id',
      (slice) => listArtworks(db, input, slice),
      (rows) => showArtworks(db, rows, customer?.id, clock.nowMs()),
    ),
  ),
  route(calls.nftArtwork, async ({ code }, { db, clock, customerOrUndefined: customer }) =>
    showDetail(db, await requireArtwork(db, code), customer?.id, clock.nowMs()),
  ),
  route(calls.nftHistory, async ({ code, ...page }, { db, customerOrUndefined: customer }) => {
    const artwork = await requireArtwork(db, code)
    const artist = await requireArtist(db, artwork.artist_id)
    return pageOf(
      page,
      ['id'],
      (slice) => historyOf(db, artwork.id, slice),
      ({ kind, from_id, to_id, price, at }) => ({
        ...{ kind, from: kind === 'created' ? null : holderOf(from_id, artist), to: holderOf(to_id, artist) },
        isFromOwn: from_id !== null && from_id === customer?.id,
        isOwn: to_id !== null && to_id === customer?.id,
        ...{ currency: rules.PAID_IN, price: price === null ? null : showMoney(price), atMs: at },
      }),
    )
  }),
  route(calls.nftQuotations, async ({ code, ...page }, { db, customerOrUndefined: customer }) => {
    const { id } = await requireArtwork(db, code)
    return pageOf(
      page,
      ['id'],
      (slice) => quotationsOf(db, id, slice),
      (row) => ({
        ...{ id: String(row.id), kind: row.kind, price: showMoney(row.price), currency: rules.PAID_IN },
        ...{ bidder: row.number, auctionId: row.auction_id === null ? null : String(row.auction_id) },
        ...{ isOwn: row.customer_id === customer?.id, atMs: Number(row.at) },
      }),
    )
  }),
  route(calls.collectNft, async (input, { db, customer }) =>
    db.transaction().execute((tx) => markFavourite(tx, { customer: customer.id, ...input })),
  ),
  route(calls.nftFavourites, async (page, { db, clock, customer }) =>
    listed(
      page,
      'id',
      (slice) => listFavourites(db, customer.id, slice),
      async (marks) => {
        const ids = marks.map(({ artwork_id }) => artwork_id)
        const found = new Map((await artworksById(db, ids)).map((row) => [row.id, row]))
        return showArtworks(
          db,
          ids.map((id) => found.get(id)!),
          customer.id,
          clock.nowMs(),
        )
      },
    ),
  ),
  route(calls.nftCurrency, async (_, { db, customerOrUndefined: customer }) => ({
    items: [
      {
        ...{ code: rules.PAID_IN, decimals: requireCurrency(rules.PAID_IN).decimals },
        available: customer ? showMoney(await balanceOf(db, fundingOf(customer.id))) : null,
      },
    ],
    ...terms,
    ...{ minimumPrice: showMoney(rules.MIN_PRICE), maximumPrice: showMoney(rules.MAX_PRICE) },
  })),
  route(calls.ownNfts, async (page, { db, clock, customer }) =>
    listed(
      page,
      'history_id',
      (slice) => artworksOf(db, customer.id, slice),
      (rows) => showOwn(db, rows, customer.id, clock.nowMs()),
    ),
  ),
  route(calls.ownNftBids, async ({ status, recordId, ...page }, { db, customer }) =>
    listed(
      page,
      'id',
      (slice) => listMargins(db, customer.id, { status, id: recordId }, slice),
      (rows) => showBids(db, rows, customer.id),
    ),
  ),
  route(calls.unpaidNftOrders, async (page, { db, customer }) => ({
    ...(await listed(
      page,
      'id',
      (slice) => listOrders(db, customer.id, { role: 'buyer', status: 'unpaid' }, slice),
      (rows) => showOrders(db, rows, customer.id),
    )),
    unread: await countUnread(db, customer.id),
  })),
  route(calls.nftOrders, async ({ role, status, ...page }, { db, customer }) =>
    listed(
      page,
      'id',
      (slice) => listOrders(db, customer.id, { role, status }, slice),
      (rows) => showOrders(db, rows, customer.id),
    ),
  ),
  route(calls.nftOrder, async ({ id }, { db, customer }) =>
    showOrder(db, await requireOrder(db, id, customer.id), customer.id),
  ),
  route(calls.nftMedia, ({ id }, ctx) => replyPublic(deps, ctx, id)),

  moneyRoute(calls.buyNft, async (input, { clock, customer }, tx) =>
    showOrder(
      tx,
      await buyArtwork(tx, deps.equity, { customer: customer.id, ...input }, clock.nowMs()),
      customer.id,
    ),
  ),
  moneyRoute(calls.payNftMargin, async ({ code }, { clock, customer }, tx) =>
    showBid(tx, await payMargin(tx, deps.equity, { customer: customer.id, code }, clock.nowMs())),
  ),
  moneyRoute(calls.bidNft, async (input, { clock, customer }, tx) =>
    showBid(tx, await bid(tx, { customer: customer.id, ...input }, clock.nowMs())),
  ),
  moneyRoute(calls.resellNft, async (input, { clock, customer }, tx) => {
    const artwork = await resellArtwork(tx, { customer: customer.id, ...input }, clock.nowMs())
    return showDetail(tx, artwork, customer.id, clock.nowMs())
  }),
  moneyRoute(calls.withdrawNft, async ({ id }, { clock, customer }, tx) =>
    showDetail(tx, await withdrawArtwork(tx, { customer: customer.id, id }), customer.id, clock.nowMs()),
  ),
  moneyRoute(calls.payNftOrder, async ({ id }, { clock, customer }, tx) =>
    showOrder(tx, await payOrder(tx, deps.equity, { customer: customer.id, id }, clock.nowMs()), customer.id),
  ),
  route(calls.readNftOrder, async ({ id }, { db, clock, customer }) =>
    db
      .transaction()
      .execute(async (tx) =>
        showOrder(tx, await readOrder(tx, { customer: customer.id, id }, clock.nowMs()), customer.id),
      ),
  ),
]

const terms = {
  feePercent: rules.percentOf(rules.FEE_BPS),
  maxRoyaltyPercent: rules.percentOf(rules.MAX_ROYALTY_BPS),
  marginPercent: rules.percentOf(rules.MARGIN_BPS),
  stepPercent: rules.percentOf(rules.STEP_BPS),
  extendsWithinSeconds: rules.EXTENDS_WITHIN_MS / SECOND_MS,
  extensionSeconds: rules.EXTENSION_MS / SECOND_MS,
  maxExtendedHours: rules.MAX_EXTENDED_MS / HOUR_MS,
  payWithinHours: rules.PAY_WITHIN_MS / HOUR_MS,
  resaleAfterHours: rules.RESALE_AFTER_MS / HOUR_MS,
}

/** A page of rows that are shown together, so that what they name is loaded once for all of them. */
async function listed<Name extends string, Row extends { readonly [key in Name]: bigint }, View>(
  page: PageInput,
  key: Name,
  load: (slice: PageSlice) => Promise<readonly Row[]>,
  show: (rows: readonly Row[]) => Promise<View[]>,
) {
  const { items, next } = await pageOf<Row, Row>(page, [key] as never, load, (row) => row)
  return { items: await show(items), next }
}

async function showArtists(db: Db, rows: readonly ArtistRow[]) {
  const media = await mediaById(
    db,
    rows.map(({ portrait }) => portrait),
  )
  const count = await countArtworks(
    db,
    'artist_id',
    rows.map(({ id }) => id),
  )
  return rows.map((row) => artistView({ media }, row, count(row.id)))
}

async function showCollections(db: Db, rows: readonly CollectionRow[], nowMs: number) {
  const ids = rows.map(({ id }) => id)
  const artists = await artistsById(
    db,
    rows.map(({ artist_id }) => artist_id),
  )
  const covers = await coversOf(db, rows)
  const media = await mediaById(db, [
    ...covers.values(),
    ...[...artists.values()].map(({ portrait }) => portrait),
  ])
  const count = await countArtworks(db, 'collection_id', ids)
  const floors = await floorsOf(db, ids, nowMs)
  return rows.map((row) =>
    collectionView({ media, artists }, row, {
      ...{ cover: covers.get(row.id) ?? null, artworks: count(row.id), floor: floors.get(row.id) },
    }),
  )
}

async function showArtworks(
  db: Db,
  rows: readonly ArtworkRow[],
  viewer: CustomerId | undefined,
  nowMs: number,
) {
  const parts = await partsOf(db, rows, viewer)
  return rows.map((row) => artworkView(parts, row, nowMs))
}

async function showOwn(db: Db, rows: readonly ArtworkRow[], viewer: CustomerId, nowMs: number) {
  const parts = await partsOf(db, rows, viewer)
  const paid = await paidFor(
    db,
    rows.map(({ history_id }) => history_id),
  )
  return rows.map((row) => {
    const price = paid.get(row.history_id) ?? null
    const auction = row.auction_id === null ? undefined : parts.auctions.get(row.auction_id)
    return {
      ...artworkView(parts, row, nowMs),
      ...{ sinceMs: row.owned_since, resaleFromMs: rules.resaleFrom(row.owned_since) },
      paid: price === null ? null : showMoney(price),
      ...percents(row, parts.artists.get(row.artist_id)!),
      isReserved: row.offer === 'auction' && auction?.status === 'won',
    }
  })
}

async function showDetail(db: Db | Tx, row: ArtworkRow, viewer: CustomerId | undefined, nowMs: number) {
  const parts = await partsOf(db, [row], viewer)
  if (viewer === undefined) return artworkDetail(parts, row, undefined, nowMs)
  const order = row.auction_id === null ? undefined : await orderOfAuction(db, row.auction_id)
  const isSide = order?.status === 'unpaid' && [order.buyer_id, order.seller_id].includes(viewer)
  const artist = parts.artists.get(row.artist_id)!
  const own = {
    margin: row.auction_id === null ? undefined : await findMargin(db, row.auction_id, viewer),
    order: isSide ? order : undefined,
    isSellerOrArtist:
      (await isSamePerson(db, viewer, row.owner_id)) || (await isSamePerson(db, viewer, artist.customer_id)),
  }
  return artworkDetail(parts, row, own, nowMs)
}

async function showBids(db: Db | Tx, rows: readonly MarginRow[], viewer: CustomerId) {
  const auctionIds = rows.map(({ auction_id }) => auction_id)
  const orders = await ordersOfAuctions(db, auctionIds)
  const parts = await partsOfAuctions(db, auctionIds, viewer)
  return rows.map((row) => bidView(parts, row, orders.get(row.auction_id)))
}

async function partsOfAuctions(db: Db | Tx, auctionIds: readonly bigint[], viewer: CustomerId) {
  const auctions = [...(await auctionsById(db, auctionIds)).values()]
  return partsOfIds(
    db,
    auctions.map(({ artwork_id }) => artwork_id),
    viewer,
    auctionIds,
  )
}

const showBid = async (tx: Tx, margin: MarginRow) => (await showBids(tx, [margin], margin.customer_id))[0]!

async function showOrders(db: Db | Tx, rows: readonly Order[], viewer: CustomerId) {
  const parts = await partsOfIds(
    db,
    rows.map(({ artwork_id }) => artwork_id),
    viewer,
  )
  return rows.map((row) => orderView(parts, row, viewer))
}

const showOrder = async (db: Db | Tx, order: Order, viewer: CustomerId) =>
  (await showOrders(db, [order], viewer))[0]!
