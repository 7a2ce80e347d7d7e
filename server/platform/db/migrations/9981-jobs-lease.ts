import { type Kysely, sql } from 'kysely'

/**
 * Which process runs the jobs that need the database alone, and how they are doing there: see server/roles/jobs.ts. Each job's
 * claims decide, not this.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE jobs_lease (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      holder text NOT NULL,
      role text NOT NULL,
      until timestamptz NOT NULL,
      -- The holder who is to let it go.
      asked_of text,
      health jsonb NOT NULL DEFAULT '[]'
    )`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (holder, role, until, asked_of, health) ON jobs_lease TO plumb_app`.execute(
    db,
  )
}
