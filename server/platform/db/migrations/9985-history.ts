import { type Kysely, sql } from 'kysely'

/**
 * Which roll-ups are of months whose entries are in the history's database (HISTORY_URL), and the newest transfer of each.
 * A row is written in the transaction that drops these months, once the history was found to have all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE ledger_moved (
      number bigint PRIMARY KEY REFERENCES ledger_rollup,
      newest bigint NOT NULL,
      moved_at timestamptz NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON ledger_moved TO plumb_app`.execute(db)
}
