import { type Kysely, sql } from 'kysely'

/**
 * Conversions: terms, quotes, and what was converted.
 *
 * Everything is only ever added; quotes that led to nothing are removed after a while. A conversion has the id of its
 * quote, so that a quote serves once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE convert_terms (
      version integer PRIMARY KEY CHECK (version > 0),
      fee_bps integer NOT NULL CHECK (fee_bps BETWEEN 1 AND 500),
      minimum bigint NOT NULL CHECK (minimum > 0),
      maximum bigint NOT NULL CHECK (maximum >= minimum),
      max_exposure bigint NOT NULL CHECK (max_exposure >= maximum),
      quote_seconds integer NOT NULL CHECK (quote_seconds BETWEEN 3 AND 30),
      proposal bigint,
      created_at timestamptz NOT NULL,
      CONSTRAINT convert_terms_by_two CHECK (version = 1 OR proposal IS NOT NULL)
    )`.execute(db)
  await sql`
    INSERT INTO convert_terms VALUES
      (1, 10, 50000000, 500000000000, 2500000000000, 10, NULL, '2026-01-01T00:00:00Z')`.execute(db)

  const figures = sql`
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL,
      from_currency text NOT NULL,
      to_currency text NOT NULL CHECK (to_currency <> from_currency),
      amount bigint NOT NULL CHECK (amount > fee),
      fee bigint NOT NULL CHECK (fee > 0),
      received bigint NOT NULL CHECK (received > 0),
      value bigint NOT NULL CHECK (value > 0),
      -- Symbol, side, bid, ask and sequence of each tick.
      legs jsonb NOT NULL,
      fee_bps integer NOT NULL,
      terms_version integer NOT NULL`
  await sql`CREATE TABLE convert_quote (${figures}, valid_until timestamptz NOT NULL)`.execute(db)
  await sql`CREATE INDEX convert_quote_valid_until ON convert_quote (valid_until)`.execute(db)
  await sql`CREATE TABLE conversion (${figures}, converted_at timestamptz NOT NULL)`.execute(db)
  await sql`CREATE INDEX conversion_customer ON conversion (customer_id, id)`.execute(db)
  await sql`CREATE INDEX conversion_time ON conversion (converted_at)`.execute(db)
  await sql`GRANT SELECT, INSERT ON convert_terms, conversion TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON convert_quote TO plumb_app`.execute(db)
}
