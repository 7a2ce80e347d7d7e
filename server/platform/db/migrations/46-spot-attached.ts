import { type Kysely, sql } from 'kysely'

/** Take profit and stop loss of a spot buy, and the sales that they become once it is over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE spot_order
      ADD COLUMN take_profit bigint CHECK (take_profit > 0),
      ADD COLUMN stop_loss bigint CHECK (stop_loss > 0),
      ADD COLUMN attached_to bigint,
      ADD CONSTRAINT spot_order_attaches_to_buys CHECK (
        (take_profit IS NULL AND stop_loss IS NULL)
        OR (side = 'buy' AND order_type IN ('limit', 'market') AND attached_to IS NULL)),
      ADD CONSTRAINT spot_order_attached_sells CHECK (attached_to IS NULL OR side = 'sell')`.execute(db)
  await sql`
    CREATE INDEX spot_order_attached_to ON spot_order (attached_to, id) WHERE attached_to IS NOT NULL`.execute(
    db,
  )
  // Read at a start: open buys alone, which are few.
  await sql`
    CREATE INDEX spot_order_protected ON spot_order (id)
      WHERE status = 'open' AND (take_profit IS NOT NULL OR stop_loss IS NOT NULL)`.execute(db)
}
