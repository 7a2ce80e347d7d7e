import { type Kysely, sql } from 'kysely'

/**
 * A result says how many losses in a row its customer has with it, and until when they may not order: an engine that
 * starts knows of each customer what the one before it knew, however long ago the losses were.
 *
 * The rows of before get what follows from them in their order, by the terms in force at each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE option_result
      ADD COLUMN losses integer NOT NULL DEFAULT 0 CHECK (losses >= 0),
      ADD COLUMN paused_until timestamptz`.execute(db)
  await sql`
    DO $$
    DECLARE
      result record;
      one bigint := NULL;
      in_a_row integer;
      paused timestamptz;
    BEGIN
      FOR result IN
        SELECT r.order_id, r.customer_id, r.outcome, r.settled_at, t.pause_after, t.pause_minutes
        FROM option_result r CROSS JOIN LATERAL (
          SELECT pause_after, pause_minutes FROM option_terms
          WHERE version = 1 OR created_at <= r.settled_at ORDER BY version DESC LIMIT 1) t
        ORDER BY r.customer_id, r.id
      LOOP
        IF result.customer_id IS DISTINCT FROM one THEN
          one := result.customer_id;
          in_a_row := 0;
          paused := NULL;
        END IF;
        IF result.outcome = 'won' THEN
          in_a_row := 0;
        ELSIF result.outcome = 'lost' THEN
          in_a_row := in_a_row + 1;
          IF in_a_row >= result.pause_after THEN
            in_a_row := 0;
            paused := result.settled_at + result.pause_minutes * interval '1 minute';
          END IF;
        END IF;
        UPDATE option_result SET losses = in_a_row, paused_until = paused WHERE order_id = result.order_id;
      END LOOP;
    END $$`.execute(db)
  await sql`ALTER TABLE option_result ALTER COLUMN losses DROP DEFAULT`.execute(db)
  // The newest result of a customer.
  await sql`CREATE INDEX option_result_customer ON option_result (customer_id, id)`.execute(db)
}
