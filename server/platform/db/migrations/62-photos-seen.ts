import { type Kysely, sql } from 'kysely'

/**
 * Which looks at a photo were shown: the line follows once the picture is made, and a look without one was counted and
 * not seen. Only added to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE verification_seen (
      view_id bigint PRIMARY KEY REFERENCES verification_view,
      seen_at timestamptz NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON verification_seen TO plumb_app`.execute(db)
}
