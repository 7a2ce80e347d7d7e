import { type Kysely, sql } from 'kysely'

/** What of keys, of what their programs chose and of practice no law has us keep is removed with a deleted account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`GRANT DELETE ON api_key, exchange_leverage, practice_account TO plumb_app`.execute(db)
}
