import { type Kysely, sql } from 'kysely'

/**
 * Lock-mining: term products that earn another coin than is put in. What a product and a subscription earn is in a
 * column of its own, the same as the currency for the kinds there were; what is paid in another coin is no part of the
 * refund.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['earn_product', 'earn_subscription']) {
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN reward_currency text`.execute(db)
    await sql`UPDATE ${sql.table(table)} SET reward_currency = currency`.execute(db)
    await sql`ALTER TABLE ${sql.table(table)} ALTER COLUMN reward_currency SET NOT NULL`.execute(db)
    await sql`
      ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(`${table}_earns_another_coin`)}
        CHECK ((kind = 'mining') = (reward_currency <> currency))`.execute(db)
  }
  await sql`ALTER TABLE earn_product DROP CONSTRAINT earn_product_kind_check`.execute(db)
  await sql`
    ALTER TABLE earn_product ADD CONSTRAINT earn_product_kind_check
      CHECK (kind IN ('locked', 'quantization', 'mining'))`.execute(db)
  // Of the kinds, one may be without a term.
  await sql`ALTER TABLE earn_product DROP CONSTRAINT earn_product_term_or_notice`.execute(db)
  await sql`
    ALTER TABLE earn_product ADD CONSTRAINT earn_product_term_or_notice CHECK (
      CASE WHEN term_days > 0 THEN notice_hours = 0
        ELSE kind = 'quantization' AND notice_hours > 0 AND penalty_rate = 0 END)`.execute(db)
  await sql`ALTER TABLE earn_subscription DROP CONSTRAINT earn_subscription_adds_up`.execute(db)
  await sql`
    ALTER TABLE earn_subscription ADD CONSTRAINT earn_subscription_adds_up CHECK (
      refund = principal - penalty + CASE kind WHEN 'mining' THEN 0 ELSE interest_paid - paid_daily END)`.execute(
    db,
  )
}
