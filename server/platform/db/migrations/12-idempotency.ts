import { type Kysely, sql } from 'kysely'

/**
 * A key is one call of its caller's: the path was part of the primary key, so that two calls with one key,
 * both under way, could both be written.
 *
 * Which is refused while a call is under way is decided in the process (`whileKeyIsUsed`), so that nobody
 * waits here for the uncommitted key of a call that waits for them; what two processes do at once is refused
 * here. Of keys that were used for two calls the first is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DELETE FROM idempotent_call later USING idempotent_call first
    WHERE first.actor = later.actor AND first.key = later.key
      AND (first.created_at, first.path) < (later.created_at, later.path)`.execute(db)
  await sql`
    ALTER TABLE idempotent_call DROP CONSTRAINT idempotent_call_pkey, ADD PRIMARY KEY (actor, key)`.execute(
    db,
  )
}
