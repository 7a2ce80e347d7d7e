import { type Kysely, sql } from 'kysely'

/**
 * What a firm quote can cost has a bound: a customer has one quote at a time, and converts no more than the terms say
 * within a day, whichever way. What was converted within a day is found by currency and by customer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE convert_terms ADD COLUMN max_per_customer bigint`.execute(db)
  await sql`UPDATE convert_terms SET max_per_customer = greatest(maximum, 1000000000000)`.execute(db)
  await sql`
    ALTER TABLE convert_terms ALTER COLUMN max_per_customer SET NOT NULL,
      ADD CONSTRAINT convert_terms_per_customer CHECK (max_per_customer >= maximum)`.execute(db)

  // None of them is valid for longer than half a minute.
  await sql`DELETE FROM convert_quote`.execute(db)
  await sql`
    ALTER TABLE convert_quote DROP CONSTRAINT convert_quote_pkey, ADD PRIMARY KEY (customer_id)`.execute(db)
  await sql`
    GRANT UPDATE (id, from_currency, to_currency, amount, fee, received, value, legs, fee_bps, terms_version,
      valid_until) ON convert_quote TO plumb_app`.execute(db)

  await sql`
    CREATE INDEX conversion_given ON conversion (from_currency, converted_at) INCLUDE (value)`.execute(db)
  await sql`
    CREATE INDEX conversion_received ON conversion (to_currency, converted_at) INCLUDE (value)`.execute(db)
  await sql`
    CREATE INDEX conversion_customer_time ON conversion (customer_id, converted_at) INCLUDE (value)`.execute(
    db,
  )
}
