import { type Kysely, sql } from 'kysely'

/** Artworks and blind boxes in the history of everything that ended: of a customer, how, what ended last first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const side of ['buyer', 'seller'])
    await sql`
      CREATE INDEX ${sql.ref(`nft_order_ended_${side}`)} ON nft_order (${sql.ref(`${side}_id`)}, status, ended_at DESC, id DESC)
        WHERE status <> 'unpaid'`.execute(db)
  await sql`
    CREATE INDEX nft_margin_returned ON nft_margin (customer_id, ended_at DESC, id DESC)
      WHERE status = 'returned'`.execute(db)
  await sql`
    CREATE INDEX box_ended ON box (customer_id, state, ended_at DESC, id DESC)
      WHERE ended_at IS NOT NULL`.execute(db)
}
