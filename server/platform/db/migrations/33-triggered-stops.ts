import { type Kysely, sql } from 'kysely'

/** Stops are followed in the order they were triggered. Those of before are told to nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX spot_order_triggered ON spot_order (priority) WHERE trigger_sequence IS NOT NULL`.execute(db)
  for (const [source, part] of [
    ['spot-stop', 'triggered'],
    // For the audit.
    ['before', 'spot-stop'],
  ] as const) {
    await sql`
      INSERT INTO notice_position
      SELECT ${sql.lit(source)}, ${sql.lit(part)}, max(priority) FROM spot_order
      WHERE trigger_sequence IS NOT NULL HAVING max(priority) IS NOT NULL`.execute(db)
  }
}
