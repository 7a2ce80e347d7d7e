import { type Kysely, sql } from 'kysely'

/** When customers froze their account and when they ended that, each once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE account_freeze (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL REFERENCES customer,
      -- Of the session that did it: what browser it was, and where.
      device text NOT NULL,
      ip text NOT NULL,
      frozen_at timestamptz NOT NULL,
      lifted_at timestamptz
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX account_freeze_open ON account_freeze (customer_id) WHERE lifted_at IS NULL`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, UPDATE (lifted_at) ON account_freeze TO plumb_app`.execute(db)
}
