import { type Kysely, sql } from 'kysely'

/** An image that is a portrait and nothing else is removed once it is replaced; what a deposit shows is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE upload DROP CONSTRAINT upload_state_check`.execute(db)
  await sql`
    ALTER TABLE upload ADD CONSTRAINT upload_state_check
      CHECK (state IN ('loose', 'attached', 'portrait', 'deleting'))`.execute(db)
  await sql`
    UPDATE upload SET state = 'portrait'
    WHERE state = 'attached' AND NOT EXISTS (SELECT FROM deposit_request WHERE image = upload.id)`.execute(db)
  await sql`
    UPDATE upload SET state = 'deleting'
    WHERE state = 'portrait' AND NOT EXISTS (SELECT FROM customer WHERE portrait = upload.id)`.execute(db)
}
