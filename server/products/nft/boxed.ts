import { sql } from 'kysely'
import type { BoxArtwork } from '#domain/box/contract.ts'
import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { NftMediaType } from '#domain/nft/words.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { giveArtwork, lockArtwork } from './artwork-store.ts'

/** What blind boxes do with artworks: the platform's own are set aside, given to whoever drew them, or set free again. */

/** An artwork that may be put into a series. */
export interface BoxableArtwork {
  readonly id: bigint
  readonly code: string
  readonly title: string
  /** The digest of its picture or video. */
  readonly digest: string
}

/** Those of these artworks that are the platform's, in nothing else and on no offer, by their codes; locked where asked. */
export async function boxableArtworks(
  db: Db | Tx,
  codes: readonly string[],
  lock = false,
): Promise<Map<string, BoxableArtwork>> {
  const { rows } = await sql<BoxableArtwork>`
    select id, code, title, media_id as digest from nft_artwork
    where code = any(${textArrayLiteral(codes, (code) => code)}::text[])
      and owner_id is null and offer = 'none' and not is_boxed
    order by id ${lock ? sql`for update` : sql``}`.execute(db)
  return new Map(rows.map((row) => [row.code, row]))
}

/** Sets artworks aside for boxes, or free again; they are locked, or in a series that is. */
export async function setBoxed(tx: Tx, ids: readonly bigint[], isBoxed: boolean): Promise<void> {
  const { numAffectedRows } = await sql`
    update nft_artwork set is_boxed = ${isBoxed}
    where id = any(${arrayLiteral(ids, (id) => id)}::bigint[]) and is_boxed <> ${isBoxed} and owner_id is null`.execute(
    tx,
  )
  assert(numAffectedRows === BigInt(ids.length), 'artworks go into boxes, and out of them, once')
}

/** Gives an artwork that was set aside to the customer in whose box it was, with a line of its history. */
export async function giveFromBox(
  tx: Tx,
  { artwork, customer, price }: { artwork: bigint; customer: CustomerId; price: bigint },
  nowMs: number,
): Promise<void> {
  const found = await lockArtwork(tx, { id: artwork })
  assert(found.is_boxed && found.owner_id === null, `artwork ${artwork} was set aside for a box`)
  await giveArtwork(tx, found, { kind: 'box', to: customer, price, orderId: null }, nowMs)
}

interface ShownRow {
  readonly id: bigint
  readonly code: string
  readonly title: string
  readonly is_video: boolean
  readonly media: string
  readonly type: NftMediaType
  readonly bytes: bigint
  readonly width: number | null
  readonly height: number | null
}

/** Artworks as boxes show them, by id: of a video the picture that stands for it. */
export async function shownArtworks(db: Db | Tx, ids: readonly bigint[]): Promise<Map<bigint, BoxArtwork>> {
  const { rows } = await sql<ShownRow>`
    select a.id, a.code, a.title, a.media_kind = 'video' as is_video, m.id as media, m.type, m.bytes, m.width, m.height
    from nft_artwork a join nft_media m on m.id = coalesce(a.poster_id, a.media_id)
    where a.id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(db)
  return new Map(
    rows.map(({ id, code, title, is_video: isVideo, media, type, bytes, width, height }) => [
      id,
      {
        ...{ code, title, isVideo },
        picture: { id: media, kind: 'picture', type, bytes: Number(bytes), width, height },
      },
    ]),
  )
}
