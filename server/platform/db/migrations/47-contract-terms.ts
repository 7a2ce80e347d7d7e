import { type Kysely, sql } from 'kysely'

/**
 * Terms of contracts that operators have changed. Version 1 of each instrument is that of its class and has no row; a row
 * is only ever added, by a proposal that two operators decided.
 *
 * A position keeps what it was accepted with: also at which share of its margin it is liquidated, and its customer warned.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE contract_terms (
      symbol text NOT NULL,
      version integer NOT NULL CHECK (version > 1),
      leverages text NOT NULL CHECK (leverages ~ '^[1-9][0-9]*( [1-9][0-9]*)*$'),
      fee_bps integer NOT NULL CHECK (fee_bps BETWEEN 0 AND 100),
      financing_bps integer NOT NULL CHECK (financing_bps BETWEEN 0 AND 100),
      maintenance_bps integer NOT NULL CHECK (maintenance_bps BETWEEN 1 AND 9999),
      margin_call_bps integer NOT NULL CHECK (margin_call_bps > maintenance_bps AND margin_call_bps < 10000),
      collar_bps integer NOT NULL CHECK (collar_bps BETWEEN 1 AND 5000),
      slippage_bps integer NOT NULL CHECK (slippage_bps BETWEEN 1 AND 1000),
      stress_bps integer NOT NULL CHECK (stress_bps BETWEEN 1 AND 10000),
      max_position bigint NOT NULL CHECK (max_position > 0),
      max_open_interest bigint NOT NULL CHECK (max_open_interest >= max_position),
      proposal bigint NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (symbol, version)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON contract_terms TO plumb_app`.execute(db)

  await sql`
    ALTER TABLE contract_position
      ADD COLUMN maintenance_bps integer NOT NULL DEFAULT 5000 CHECK (maintenance_bps BETWEEN 1 AND 9999),
      ADD COLUMN margin_call_bps integer NOT NULL DEFAULT 7500 CHECK (margin_call_bps > maintenance_bps)`.execute(
    db,
  )
  await sql`
    ALTER TABLE contract_position ALTER COLUMN maintenance_bps DROP DEFAULT,
      ALTER COLUMN margin_call_bps DROP DEFAULT`.execute(db)
}
