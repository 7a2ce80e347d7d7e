import { type Kysely, sql } from 'kysely'

/**
 * Dual investments: templates, ladders, products, orders, and the averages that decide them.
 *
 * What a product or an order says never changes but for its status and what it sums up: those columns have no UPDATE grant.
 * An order ends once; a fixing is written once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE dual_template (
      symbol text NOT NULL,
      type text NOT NULL CHECK (type IN ('call', 'put')),
      version integer NOT NULL CHECK (version > 0),
      rungs text NOT NULL,
      unit bigint NOT NULL CHECK (unit > 0),
      capacity integer NOT NULL CHECK (capacity >= maximum),
      maximum integer NOT NULL CHECK (maximum > 0),
      created_at timestamptz NOT NULL,
      PRIMARY KEY (symbol, type, version)
    )`.execute(db)
  // One for each start: whoever makes it second makes none.
  await sql`
    CREATE TABLE dual_ladder (
      symbol text NOT NULL,
      type text NOT NULL,
      starts_at timestamptz NOT NULL,
      template_version integer NOT NULL,
      -- Of the tape, and by which of its ticks.
      price bigint NOT NULL CHECK (price > 0),
      sequence bigint NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (symbol, type, starts_at),
      FOREIGN KEY (symbol, type, template_version) REFERENCES dual_template
    )`.execute(db)
  // The sums are of its active orders, so that what is owed is known without reading them all.
  await sql`
    CREATE TABLE dual_product (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      symbol text NOT NULL,
      type text NOT NULL CHECK (type IN ('call', 'put')),
      strike bigint NOT NULL CHECK (strike > 0),
      yield_rate bigint NOT NULL CHECK (yield_rate > 0),
      unit bigint NOT NULL CHECK (unit > 0),
      term_days integer NOT NULL CHECK (term_days > 0),
      sale_from timestamptz NOT NULL,
      starts_at timestamptz NOT NULL,
      settles_at timestamptz NOT NULL,
      capacity integer NOT NULL,
      maximum integer NOT NULL CHECK (maximum > 0 AND maximum <= capacity),
      template_version integer,
      status text NOT NULL CHECK (status IN ('open', 'closed')),
      sold integer NOT NULL DEFAULT 0,
      active integer NOT NULL DEFAULT 0 CHECK (active >= 0),
      principal bigint NOT NULL DEFAULT 0 CHECK (principal >= 0),
      escrow_own bigint NOT NULL DEFAULT 0 CHECK (escrow_own >= 0),
      escrow_other bigint NOT NULL DEFAULT 0 CHECK (escrow_other >= 0),
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT dual_product_never_oversold CHECK (sold BETWEEN 0 AND capacity),
      CONSTRAINT dual_product_dates CHECK (
        sale_from < starts_at AND settles_at = starts_at + term_days * interval '24 hours')
    )`.execute(db)
  await sql`CREATE INDEX dual_product_start ON dual_product (starts_at)`.execute(db)
  await sql`CREATE INDEX dual_product_active ON dual_product (id) WHERE active > 0`.execute(db)
  await sql`
    CREATE TABLE dual_order (
      id bigint PRIMARY KEY,
      product_id bigint NOT NULL REFERENCES dual_product,
      customer_id bigint NOT NULL,
      symbol text NOT NULL,
      type text NOT NULL,
      currency text NOT NULL,
      num integer NOT NULL CHECK (num > 0),
      principal bigint NOT NULL CHECK (principal > 0),
      strike bigint NOT NULL,
      yield_rate bigint NOT NULL,
      term_days integer NOT NULL,
      -- What it pays in either case, in the quote currency and in the base.
      above bigint NOT NULL CHECK (above > 0),
      below bigint NOT NULL CHECK (below > 0),
      starts_at timestamptz NOT NULL,
      settles_at timestamptz NOT NULL,
      accepted_at timestamptz NOT NULL CHECK (accepted_at < starts_at),
      accepted_sequence bigint NOT NULL,
      rules_version integer NOT NULL,
      status text NOT NULL CHECK (status IN ('active', 'above', 'below', 'unpriced', 'cancelled')),
      due_at timestamptz NOT NULL,
      ended_at timestamptz,
      CONSTRAINT dual_order_ends_once CHECK ((status = 'active') = (ended_at IS NULL)),
      CONSTRAINT dual_order_postponed_once CHECK (
        due_at = settles_at OR due_at = settles_at + interval '24 hours'),
      CONSTRAINT dual_order_cancelled_before_start CHECK (status <> 'cancelled' OR ended_at < starts_at),
      CONSTRAINT dual_order_settled_when_due CHECK (status IN ('active', 'cancelled') OR ended_at >= due_at)
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`CREATE INDEX dual_order_of_customer ON dual_order (customer_id, id DESC)`.execute(db)
  await sql`CREATE INDEX dual_order_due ON dual_order (due_at, id) WHERE status = 'active'`.execute(db)
  await sql`CREATE INDEX dual_order_accepted ON dual_order (accepted_at)`.execute(db)
  // Part of the history of everything that ended, as 39-history.
  await sql`
    CREATE INDEX dual_order_ended ON dual_order (customer_id, symbol, status, ended_at, id)
      WHERE status <> 'active'`.execute(db)
  await sql`
    CREATE FUNCTION dual_order_stays_ended() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.status <> 'active' THEN
        RAISE EXCEPTION 'dual investment % ended', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER dual_order_stays_ended BEFORE UPDATE ON dual_order FOR EACH ROW
      EXECUTE FUNCTION dual_order_stays_ended()`.execute(db)
  await sql`
    CREATE TABLE dual_fixing (
      symbol text NOT NULL,
      fixed_at timestamptz NOT NULL,
      -- Null with too few minutes that have a tick.
      price bigint CHECK (price > 0),
      minutes integer NOT NULL CHECK (minutes BETWEEN 0 AND 30),
      ticks integer NOT NULL CHECK (ticks >= minutes),
      first_sequence bigint,
      last_sequence bigint,
      made_at timestamptz NOT NULL,
      PRIMARY KEY (symbol, fixed_at),
      CONSTRAINT dual_fixing_of_enough CHECK ((price IS NULL) = (minutes < 15)),
      CONSTRAINT dual_fixing_of_ticks CHECK ((ticks = 0) = (first_sequence IS NULL) AND (ticks = 0) = (last_sequence IS NULL))
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON dual_template, dual_ladder, dual_fixing TO plumb_app`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (status, sold, active, principal, escrow_own, escrow_other, updated_at)
    ON dual_product TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (status, due_at, ended_at) ON dual_order TO plumb_app`.execute(db)
}
