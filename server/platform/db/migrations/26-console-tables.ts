import { type Kysely, sql } from 'kysely'

/**
 * What the console's tables ask by time: what was credited today, who registered today, what was done in the log. Orders
 * and entries have no such index, which every one of them would pay for: they are found by their ids.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX deposit_request_submitted ON deposit_request (submitted_at)`.execute(db)
  await sql`
    CREATE INDEX deposit_request_decided ON deposit_request (decided_at) WHERE decided_at IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE INDEX customer_created ON customer (created_at)`.execute(db)
  await sql`CREATE INDEX audit_log_at ON audit_log (at)`.execute(db)
  await sql`CREATE INDEX earn_subscription_subscribed ON earn_subscription (subscribed_at)`.execute(db)
}
