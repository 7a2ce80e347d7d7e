import { type Kysely, sql } from 'kysely'

/**
 * What two administrators decide about operators: their roles, and the code by which somebody new, or who lost what they signed in
 * with, chooses a password. The code is kept as its hash, and works once until its time is over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE operator
      ADD COLUMN setup_hash text UNIQUE,
      ADD COLUMN setup_until timestamptz,
      ADD CONSTRAINT operator_setup_ends CHECK ((setup_hash IS NULL) = (setup_until IS NULL)),
      ADD CONSTRAINT operator_has_roles CHECK (cardinality(roles) > 0)`.execute(db)
  await sql`GRANT UPDATE (roles, setup_hash, setup_until) ON operator TO plumb_app`.execute(db)
  // The last sign-in of each, and what is open of each, without reading every session there ever was.
  await sql`CREATE INDEX operator_session_newest ON operator_session (operator_id, created_at DESC)`.execute(
    db,
  )
  await sql`
    CREATE INDEX operator_session_open ON operator_session (operator_id, expires_at) WHERE ended_at IS NULL`.execute(
    db,
  )
}
