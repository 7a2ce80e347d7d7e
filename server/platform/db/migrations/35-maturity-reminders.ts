import { type Kysely, sql } from 'kysely'

/** A customer is reminded once, a day before a subscription with a term matures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE earn_subscription ADD COLUMN reminded_at timestamptz`.execute(db)
  await sql`
    CREATE INDEX earn_subscription_to_remind ON earn_subscription (matures_at)
      WHERE status = 'active' AND reminded_at IS NULL AND term_days > 1`.execute(db)
  await sql`GRANT UPDATE (reminded_at) ON earn_subscription TO plumb_app`.execute(db)
}
