import { type Kysely, sql } from 'kysely'

/**
 * What buyers say of orders over the counter that ended unpaid: that they paid too late. Such an order stays as it ended; what
 * becomes of the claim is beside it, and what ended stays so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE otc_late (
      order_id bigint PRIMARY KEY REFERENCES otc_order (id),
      reason text NOT NULL,
      -- Pictures with commas between.
      evidence text,
      claimed_at timestamptz NOT NULL,
      outcome text CHECK (outcome IN ('released', 'returned')),
      -- Of the coin that was paid, what came out of what the offer keeps.
      from_offer bigint NOT NULL DEFAULT 0 CHECK (from_offer >= 0),
      decided_maker bigint,
      decided_checker bigint,
      why text,
      ended_at timestamptz,
      CONSTRAINT otc_late_ended CHECK ((ended_at IS NULL) = (outcome IS NULL)),
      CONSTRAINT otc_late_by_two CHECK (
        CASE WHEN why IS NULL THEN decided_maker IS NULL AND decided_checker IS NULL AND outcome IS DISTINCT FROM 'returned'
          ELSE decided_maker IS NOT NULL AND decided_checker IS NOT NULL AND decided_maker <> decided_checker END),
      CONSTRAINT otc_late_paid_from_offer CHECK (from_offer = 0 OR outcome IS NOT DISTINCT FROM 'released')
    )`.execute(db)
  await sql`CREATE INDEX otc_late_open ON otc_late (order_id) WHERE ended_at IS NULL`.execute(db)
  await sql`
    CREATE FUNCTION otc_late_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.ended_at IS NOT NULL THEN
        RAISE EXCEPTION 'the claim on order % ended', OLD.order_id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER otc_late_ends_once BEFORE UPDATE ON otc_late FOR EACH ROW EXECUTE FUNCTION otc_late_ends_once()`.execute(
    db,
  )
  await sql`
    GRANT SELECT, INSERT, UPDATE (outcome, from_offer, decided_maker, decided_checker, why, ended_at) ON otc_late TO plumb_app`.execute(
    db,
  )
}
