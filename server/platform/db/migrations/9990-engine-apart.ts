import { type Kysely, sql } from 'kysely'

/**
 * Which process has an engine that can be apart from the others, by its name, and where others reach it: see
 * server/roles/apart.ts. The fencing tokens decide, not this.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE engine_apart (
      name text PRIMARY KEY,
      holder text NOT NULL,
      address text NOT NULL,
      until timestamptz NOT NULL,
      -- The holder who is to let it go.
      asked_of text
    )`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (holder, address, until, asked_of) ON engine_apart TO plumb_app`.execute(db)
}
