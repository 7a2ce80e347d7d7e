import { type Kysely, sql } from 'kysely'

/**
 * Lists that a customer filters: whatever the filter, as many rows are read as are shown, not all there are.
 *
 * Newest first by the negative id, so that only these are in the order of the lists: the primary key, read from
 * its end, looks cheaper to the planner where it guesses that many rows fit.
 *
 * Of transfers only those whose reason is not of trading: four of five are, and their index would cost every
 * order. The index of orders replaces the narrower one, so that an order costs as many as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isRare = sql`reason NOT IN ('spot-hold', 'spot-release', 'spot-trade', 'spot-fee')`
  for (const side of ['debit', 'credit']) {
    await sql`
      CREATE INDEX ${sql.raw(`transfer_${side}_reason`)} ON transfer (${sql.raw(side)}, reason, (-id))
      WHERE ${isRare}`.execute(db)
  }

  await sql`CREATE INDEX spot_order_list ON spot_order (customer_id, symbol, status, (-id))`.execute(db)
  await sql`DROP INDEX spot_order_customer`.execute(db)

  await sql`CREATE INDEX deposit_request_own_status ON deposit_request (customer_id, status, (-id))`.execute(
    db,
  )
  await sql`CREATE INDEX deposit_request_own_currency ON deposit_request (customer_id, currency, (-id))`.execute(
    db,
  )
  await sql`CREATE INDEX deposit_request_own ON deposit_request (customer_id, (-id))`.execute(db)
  await sql`DROP INDEX deposit_request_customer`.execute(db)
  await sql`
    CREATE INDEX deposit_request_own_both ON deposit_request (customer_id, currency, status, (-id))`.execute(
    db,
  )
}
