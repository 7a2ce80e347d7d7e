import { type Kysely, sql } from 'kysely'

/**
 * What came to the platform's accounts of contracts, and went from them, by month and reason: summed from the ledger's
 * entries, which are followed account by account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE contract_month (
      month date NOT NULL,
      account_id bigint NOT NULL,
      reason text NOT NULL,
      amount bigint NOT NULL,
      PRIMARY KEY (month, account_id, reason)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (amount) ON contract_month TO plumb_app`.execute(db)
  await sql`
    CREATE TABLE contract_month_progress (account_id bigint PRIMARY KEY, transfer_id bigint NOT NULL)`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, UPDATE (transfer_id) ON contract_month_progress TO plumb_app`.execute(db)
}
