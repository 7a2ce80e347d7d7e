import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { FENCED } from './errors.ts'

declare module './tables.ts' {
  interface Tables {
    fencing_token: { writer: string; token: bigint }
  }
}

/** What has one writer at a time: the engine of a product, the price tape, or who watches a chain. */
export type Writer =
  | 'spot'
  | 'contract'
  | 'practice'
  | 'practice-option'
  | 'option'
  | 'tape'
  | `chain:${string}`

/**
 * Acquires the next fencing token of a writer. Each of its transactions checks its token, so nothing of an
 * earlier holder is written from then on; a transaction of theirs that is under way is waited for.
 *
 * Returns: the token that is now the caller's own.
 */
export async function acquireFencingToken(db: Db | Tx, writer: Writer): Promise<bigint> {
  const { rows } = await sql<{ token: bigint }>`
    insert into fencing_token (writer, token) values (${writer}, 1)
    on conflict (writer) do update set token = fencing_token.token + 1 returning token`.execute(db)
  return rows[0]!.token
}

/**
 * Waits until every transaction under a token has ended, and keeps others from acquiring the next until this one
 * has. For a writer that has lost sight of its own transactions, but not its place.
 *
 * Refuses: (by throwing, see `isFenced`) when another writer has taken over.
 */
export async function lockFencingToken(tx: Tx, writer: Writer, token: bigint): Promise<void> {
  const row = await tx
    .selectFrom('fencing_token')
    .select('token')
    .where('writer', '=', writer)
    .where('token', '=', token)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw Object.assign(new Error(`another ${writer} writer has taken over`), { code: FENCED })
}
