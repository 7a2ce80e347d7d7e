import type { Db, Tx } from '../db/database.ts'

declare module '../db/tables.ts' {
  interface Tables {
    upload: {
      id: string
      owner: bigint
      sha256: string
      bytes: number
      width: number
      height: number
      created_at: number | Date
    }
  }
}

/** What is known of an image; its bytes are in an encrypted file named by the id. */
export interface UploadRow {
  readonly id: string
  readonly owner: bigint
  /** Of the image as it was re-encoded: the same picture sent twice has the same. */
  readonly sha256: string
  readonly bytes: number
  readonly width: number
  readonly height: number
}

export const findUpload = (db: Db | Tx, id: string): Promise<UploadRow | undefined> =>
  db
    .selectFrom('upload')
    .select(['id', 'owner', 'sha256', 'bytes', 'width', 'height'])
    .where('id', '=', id)
    .executeTakeFirst()

export async function insertUpload(db: Db | Tx, row: UploadRow, nowMs: number): Promise<void> {
  await db
    .insertInto('upload')
    .values({ ...row, created_at: new Date(nowMs) })
    .execute()
}

/** How many images an owner sent since a moment. */
export async function countUploadsSince(db: Db, owner: bigint, sinceMs: number): Promise<number> {
  const row = await db
    .selectFrom('upload')
    .select((column) => column.fn.countAll<bigint>().as('count'))
    .where('owner', '=', owner)
    .where('created_at', '>', new Date(sinceMs))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
