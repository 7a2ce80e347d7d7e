import { type Kysely, sql } from 'kysely'

/**
 * What the platform owed all customers, hour by hour. The statements are a log, for good, each with the signature of the
 * log that it ends; the trees, by which customers find themselves in a total, are kept for some days. A tree's key makes
 * its salts: whoever reads it here reads the balances beside it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE liability_statement (
      number bigint PRIMARY KEY CHECK (number > 0),
      made_at timestamptz NOT NULL,
      statement text NOT NULL,
      signature bytea NOT NULL CHECK (length(signature) = 64)
    )`.execute(db)
  await sql`
    CREATE TABLE liability_tree (
      number bigint PRIMARY KEY REFERENCES liability_statement,
      made_at timestamptz NOT NULL,
      key bytea NOT NULL CHECK (length(key) = 32)
    )`.execute(db)
  await sql`
    CREATE TABLE liability_tile (
      number bigint NOT NULL REFERENCES liability_tree ON DELETE CASCADE,
      index integer NOT NULL,
      first_key bigint NOT NULL,
      node bytea NOT NULL,
      leaves bytea NOT NULL,
      PRIMARY KEY (number, index)
    )`.execute(db)
  await sql`CREATE INDEX liability_tile_first_key ON liability_tile (number, first_key)`.execute(db)
  await sql`GRANT SELECT, INSERT ON liability_statement TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON liability_tree TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT ON liability_tile TO plumb_app`.execute(db)
}
