import { type Kysely, sql } from 'kysely'

/**
 * Terms of copying that operators have changed, within what the agreement says. Version 1 is the agreement's and has no row;
 * a row is only ever added, by a proposal that two operators decided. A relation keeps the version it began with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE copy_terms (
      version integer PRIMARY KEY CHECK (version > 1),
      min_amount bigint NOT NULL CHECK (min_amount > 0),
      max_amount bigint NOT NULL CHECK (max_amount >= min_amount),
      max_slippage_bps integer NOT NULL CHECK (max_slippage_bps BETWEEN 1 AND 500),
      equity_bps integer NOT NULL CHECK (equity_bps BETWEEN 1 AND 500),
      max_share_bps integer NOT NULL CHECK (max_share_bps BETWEEN 0 AND 2000),
      max_relations integer NOT NULL CHECK (max_relations BETWEEN 1 AND 20),
      max_followers integer NOT NULL CHECK (max_followers BETWEEN 1 AND 1000),
      proposal bigint NOT NULL,
      created_at timestamptz NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON copy_terms TO plumb_app`.execute(db)
}
