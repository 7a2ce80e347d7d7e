import { type Kysely, sql } from 'kysely'

/**
 * What is of no use after some time can be removed: answers under idempotency keys, and messages that were sent or
 * given up (platform/sweeps.ts). A new key is the newest, so its index grows at one end only, where a batch's keys
 * with their one time are one entry.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX idempotent_call_age ON idempotent_call (created_at)`.execute(db)
  await sql`GRANT DELETE ON idempotent_call, outbox TO plumb_app`.execute(db)
}
