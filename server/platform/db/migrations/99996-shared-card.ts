import { type Kysely, sql } from 'kysely'

/** By which others who saved the card of a sale are counted, as of withdrawals: kept until it ends, also where its customer removes the card. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sale ADD COLUMN card_fingerprint text`.execute(db)
  await sql`
    UPDATE sale s SET card_fingerprint = c.fingerprint FROM card c
    WHERE c.id = s.card_id AND s.ended_at IS NULL`.execute(db)
  await sql`
    ALTER TABLE sale ADD CONSTRAINT sale_fingerprint_until_the_end CHECK (
      card IS NOT NULL OR card_fingerprint IS NULL)`.execute(db)
  await sql`GRANT UPDATE (card_fingerprint) ON sale TO plumb_app`.execute(db)
}
