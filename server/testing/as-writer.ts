import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Writer } from '#server/platform/db/fencing-token.ts'

/** Shows the token that a writer has, as its own transactions do; of one that has none yet, its first. */
export async function showToken(tx: Tx, writer: Writer): Promise<void> {
  await sql`insert into fencing_token (writer, token) values (${writer}, 1) on conflict do nothing`.execute(
    tx,
  )
  await sql`
    select require_fencing_token(writer, token) from fencing_token where writer = ${writer}`.execute(tx)
}

/** Writes rows of an engine's tables that no engine decided: many at once, or wrong ones. */
export const asWriter = <T>(db: Db, writer: Writer, write: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await showToken(tx, writer)
    return write(tx)
  })
