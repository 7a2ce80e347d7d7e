import { type Kysely, sql } from 'kysely'

/**
 * What is listed: currencies, and instruments with their terms.
 *
 * The rows of a new database come from `domain/seed`. Later ones come by approved proposals; each set of terms
 * an instrument ever had stays in `instrument_terms`, which can be read and added to alone. What is part of
 * ids and amounts (numbers, decimals, tick and step) has no UPDATE grant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE currency (
      number integer PRIMARY KEY CHECK (number BETWEEN 1 AND 4095),
      code text NOT NULL UNIQUE,
      name text NOT NULL,
      decimals integer NOT NULL CHECK (decimals BETWEEN 0 AND 10),
      kind text NOT NULL CHECK (kind IN ('crypto', 'fiat')),
      colour text NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON currency TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE instrument (
      symbol text PRIMARY KEY,
      position integer NOT NULL UNIQUE,
      label text NOT NULL,
      name text NOT NULL,
      aliases text[] NOT NULL,
      class text NOT NULL CHECK (class IN ('forex', 'crypto', 'future', 'stock', 'etf')),
      base text NOT NULL,
      quote text NOT NULL,
      tick_size text NOT NULL,
      step_size text NOT NULL,
      session text NOT NULL CHECK (session IN ('always', 'forex', 'us-stock', 'us-future')),
      time_zone text NOT NULL,
      products text[] NOT NULL CHECK (products <@ ARRAY['spot', 'contract', 'option']),
      reference_price text NOT NULL,
      terms_version integer NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (terms_version) ON instrument TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE instrument_terms (
      symbol text NOT NULL REFERENCES instrument,
      version integer NOT NULL CHECK (version > 0),
      status text NOT NULL CHECK (status IN ('trading', 'halted')),
      min_notional text NOT NULL,
      maker_fee_bps integer NOT NULL CHECK (maker_fee_bps BETWEEN 0 AND 1000),
      taker_fee_bps integer NOT NULL CHECK (taker_fee_bps BETWEEN 0 AND 1000),
      collar text NOT NULL CHECK (collar IN ('major', 'other')),
      proposal bigint REFERENCES proposal,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (symbol, version)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON instrument_terms TO plumb_app`.execute(db)

  // One row, raised by every change: what a server or an app has adopted is compared with it, and with
  // which database it was adopted from.
  await sql`
    CREATE TABLE listing (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      installation uuid NOT NULL DEFAULT gen_random_uuid(),
      version integer NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (version) ON listing TO plumb_app`.execute(db)
}
