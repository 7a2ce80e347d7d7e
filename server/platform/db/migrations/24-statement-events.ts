import { type Kysely, sql } from 'kysely'

/**
 * The transfers of one request, for the statement by event: an order's fills can be weeks apart. References grow with
 * time like the transfers themselves, so that a new one goes to the end of the index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX transfer_reference ON transfer (reference)`.execute(db)
}
