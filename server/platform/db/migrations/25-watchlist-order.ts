import { type Kysely, sql } from 'kysely'

/** The place of an instrument on its customer's watchlist, the highest first; so far it was when it was put there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE watched_instrument ADD COLUMN place bigint`.execute(db)
  await sql`
    UPDATE watched_instrument w SET place = o.place
    FROM (
      SELECT customer_id, symbol,
        row_number() OVER (PARTITION BY customer_id ORDER BY added_at, symbol DESC) AS place
      FROM watched_instrument
    ) o
    WHERE o.customer_id = w.customer_id AND o.symbol = w.symbol`.execute(db)
  await sql`ALTER TABLE watched_instrument ALTER COLUMN place SET NOT NULL`.execute(db)
  await sql`GRANT UPDATE (place) ON watched_instrument TO plumb_app`.execute(db)
}
