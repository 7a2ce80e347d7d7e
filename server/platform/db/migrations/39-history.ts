import { type Kysely, sql } from 'kysely'

/**
 * Everything that ended of a customer's is one list, what ended last first: an index for each product's part of it, so
 * that a page costs its own rows whatever its filter leaves out. Only what ended is in them: an order or a position
 * costs one more entry when it is over. A seconds option's result says its instrument too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX spot_order_ended ON spot_order (customer_id, symbol, status, updated_at, id)
      WHERE status IN ('filled', 'cancelled')`.execute(db)
  await sql`
    CREATE INDEX contract_position_ended ON contract_position (customer_id, symbol,
        (CASE reason WHEN 'liquidation' THEN 'liquidated' ELSE status END), closed_at, id)
      WHERE status IN ('closed', 'cancelled')`.execute(db)
  await sql`ALTER TABLE option_result ADD COLUMN symbol text`.execute(db)
  await sql`UPDATE option_result r SET symbol = o.symbol FROM option_order o WHERE o.id = r.order_id`.execute(
    db,
  )
  await sql`ALTER TABLE option_result ALTER COLUMN symbol SET NOT NULL`.execute(db)
  await sql`
    CREATE INDEX option_result_ended ON option_result (customer_id, symbol, outcome, settled_at, order_id)`.execute(
    db,
  )
}
