import { type Kysely, sql } from 'kysely'

/**
 * The commission for invitations: one row for what one invited customer paid in one coin on one day. What it is of never
 * changes; it is decided once. `invite_day` is how far the days have been counted, so that the count goes on where it was cut off.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE invite_day (
      day timestamptz PRIMARY KEY,
      after_customer bigint NOT NULL DEFAULT 0,
      is_counted boolean NOT NULL DEFAULT false
    )`.execute(db)
  await sql`
    CREATE TABLE invite_commission (
      id bigint PRIMARY KEY,
      inviter_id bigint NOT NULL REFERENCES customer,
      invited_id bigint NOT NULL REFERENCES customer,
      earned_on timestamptz NOT NULL,
      currency text NOT NULL,
      fees bigint NOT NULL CHECK (fees > 0),
      amount bigint NOT NULL CHECK (amount BETWEEN 1 AND fees),
      value bigint NOT NULL CHECK (value >= 0),
      due_at timestamptz NOT NULL,
      status text NOT NULL CHECK (status IN ('held', 'paid', 'unpaid')),
      paid bigint NOT NULL DEFAULT 0 CHECK (paid BETWEEN 0 AND amount),
      paid_value bigint NOT NULL DEFAULT 0 CHECK (paid_value BETWEEN 0 AND value),
      why text CHECK (why IN ('unverified', 'monthly-cap')),
      decided_at timestamptz,
      CONSTRAINT invite_commission_once UNIQUE (invited_id, earned_on, currency),
      CONSTRAINT invite_commission_of_another CHECK (inviter_id <> invited_id),
      CONSTRAINT invite_commission_decided CHECK ((status = 'held') = (decided_at IS NULL)),
      CONSTRAINT invite_commission_paid CHECK ((status = 'paid') = (paid > 0)),
      CONSTRAINT invite_commission_says_why CHECK ((status <> 'held' AND paid < amount) = (why IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX invite_commission_due ON invite_commission (due_at, id) WHERE status = 'held'`.execute(
    db,
  )
  await sql`CREATE INDEX invite_commission_inviter ON invite_commission (inviter_id, id)`.execute(db)
  // What of a month is paid, and the sums of the last months.
  await sql`CREATE INDEX invite_commission_earned ON invite_commission (inviter_id, earned_on)`.execute(db)
  await sql`CREATE INDEX customer_was_invited ON customer (id) WHERE invited_by IS NOT NULL`.execute(db)
  await sql`CREATE INDEX customer_invited_list ON customer (invited_by, id) WHERE invited_by IS NOT NULL`.execute(
    db,
  )
  await sql`DROP INDEX customer_invited_by`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (after_customer, is_counted) ON invite_day TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (status, paid, paid_value, why, decided_at) ON invite_commission TO plumb_app`.execute(
    db,
  )
  await sql`
    CREATE FUNCTION invite_commission_is_decided() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'commission % is decided', OLD.id USING ERRCODE = 'check_violation';
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER invite_commission_once BEFORE UPDATE ON invite_commission FOR EACH ROW
      WHEN (OLD.status <> 'held' AND (NEW.status, NEW.paid, NEW.paid_value, NEW.why, NEW.decided_at)
        IS DISTINCT FROM (OLD.status, OLD.paid, OLD.paid_value, OLD.why, OLD.decided_at))
      EXECUTE FUNCTION invite_commission_is_decided()`.execute(db)
}
