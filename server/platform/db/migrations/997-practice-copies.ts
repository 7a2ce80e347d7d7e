import { type Kysely, sql } from 'kysely'

/**
 * A copy of following in practice says which limit made it smaller. Of what ended because its lead leads no more, its customer can
 * still say that the open copies are theirs: then they follow the lead's closings no longer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE practice_copy ADD COLUMN limited_by text`.execute(db)
  await sql`ALTER TABLE practice_follow ADD COLUMN is_kept boolean NOT NULL DEFAULT false`.execute(db)
  await sql`GRANT UPDATE (is_kept) ON practice_follow TO plumb_app`.execute(db)
}
