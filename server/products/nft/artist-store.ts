import { sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { ArtistDraft, CollectionDraft } from '#domain/nft/rules.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { ArtistRow, CollectionRow } from './tables.ts'

/** Artists and collections. */

/** The artist with this id. Refuses: NOT_FOUND. */
export async function requireArtist(db: Db | Tx, id: bigint): Promise<ArtistRow> {
  const row = await db.selectFrom('nft_artist').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** The same, locked until the transaction ends. Refuses: NOT_FOUND. */
export async function lockArtist(tx: Tx, id: bigint): Promise<ArtistRow> {
  const row = await tx
    .selectFrom('nft_artist')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** Some artists by their ids. */
export async function artistsById(
  db: Db | Tx,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, ArtistRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('nft_artist')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Artists, the newest first, or those whose name begins with a text. */
export function listArtists(
  db: Db,
  search: string | undefined,
  { after, offset, limit }: PageSlice,
): Promise<ArtistRow[]> {
  let query = db.selectFrom('nft_artist').selectAll()
  if (search !== undefined) {
    const prefix = `${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<boolean>`lower(name) like ${prefix}`)
  }
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** How many artworks there are of each of these artists, or in each of these collections. */
export async function countArtworks(
  db: Db,
  of: 'artist_id' | 'collection_id',
  ids: readonly bigint[],
): Promise<(id: bigint) => number> {
  const { rows } = await sql<{ id: bigint; count: number }>`
    select ${sql.ref(of)} as id, count(*)::int as count from nft_artwork
    where ${sql.ref(of)} = any(${arrayLiteral(ids, (id) => id)}::bigint[]) group by 1`.execute(db)
  const found = new Map(rows.map(({ id, count }) => [id, count]))
  return (id) => found.get(id) ?? 0
}

const artistColumns = ({ name, bio, portrait, customer }: ArtistDraft) => ({
  ...{ name, bio, portrait: portrait ?? null },
  customer_id: (customer ?? null) as CustomerId | null,
})

export const insertArtist = (tx: Tx, draft: ArtistDraft, nowMs: number): Promise<ArtistRow> =>
  tx
    .insertInto('nft_artist')
    .values({
      ...{ ...artistColumns(draft), status: 'active' },
      ...{ created_at: new Date(nowMs), updated_at: new Date(nowMs) },
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Changes an artist. */
export async function updateArtist(
  tx: Tx,
  id: bigint,
  change: ArtistDraft | Pick<ArtistRow, 'status'>,
  nowMs: number,
): Promise<void> {
  await tx
    .updateTable('nft_artist')
    .set({ ...('status' in change ? change : artistColumns(change)), updated_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
}

/** The artist who has this account. */
export const artistOfCustomer = (db: Db | Tx, customer: CustomerId): Promise<ArtistRow | undefined> =>
  db.selectFrom('nft_artist').selectAll().where('customer_id', '=', customer).executeTakeFirst()

/** The collection with this id. Refuses: NOT_FOUND. */
export async function requireCollection(db: Db | Tx, id: bigint): Promise<CollectionRow> {
  const row = await db.selectFrom('nft_collection').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** Some collections by their ids. */
export async function collectionsById(
  db: Db | Tx,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, CollectionRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('nft_collection')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Collections, the newest first; `mine`: those of which this customer owns an artwork or marked one. */
export function listCollections(
  db: Db,
  { artistId, mine }: { readonly artistId?: bigint | undefined; readonly mine?: CustomerId | undefined },
  { after, offset, limit }: PageSlice,
): Promise<CollectionRow[]> {
  let query = db.selectFrom('nft_collection as c').selectAll()
  if (artistId !== undefined) query = query.where('artist_id', '=', artistId)
  if (mine !== undefined)
    query = query.where(sql<boolean>`c.id in (
      select collection_id from nft_artwork where owner_id = ${mine}
      union all
      select collection_id from nft_artwork a join nft_favourite f on f.artwork_id = a.id where f.customer_id = ${mine})`)
  if (after) query = query.where('id', '<', after[0]!)
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute()
}

/** The picture that stands for each of these collections: its cover, or else that of its newest artwork. */
export async function coversOf(
  db: Db,
  collections: readonly Pick<CollectionRow, 'id' | 'cover'>[],
): Promise<ReadonlyMap<bigint, string>> {
  const own = collections.flatMap(({ id, cover }) => (cover === null ? [] : [[id, cover] as const]))
  const bare = collections.filter(({ cover }) => cover === null).map(({ id }) => id)
  const { rows } = await sql<{ id: bigint; picture: string }>`
    select c.id, a.picture from unnest(${arrayLiteral(bare, (id) => id)}::bigint[]) as c (id)
    cross join lateral (
      select coalesce(poster_id, media_id) as picture from nft_artwork
      where collection_id = c.id order by id desc limit 1) a`.execute(db)
  return new Map([...own, ...rows.map(({ id, picture }) => [id, picture] as const)])
}

/** The lowest price at which an artwork of each of these collections can be bought now. */
export async function floorsOf(
  db: Db,
  ids: readonly bigint[],
  nowMs: number,
): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await sql<{ id: bigint; floor: bigint }>`
    select collection_id as id, min(price) as floor from nft_artwork
    where collection_id = any(${arrayLiteral(ids, (id) => id)}::bigint[]) and offer = 'fixed' and is_open
      and opens_at <= ${new Date(nowMs)}::timestamptz and (ends_at is null or ends_at > ${new Date(nowMs)}::timestamptz)
    group by 1`.execute(db)
  return new Map(rows.map(({ id, floor }) => [id, floor]))
}

export const insertCollection = (tx: Tx, draft: CollectionDraft, nowMs: number): Promise<CollectionRow> =>
  tx
    .insertInto('nft_collection')
    .values({
      ...{ artist_id: draft.artistId, name: draft.name, description: draft.description },
      cover: draft.cover ?? null,
      ...{ created_at: new Date(nowMs), updated_at: new Date(nowMs) },
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Changes what is said of a collection. */
export async function updateCollection(
  tx: Tx,
  id: bigint,
  { name, description, cover }: Omit<CollectionDraft, 'artistId'>,
  nowMs: number,
): Promise<void> {
  await tx
    .updateTable('nft_collection')
    .set({ name, description, cover: cover ?? null, updated_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
}
