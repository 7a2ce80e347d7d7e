import { type Kysely, sql } from 'kysely'

/** Through which transfer each account was followed for what followers gained and lost; see `customer_result`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE copy_result_progress (account_id bigint PRIMARY KEY, transfer_id bigint NOT NULL)`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, UPDATE (transfer_id) ON copy_result_progress TO plumb_app`.execute(db)
}
