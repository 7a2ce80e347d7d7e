import { sql } from 'kysely'
import { assert, refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { NftHistoryKind, NftMediaKind, NftOffer } from '#domain/nft/words.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { advanceIdsPast, nextId } from '#server/platform/ids.ts'
import type { ArtworkRow, HistoryRow } from './tables.ts'

/** Artworks, who has them, and who had them. */

/** All but the words that are searched. */
export const artworkColumns = [
  ...(['id', 'code', 'run', 'edition', 'editions', 'artist_id', 'collection_id', 'title'] as const),
  ...(['description', 'media_id', 'media_kind', 'poster_id', 'royalty_bps', 'owner_id'] as const),
  ...(['owned_since', 'history_id', 'is_sold', 'offer', 'price', 'opens_at', 'ends_at'] as const),
  ...(['closed_at', 'is_open', 'auction_id', 'is_boxed', 'favourites', 'created_at', 'proposal'] as const),
] as const

const artworks = (db: Db | Tx) => db.selectFrom('nft_artwork').select(artworkColumns)

/** The artwork with this code. Refuses: NOT_FOUND. */
export async function requireArtwork(db: Db | Tx, code: string): Promise<ArtworkRow> {
  const row = await artworks(db).where('code', '=', code).executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** The artwork with this id. Refuses: NOT_FOUND. */
export async function requireArtworkById(db: Db | Tx, id: bigint): Promise<ArtworkRow> {
  const row = await artworks(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/**
 * The same, locked until the transaction ends: whoever changes an artwork, its auction or its order has this lock first.
 *
 * Refuses: NOT_FOUND.
 */
export async function lockArtwork(
  tx: Tx,
  of: { readonly code: string } | { readonly id: bigint },
): Promise<ArtworkRow> {
  const query = 'code' in of ? artworks(tx).where('code', '=', of.code) : artworks(tx).where('id', '=', of.id)
  const row = await query.forUpdate().executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** The same for whoever says that it is theirs. Refuses: NFT_NOT_YOURS, also where there is none. */
export async function lockOwn(tx: Tx, id: bigint): Promise<ArtworkRow> {
  const row = await artworks(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw refusal('NFT_NOT_YOURS')
  return row
}

/** Some artworks by their ids, in no order. */
export const artworksById = async (db: Db | Tx, ids: readonly bigint[]): Promise<ArtworkRow[]> =>
  ids.length === 0
    ? []
    : artworks(db)
        .where('id', 'in', [...new Set(ids)])
        .execute()

export interface ArtworkFilter {
  readonly artistId?: bigint | undefined
  readonly collectionId?: bigint | undefined
  readonly offer?: NftOffer | undefined
  readonly kind?: NftMediaKind | undefined
  readonly search?: string | undefined
}

/** Artworks, the newest first. */
export async function listArtworks(
  db: Db,
  { artistId, collectionId, offer, kind, search }: ArtworkFilter,
  { after, offset, limit }: PageSlice,
): Promise<ArtworkRow[]> {
  const words = search === undefined ? undefined : wordsOf(search)
  if (words === '') return []
  let query = artworks(db)
  if (artistId !== undefined) query = query.where('artist_id', '=', artistId)
  if (collectionId !== undefined) query = query.where('collection_id', '=', collectionId)
  if (offer !== undefined) query = query.where('offer', '=', offer)
  if (kind !== undefined) query = query.where('media_kind', '=', kind)
  if (words !== undefined) query = query.where(sql<boolean>`search @@ to_tsquery('simple', ${words})`)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** A text as a search for words that begin so; empty where it has none. @example wordsOf('blue ra') // 'blue:* & ra:*' */
export const wordsOf = (text: string): string =>
  text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => `${word}:*`)
    .join(' & ')

/** Artworks that a customer has, the newest first. */
export async function artworksOf(
  db: Db,
  owner: CustomerId,
  { after, offset, limit }: PageSlice,
): Promise<ArtworkRow[]> {
  let query = artworks(db).where('owner_id', '=', owner)
  if (after) query = query.where('history_id', '<', after[0]!)
  return query.orderBy('history_id', 'desc').offset(offset).limit(limit).execute()
}

/** Whose works those of a run are, all of one artist; undefined where there is no such run. */
export const artistOfRun = async (db: Db | Tx, run: string): Promise<bigint | undefined> =>
  (await artworks(db).where('run', '=', run).limit(1).executeTakeFirst())?.artist_id

/** All works of a run, locked, in their order. */
export const lockRun = (tx: Tx, run: string): Promise<ArtworkRow[]> =>
  artworks(tx).where('run', '=', run).orderBy('id').forUpdate().execute()

type Changes = Partial<
  Pick<ArtworkRow, 'offer' | 'price' | 'auction_id' | 'is_boxed' | 'is_sold'> & {
    readonly opensAtMs: number | null
    readonly endsAtMs: number | null
    readonly closedAtMs: number | null
  }
>

const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms))

/** Changes how a locked artwork is offered. */
export async function updateArtwork(
  tx: Tx,
  id: bigint,
  { opensAtMs, endsAtMs, closedAtMs, ...changes }: Changes,
): Promise<void> {
  await tx
    .updateTable('nft_artwork')
    .set({
      ...changes,
      ...(opensAtMs !== undefined && { opens_at: dateOf(opensAtMs) }),
      ...(endsAtMs !== undefined && { ends_at: dateOf(endsAtMs) }),
      ...(closedAtMs !== undefined && { closed_at: dateOf(closedAtMs) }),
    })
    .where('id', '=', id)
    .execute()
}

/** What an artwork is while it is not offered. */
export const notOffered = { offer: 'none', price: null, opensAtMs: null, endsAtMs: null } as const

/** How an artwork comes to somebody; the platform is null. */
export interface Handover {
  readonly kind: NftHistoryKind
  readonly to: CustomerId | null
  readonly price: bigint | null
  readonly orderId: bigint | null
}

/** Gives a locked artwork to somebody: a row of its history, and its owner. It is offered no more, and lies in no box. */
export async function giveArtwork(
  tx: Tx,
  artwork: Pick<ArtworkRow, 'id' | 'owner_id' | 'history_id'>,
  { kind, to, price, orderId }: Handover,
  nowMs: number,
): Promise<void> {
  // Another process's clock may have been ahead when it came to its present owner.
  advanceIdsPast(artwork.history_id)
  const at = new Date(nowMs)
  const history = { id: nextId(), artwork_id: artwork.id, kind, from_id: artwork.owner_id, to_id: to }
  await tx
    .insertInto('nft_history')
    .values({ ...history, price, order_id: orderId, at })
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('nft_artwork')
    .set({
      ...{ owner_id: to, owned_since: at, history_id: history.id, is_sold: true, is_boxed: false },
      ...{ offer: 'none', price: null, opens_at: null, ends_at: null },
    })
    .where('id', '=', artwork.id)
    .where('history_id', '=', artwork.history_id)
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, 'an artwork has one owner, who gives it away once')
}

/** How an artwork came to whoever has it, the newest first. */
export function historyOf(
  db: Db,
  artworkId: bigint,
  { after, offset, limit }: PageSlice,
): Promise<HistoryRow[]> {
  let query = db.selectFrom('nft_history').selectAll().where('artwork_id', '=', artworkId)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** What each of these artworks' owners paid, by the row of the history they got it by. */
export async function paidFor(
  db: Db,
  historyIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint | null>> {
  if (historyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('nft_history')
    .select(['id', 'price'])
    .where('id', 'in', [...historyIds])
    .execute()
  return new Map(rows.map(({ id, price }) => [id, price]))
}

/** Bids on an artwork and prices paid for it, newest first. */
export async function quotationsOf(db: Db, artworkId: bigint, { after, offset, limit }: PageSlice) {
  const before = after ? sql`and id < ${after[0]!}::bigint` : sql``
  const part = sql`order by id desc limit ${limit + offset}`
  const { rows } = await sql<{
    id: bigint
    kind: 'bid' | 'sale'
    price: bigint
    number: number | null
    auction_id: bigint | null
    customer_id: CustomerId
    at: number
  }>`
    select * from (
      (select id, 'bid' as kind, price, number, auction_id, customer_id, at from nft_bid
        where artwork_id = ${artworkId} ${before} ${part})
      union all
      (select id, 'sale', price, null, null, to_id, at from nft_history
        where artwork_id = ${artworkId} and order_id is not null ${before} ${part})) both_kinds
    order by id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Marks an artwork as a customer's favourite, or unmarks it; false where it was so already. */
export async function setFavourite(
  tx: Tx,
  customer: CustomerId,
  artworkId: bigint,
  isOn: boolean,
): Promise<boolean> {
  const changed = isOn
    ? (
        await tx
          .insertInto('nft_favourite')
          .values({ customer_id: customer, artwork_id: artworkId, id: nextId() })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      ).numInsertedOrUpdatedRows
    : (
        await tx
          .deleteFrom('nft_favourite')
          .where('customer_id', '=', customer)
          .where('artwork_id', '=', artworkId)
          .executeTakeFirst()
      ).numDeletedRows
  if (changed !== 1n) return false
  await tx
    .updateTable('nft_artwork')
    .set(({ eb }) => ({ favourites: eb('favourites', isOn ? '+' : '-', 1) }))
    .where('id', '=', artworkId)
    .execute()
  return true
}

/** How many artworks a customer marked. */
export async function countFavourites(db: Db | Tx, customer: CustomerId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from nft_favourite where customer_id = ${customer}`.execute(db)
  return rows[0]!.count
}

/** Which of these artworks a customer marked. */
export async function favouritesAmong(
  db: Db | Tx,
  customer: CustomerId,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('nft_favourite')
    .select('artwork_id')
    .where('customer_id', '=', customer)
    .where('artwork_id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ artwork_id }) => artwork_id))
}

/** The marks of a customer, the newest first. */
export function listFavourites(db: Db, customer: CustomerId, { after, offset, limit }: PageSlice) {
  let query = db.selectFrom('nft_favourite').select(['id', 'artwork_id']).where('customer_id', '=', customer)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** How many artworks a customer has. */
export async function countOwned(db: Db | Tx, customer: CustomerId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from nft_artwork where owner_id = ${customer}`.execute(db)
  return rows[0]!.count
}
