import { type Kysely, sql } from 'kysely'

/** What the console asks of deposits that chains show: what was credited today, those of a transaction, of an address or of a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX chain_deposit_seen_at ON chain_deposit (seen_at)`.execute(db)
  await sql`CREATE INDEX chain_deposit_decided_at ON chain_deposit (decided_at) WHERE decided_at IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE INDEX chain_deposit_txid ON chain_deposit (txid)`.execute(db)
  await sql`CREATE INDEX chain_deposit_any_case ON chain_deposit (lower(address))`.execute(db)
}
