import { sql } from 'kysely'
import type { NftMediaKind, NftMediaType } from '#domain/nft/words.ts'
import { textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { MediaRow } from './tables.ts'

/** What is known of pictures and videos; their bytes are in files named by the same hash. */

/** A picture or video, drafts too. */
export const findMedia = (db: Db | Tx, id: string): Promise<MediaRow | undefined> =>
  db.selectFrom('nft_media').selectAll().where('id', '=', id).executeTakeFirst()

/** Whether everybody gets it. */
export const isReleased = ({ published_at, hidden_at }: MediaRow): boolean =>
  published_at !== null && hidden_at === null

/** Some of them by their ids. */
export async function mediaById(
  db: Db | Tx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, MediaRow>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await db.selectFrom('nft_media').selectAll().where('id', 'in', wanted).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Records a draft; one that is there stays as it is. */
export async function insertMedia(
  db: Db | Tx,
  media: {
    readonly id: string
    readonly kind: NftMediaKind
    readonly type: NftMediaType
    readonly bytes: number
    readonly width: number | null
    readonly height: number | null
    readonly operator: bigint
  },
  nowMs: number,
): Promise<void> {
  const { operator, bytes, ...row } = media
  await db
    .insertInto('nft_media')
    .values({ ...row, bytes: BigInt(bytes), operator_id: operator, uploaded_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Publishes pictures and videos of what two operators approved, and locks them; what was hidden stays hidden. */
export async function publishMedia(
  tx: Tx,
  ids: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, MediaRow>> {
  const { rows } = await sql<MediaRow>`
    update nft_media set published_at = coalesce(published_at, ${new Date(nowMs)}::timestamptz)
    where id = any(${textArrayLiteral(ids, (id) => id)}::text[]) returning *`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Hides a picture or video, or shows it again; false where there is none, or it was so. */
export async function setHidden(tx: Tx, id: string, isHidden: boolean, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('nft_media')
    .set({ hidden_at: isHidden ? new Date(nowMs) : null })
    .where('id', '=', id)
    .where('hidden_at', isHidden ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Drafts that came before a moment and that nothing proposed names, locked. */
export async function lockAbandoned(tx: Tx, beforeMs: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from nft_media m
    where m.published_at is null and m.uploaded_at < ${new Date(beforeMs)}::timestamptz and not exists (
      select from proposal p where p.status = 'pending' and p.kind like 'nft-%'
        and m.id in (p.params->>'media', p.params->>'poster', p.params->>'portrait', p.params->>'cover'))
    order by m.uploaded_at limit ${limit} for update of m skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Forgets a draft. */
export async function deleteMedia(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('nft_media').where('id', '=', id).where('published_at', 'is', null).execute()
}
