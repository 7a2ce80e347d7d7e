import { type Kysely, sql } from 'kysely'

/**
 * Followers are told what was copied, of what happens from now on alone; and a relation that the night lock has paused goes on
 * when the night is over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    INSERT INTO notice_position (source, part, position)
    SELECT 'copy', 'actions', max(id) FROM copy_outcome HAVING max(id) IS NOT NULL`.execute(db)
  await sql`ALTER TABLE copy_outcome ADD COLUMN minimum_lots bigint`.execute(db)
  await sql`ALTER TABLE copy_relation ADD COLUMN paused_by_night boolean NOT NULL DEFAULT false`.execute(db)
  await sql`
    ALTER TABLE copy_relation ADD CONSTRAINT copy_relation_night_pauses
      CHECK (status = 'paused' OR NOT paused_by_night)`.execute(db)
  await sql`GRANT UPDATE (paused_by_night) ON copy_relation TO plumb_app`.execute(db)
  await sql`CREATE INDEX copy_relation_by_night ON copy_relation (id) WHERE paused_by_night`.execute(db)
}
