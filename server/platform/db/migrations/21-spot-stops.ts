import { type Kysely, sql } from 'kysely'

/**
 * Stops, pairs of orders of which one cancels the other, and amendments.
 *
 * The new columns are empty in most orders, and are written only with those that have them. An order that was
 * amended or triggered stands in the queue of its price by `priority`, in place of its id.
 *
 * Through which tick the triggers have been compared with the tape is one row, written with the orders that it
 * decided: a start compares them with the ticks after it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE spot_order
      ADD COLUMN trigger_price bigint CHECK (trigger_price > 0),
      ADD COLUMN trigger_direction text CHECK (trigger_direction IN ('rises', 'falls')),
      ADD COLUMN trigger_sequence bigint,
      ADD COLUMN triggered_at_price bigint,
      ADD COLUMN sibling_id bigint,
      ADD COLUMN sibling_price bigint CHECK (sibling_price > 0),
      ADD COLUMN priority bigint,
      DROP CONSTRAINT spot_order_order_type_check,
      ADD CONSTRAINT spot_order_order_type_check
        CHECK (order_type IN ('limit', 'market', 'stop-limit', 'stop-market')),
      DROP CONSTRAINT spot_order_status_check,
      ADD CONSTRAINT spot_order_status_check
        CHECK (status IN ('untriggered', 'open', 'filled', 'cancelled')),
      DROP CONSTRAINT spot_order_reason_check,
      ADD CONSTRAINT spot_order_reason_check CHECK (reason IN
        ('user', 'ioc', 'fok', 'post-only', 'self-trade', 'oco', 'price-band', 'no-liquidity')),
      ADD CONSTRAINT spot_order_stop_has_a_trigger CHECK (
        (order_type IN ('stop-limit', 'stop-market')) = (trigger_price IS NOT NULL)
        AND (trigger_price IS NULL) = (trigger_direction IS NULL)
        AND (trigger_sequence IS NULL) = (triggered_at_price IS NULL)
        AND (trigger_sequence IS NULL OR trigger_price IS NOT NULL)),
      ADD CONSTRAINT spot_order_waits_untriggered CHECK (
        CASE status
          WHEN 'untriggered' THEN trigger_price IS NOT NULL AND trigger_sequence IS NULL AND filled = 0
          WHEN 'cancelled' THEN trigger_price IS NULL OR trigger_sequence IS NOT NULL OR filled = 0
          ELSE trigger_price IS NULL OR trigger_sequence IS NOT NULL
        END)`.execute(db)
  await sql`
    CREATE INDEX spot_order_untriggered ON spot_order (customer_id, id) WHERE status = 'untriggered'`.execute(
    db,
  )
  await sql`
    GRANT UPDATE (price, trigger_sequence, triggered_at_price, priority) ON spot_order TO plumb_app`.execute(
    db,
  )

  await sql`
    CREATE FUNCTION spot_order_triggers_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'order % was triggered by tick %', OLD.id, OLD.trigger_sequence
        USING ERRCODE = 'integrity_constraint_violation';
    END $$`.execute(db)
  // Only updates that name the column pay for it: none of an order that is no stop.
  await sql`
    CREATE TRIGGER spot_order_triggers_once BEFORE UPDATE OF trigger_sequence ON spot_order FOR EACH ROW
      WHEN (OLD.trigger_sequence IS NOT NULL AND NEW.trigger_sequence IS DISTINCT FROM OLD.trigger_sequence)
      EXECUTE FUNCTION spot_order_triggers_once()`.execute(db)

  await sql`
    CREATE TABLE spot_amendment (
      order_id bigint NOT NULL,
      id bigint NOT NULL,
      price bigint NOT NULL CHECK (price > 0),
      quantity bigint NOT NULL CHECK (quantity > 0),
      previous_price bigint NOT NULL,
      previous_quantity bigint NOT NULL,
      keeps_priority boolean NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (order_id, id)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON spot_amendment TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE spot_trigger_progress (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      sequence bigint NOT NULL
    )`.execute(db)
  await sql`INSERT INTO spot_trigger_progress (sequence) VALUES (0)`.execute(db)
  await sql`GRANT SELECT, UPDATE (sequence) ON spot_trigger_progress TO plumb_app`.execute(db)
}
