import { type Kysely, sql } from 'kysely'

/**
 * The device of a session, as `trusted_device` keeps it, so that a device whose session is ended is forgotten with it; empty where
 * none was said, and of sessions that began before. And which sessions ended by signing out in them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE customer_session
      ADD COLUMN device_hash text,
      ADD COLUMN signed_out boolean NOT NULL DEFAULT false CHECK (NOT signed_out OR revoked_at IS NOT NULL)`.execute(
    db,
  )
  await sql`GRANT UPDATE (signed_out) ON customer_session TO plumb_app`.execute(db)
}
