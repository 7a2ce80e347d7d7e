import { type Kysely, sql } from 'kysely'

/** The signed receipt of an order of any product, as its customer was given it; written with the order, for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE order_receipt (
      product text NOT NULL,
      order_id bigint NOT NULL,
      note text NOT NULL CHECK (length(note) > 0),
      PRIMARY KEY (product, order_id)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON order_receipt TO plumb_app`.execute(db)
}
