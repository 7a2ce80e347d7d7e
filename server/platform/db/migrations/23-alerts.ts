import { type Kysely, sql } from 'kysely'

/**
 * Price alerts that wait; one that is reached becomes a notice and is deleted. By their limits they are found without
 * reading those that a price is nowhere near.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE price_alert (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL,
      symbol text NOT NULL,
      condition text NOT NULL CHECK (condition IN ('above', 'below', 'move')),
      percent text,
      upper bigint CHECK (upper > 0),
      lower bigint CHECK (lower > 0),
      from_price bigint NOT NULL CHECK (from_price > 0),
      since_sequence bigint NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT price_alert_waits CHECK (
        CASE condition
          WHEN 'above' THEN upper IS NOT NULL AND lower IS NULL AND percent IS NULL
          WHEN 'below' THEN upper IS NULL AND lower IS NOT NULL AND percent IS NULL
          ELSE upper IS NOT NULL AND lower IS NOT NULL AND percent IS NOT NULL
        END
      )
    )`.execute(db)
  await sql`CREATE INDEX price_alert_customer ON price_alert (customer_id, id)`.execute(db)
  await sql`CREATE INDEX price_alert_upper ON price_alert (symbol, upper) WHERE upper IS NOT NULL`.execute(db)
  await sql`CREATE INDEX price_alert_lower ON price_alert (symbol, lower) WHERE lower IS NOT NULL`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON price_alert TO plumb_app`.execute(db)
}
