import { type Generated, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

type UploadState = 'loose' | 'attached' | 'portrait' | 'deleting'

declare module '../db/tables.ts' {
  interface Tables {
    upload: {
      id: string
      customer_id: bigint
      sha256: string
      bytes: number
      width: number
      height: number
      created_at: number | Date
      /**
       * `attached` once something referred to it that is kept for ever, `portrait` while it is one and nothing else;
       * `deleting` when nothing referred to it for too long, or it was a portrait that was replaced.
       */
      state: Generated<UploadState>
    }
  }
}

/** What is known of an image; its bytes are in an encrypted file named by the id. */
export interface UploadRow {
  readonly id: string
  readonly customer_id: bigint
  /** Of the image as it was re-encoded: the same picture sent twice has the same. */
  readonly sha256: string
  readonly bytes: number
  readonly width: number
  readonly height: number
}

const COLUMNS = ['id', 'customer_id', 'sha256', 'bytes', 'width', 'height'] as const

/** An image by its id, whoever sent it; `undefined` for one that is being removed. */
export const findUpload = (db: Db | Tx, id: string): Promise<UploadRow | undefined> =>
  db
    .selectFrom('upload')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('state', '<>', 'deleting')
    .executeTakeFirst()

/**
 * An owner's image, for something that refers to it from now on: it is never removed then. `undefined`
 * for none, for another's, and for one that is being removed.
 */
export const attachUpload = (tx: Tx, customerId: bigint, id: string): Promise<UploadRow | undefined> =>
  attach(tx, customerId, id, sql`'attached'`)

/** The same for an owner's portrait, which keeps the image for as long as it is one. */
export const attachPortrait = (tx: Tx, customerId: bigint, id: string): Promise<UploadRow | undefined> =>
  attach(tx, customerId, id, sql`case state when 'loose' then 'portrait' else state end`)

const attach = (tx: Tx, customerId: bigint, id: string, state: RawBuilder<UploadState>) =>
  tx
    .updateTable('upload')
    .set({ state })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('state', '<>', 'deleting')
    .returning(COLUMNS)
    .executeTakeFirst()

/** Marks what was a portrait, and nothing else, to be removed. */
export async function releasePortrait(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ state: 'deleting' })
    .where('id', '=', id)
    .where('state', '=', 'portrait')
    .execute()
}

/** Marks an image that was copied elsewhere to be removed, unless something refers to it. */
export async function releaseUpload(db: Db | Tx, id: string): Promise<void> {
  await db
    .updateTable('upload')
    .set({ state: 'deleting' })
    .where('id', '=', id)
    .where('state', '=', 'loose')
    .execute()
}

/** Holds images, so that nothing else begins to refer to them before the transaction ends. */
export async function lockUploads(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.selectFrom('upload').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

/** Marks images that something referred to, and refers to no more, to be removed. */
export async function detachUploads(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('upload')
    .set({ state: 'deleting' })
    .where('id', 'in', ids)
    .where('state', '=', 'attached')
    .execute()
}

/** Marks the oldest images that came at or before a moment and were attached to nothing. */
export async function markAbandoned(db: Db, untilMs: number, limit: number): Promise<void> {
  await sql`
    update upload set state = 'deleting' where state = 'loose' and id in (
      select id from upload where state = 'loose' and created_at <= ${new Date(untilMs)}
      order by created_at limit ${limit} for update skip locked)`.execute(db)
}

/** Images that are marked to be removed. */
export async function markedUploads(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('upload')
    .select('id')
    .where('state', '=', 'deleting')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Forgets a marked image, whose file is gone. */
export async function deleteMarked(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload').where('id', '=', id).where('state', '=', 'deleting').execute()
}

/** Records an image that was sent; nothing refers to it yet. */
export async function insertUpload(db: Db | Tx, row: UploadRow, nowMs: number): Promise<void> {
  await db
    .insertInto('upload')
    .values({ ...row, created_at: new Date(nowMs) })
    .execute()
}

/** How many images an owner sent since a moment. */
export async function countUploadsSince(db: Db, customerId: bigint, sinceMs: number): Promise<number> {
  const row = await db
    .selectFrom('upload')
    .select((column) => column.fn.countAll<bigint>().as('count'))
    .where('customer_id', '=', customerId)
    .where('created_at', '>', new Date(sinceMs))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
