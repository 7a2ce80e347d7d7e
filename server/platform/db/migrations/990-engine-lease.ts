import { type Kysely, sql } from 'kysely'

/** Which process has the engines, and where others reach it: see server/roles/lease.ts. The fencing tokens decide, not this. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE engine_lease (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      holder text NOT NULL,
      address text NOT NULL,
      until timestamptz NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (holder, address, until) ON engine_lease TO plumb_app`.execute(db)
}
