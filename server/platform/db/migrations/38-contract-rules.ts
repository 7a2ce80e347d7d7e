import { type Kysely, sql } from 'kysely'

/**
 * Orders whose price came while their instrument took none: they are cancelled, and say so.
 *
 * What each customer gained or lost in a product by month, summed from the ledger's entries, and through which transfer
 * each account was followed: the share of accounts that lost money is computed from it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE contract_position DROP CONSTRAINT contract_position_reason_check,
      ADD CONSTRAINT contract_position_reason_check
        CHECK (reason IN ('user', 'take-profit', 'stop-loss', 'liquidation', 'exposure', 'halted'))`.execute(
    db,
  )
  await sql`
    CREATE TABLE customer_result (
      product text NOT NULL,
      customer_id bigint NOT NULL,
      month date NOT NULL,
      net bigint NOT NULL,
      has_ended boolean NOT NULL,
      PRIMARY KEY (product, customer_id, month)
    )`.execute(db)
  await sql`CREATE INDEX customer_result_month ON customer_result (product, month)`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (net, has_ended) ON customer_result TO plumb_app`.execute(db)
  await sql`
    CREATE TABLE customer_result_progress (account_id bigint PRIMARY KEY, transfer_id bigint NOT NULL)`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, UPDATE (transfer_id) ON customer_result_progress TO plumb_app`.execute(db)
}
