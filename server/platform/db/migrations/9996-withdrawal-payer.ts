import { type Kysely, sql } from 'kysely'

/**
 * Which address a transaction was prepared to be paid from, as another may be set before it is signed; null of those that were
 * prepared before it was kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE withdrawal_transaction ADD COLUMN payer text`.execute(db)
}
