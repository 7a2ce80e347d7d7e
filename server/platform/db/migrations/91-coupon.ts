import { type Kysely, sql } from 'kysely'

/**
 * Coupons. A campaign has the terms of all its coupons, which never change; one coupon a customer. `coupon_use` is what a
 * coupon did in one order: one row for each order, so that none pays twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE coupon_campaign (
      id bigint PRIMARY KEY,
      name text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('boost', 'trial', 'discount')),
      code text UNIQUE CHECK (code ~ '^[2-9A-HJ-NP-Z]{12}$'),
      currency text NOT NULL,
      share_bps integer NOT NULL CHECK (share_bps BETWEEN 0 AND 5000),
      cap bigint NOT NULL CHECK (cap > 0),
      term_days integer NOT NULL CHECK (term_days >= 0),
      daily_rate bigint NOT NULL CHECK (daily_rate >= 0),
      budget bigint NOT NULL CHECK (budget > 0),
      spent bigint NOT NULL DEFAULT 0 CHECK (spent BETWEEN 0 AND budget),
      quantity integer NOT NULL CHECK (quantity > 0),
      claimed integer NOT NULL DEFAULT 0 CHECK (claimed BETWEEN 0 AND quantity),
      valid_days integer NOT NULL CHECK (valid_days > 0),
      opens_at timestamptz NOT NULL,
      closes_at timestamptz NOT NULL CHECK (closes_at > opens_at),
      is_stopped boolean NOT NULL DEFAULT false,
      CONSTRAINT coupon_campaign_terms CHECK (CASE kind WHEN 'trial' THEN term_days > 0 AND daily_rate > 0 AND share_bps = 0
        ELSE term_days = 0 AND daily_rate = 0 AND share_bps > 0 END)
    )`.execute(db)
  await sql`
    CREATE TABLE coupon (
      id bigint PRIMARY KEY,
      campaign_id bigint NOT NULL REFERENCES coupon_campaign,
      customer_id bigint NOT NULL REFERENCES customer,
      kind text NOT NULL,
      status text NOT NULL DEFAULT 'usable' CHECK (status IN ('usable', 'running', 'used', 'expired')),
      paid bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
      claimed_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL CHECK (expires_at > claimed_at),
      reminded_at timestamptz,
      looked_at timestamptz,
      CONSTRAINT coupon_one_each UNIQUE (campaign_id, customer_id),
      CONSTRAINT coupon_looks CHECK ((kind = 'discount') = (looked_at IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX coupon_own ON coupon (customer_id, id)`.execute(db)
  await sql`CREATE INDEX coupon_usable ON coupon (customer_id, kind) WHERE status = 'usable'`.execute(db)
  await sql`CREATE INDEX coupon_open ON coupon (campaign_id) WHERE status = 'usable'`.execute(db)
  await sql`CREATE INDEX coupon_ends ON coupon (expires_at) WHERE status = 'usable' AND kind <> 'discount'`.execute(
    db,
  )
  await sql`CREATE INDEX coupon_reminds ON coupon (expires_at) WHERE status = 'usable' AND reminded_at IS NULL`.execute(
    db,
  )
  await sql`CREATE INDEX coupon_looks_at ON coupon (looked_at) WHERE status = 'usable' AND kind = 'discount'`.execute(
    db,
  )
  await sql`
    CREATE TABLE coupon_use (
      order_id bigint PRIMARY KEY,
      coupon_id bigint NOT NULL REFERENCES coupon,
      customer_id bigint NOT NULL REFERENCES customer,
      kind text NOT NULL,
      currency text NOT NULL,
      amount bigint NOT NULL CHECK (amount >= 0),
      principal bigint CHECK (principal > 0),
      fee bigint CHECK (fee > 0),
      fee_currency text,
      status text NOT NULL CHECK (status IN ('running', 'paid', 'returned', 'unfunded')),
      made_at timestamptz NOT NULL,
      starts_at timestamptz NOT NULL,
      due_at timestamptz NOT NULL,
      decided_at timestamptz,
      CONSTRAINT coupon_use_unfunded CHECK ((status = 'unfunded') = (amount = 0)),
      CONSTRAINT coupon_use_decided CHECK ((status = 'running') = (decided_at IS NULL)),
      CONSTRAINT coupon_use_of_fee CHECK ((kind = 'discount') = (fee IS NOT NULL) AND (fee IS NULL) = (fee_currency IS NULL))
    )`.execute(db)
  await sql`CREATE INDEX coupon_use_due ON coupon_use (due_at, order_id) WHERE status = 'running'`.execute(db)
  await sql`CREATE INDEX coupon_use_of_coupon ON coupon_use (coupon_id, order_id)`.execute(db)
  await sql`CREATE INDEX coupon_use_own ON coupon_use (customer_id, order_id)`.execute(db)
  // A savings order has one coupon: one that ran in it cannot run in another.
  await sql`CREATE UNIQUE INDEX coupon_use_once ON coupon_use (coupon_id) WHERE kind <> 'discount' AND status <> 'unfunded'`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, UPDATE (spent, claimed, is_stopped) ON coupon_campaign TO plumb_app`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, UPDATE (status, paid, reminded_at, looked_at) ON coupon TO plumb_app`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, UPDATE (status, due_at, decided_at) ON coupon_use TO plumb_app`.execute(db)
  await sql`
    CREATE FUNCTION coupon_is_over() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is decided', TG_TABLE_NAME USING ERRCODE = 'check_violation';
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER coupon_once BEFORE UPDATE ON coupon FOR EACH ROW
      WHEN (OLD.status IN ('used', 'expired') OR (OLD.status = 'running' AND NEW.status NOT IN ('running', 'used')))
      EXECUTE FUNCTION coupon_is_over()`.execute(db)
  await sql`
    CREATE TRIGGER coupon_use_once BEFORE UPDATE ON coupon_use FOR EACH ROW WHEN (OLD.status <> 'running')
      EXECUTE FUNCTION coupon_is_over()`.execute(db)
  await sql`
    CREATE TRIGGER coupon_campaign_stops BEFORE UPDATE ON coupon_campaign FOR EACH ROW
      WHEN (OLD.is_stopped AND (NOT NEW.is_stopped OR NEW.claimed <> OLD.claimed))
      EXECUTE FUNCTION coupon_is_over()`.execute(db)
}
