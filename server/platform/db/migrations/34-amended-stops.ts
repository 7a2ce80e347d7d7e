import { type Kysely, sql } from 'kysely'

/** Stops and the orders of a pair are amended: what one waits for changes, and where the tape was when it did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`GRANT UPDATE (trigger_price, tape_sequence, sibling_price) ON spot_order TO plumb_app`.execute(db)
  await sql`
    ALTER TABLE spot_amendment
      ADD COLUMN trigger_price bigint CHECK (trigger_price > 0),
      ADD COLUMN previous_trigger_price bigint CHECK (previous_trigger_price > 0),
      ADD CONSTRAINT spot_amendment_has_both_triggers
        CHECK ((trigger_price IS NULL) = (previous_trigger_price IS NULL))`.execute(db)
}
