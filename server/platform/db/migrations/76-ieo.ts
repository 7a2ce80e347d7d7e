import { type Kysely, sql } from 'kysely'

/**
 * New-coin sales: projects and orders. Coins are counted whole.
 *
 * What an order says never changes but for its state and its allotment, which is written once. A project is changed
 * until it opens; then only what it sums up and how far it has come.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE ieo_project (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      code text NOT NULL,
      name text NOT NULL,
      tagline text NOT NULL,
      colour text NOT NULL,
      decimals integer NOT NULL CHECK (decimals BETWEEN 0 AND 8),
      price bigint NOT NULL CHECK (price > 0),
      exchange_supply bigint NOT NULL CHECK (exchange_supply >= 0),
      subscription_supply bigint NOT NULL CHECK (subscription_supply >= 0),
      max_exchange bigint NOT NULL CHECK (max_exchange BETWEEN 0 AND exchange_supply),
      quota bigint NOT NULL CHECK (quota BETWEEN 0 AND subscription_supply),
      soft_cap bigint NOT NULL CHECK (soft_cap BETWEEN 0 AND exchange_supply + subscription_supply),
      opens_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL,
      lists_at timestamptz NOT NULL,
      lock_days integer NOT NULL CHECK (lock_days >= 0),
      status text NOT NULL CHECK (status IN ('sale', 'allotted', 'listed', 'failed')),
      is_open boolean NOT NULL,
      failure text CHECK (failure IN ('soft-cap', 'unlisted', 'cancelled')),
      -- Bought at once, and asked for by subscriptions.
      sold bigint NOT NULL DEFAULT 0,
      subscribed bigint NOT NULL DEFAULT 0 CHECK (subscribed >= 0),
      -- What was shared out: how many subscriptions, how many coins, and those of them that the rounding had left.
      subscriptions integer,
      allotted bigint,
      left_over integer,
      -- What the issuer delivered, by which payment; and whether the ledger has it.
      received bigint,
      payment text,
      is_issued boolean NOT NULL DEFAULT false,
      listed_at timestamptz,
      unlocks_at timestamptz,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT ieo_project_never_oversold CHECK (sold BETWEEN 0 AND exchange_supply),
      CONSTRAINT ieo_project_dates CHECK (opens_at < ends_at AND ends_at <= lists_at),
      CONSTRAINT ieo_project_allotted_once CHECK (
        (subscriptions IS NULL) = (allotted IS NULL) AND (allotted IS NULL) = (left_over IS NULL)
        AND (status <> 'sale' OR allotted IS NULL)
        AND (status NOT IN ('allotted', 'listed') OR allotted IS NOT NULL)
        AND coalesce(allotted, 0) <= subscription_supply),
      CONSTRAINT ieo_project_fails_for_a_reason CHECK ((status = 'failed') = (failure IS NOT NULL)),
      CONSTRAINT ieo_project_listed CHECK (
        (status = 'listed') = (listed_at IS NOT NULL) AND (status = 'listed') = (unlocks_at IS NOT NULL)
        AND (status = 'listed') = (received IS NOT NULL) AND (status = 'listed') = (payment IS NOT NULL)
        AND (received IS NULL OR received >= sold + allotted) AND (NOT is_issued OR received IS NOT NULL))
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX ieo_project_code ON ieo_project (code) WHERE status <> 'failed'`.execute(db)
  await sql`
    CREATE INDEX ieo_project_due ON ieo_project (ends_at) WHERE status IN ('sale', 'allotted')`.execute(db)
  await sql`
    CREATE TABLE ieo_order (
      id bigint PRIMARY KEY,
      project_id bigint NOT NULL REFERENCES ieo_project,
      customer_id bigint NOT NULL,
      -- What the coin's market is or would be.
      symbol text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('exchange', 'subscription')),
      quantity bigint NOT NULL CHECK (quantity > 0),
      price bigint NOT NULL CHECK (price > 0),
      placed_at timestamptz NOT NULL,
      rules_version integer NOT NULL,
      status text NOT NULL CHECK (status IN ('waiting', 'allotted', 'locked', 'unlocked', 'refunded')),
      allotted bigint CHECK (allotted BETWEEN 0 AND quantity),
      -- Of a subscription that was shared out: its place by acceptance, and what its part was computed from.
      position integer,
      whole bigint,
      remainder bigint,
      rank integer,
      ended_at timestamptz,
      CONSTRAINT ieo_order_exchange_is_whole CHECK (kind <> 'exchange' OR (allotted = quantity AND status <> 'waiting')),
      CONSTRAINT ieo_order_delivered_is_allotted CHECK (status NOT IN ('allotted', 'locked', 'unlocked') OR allotted > 0),
      CONSTRAINT ieo_order_ends_once CHECK ((status IN ('unlocked', 'refunded')) = (ended_at IS NOT NULL))
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`CREATE INDEX ieo_order_of_customer ON ieo_order (customer_id, id DESC)`.execute(db)
  await sql`CREATE INDEX ieo_order_of_project ON ieo_order (project_id, customer_id, kind)`.execute(db)
  await sql`CREATE INDEX ieo_order_placed ON ieo_order (placed_at)`.execute(db)
  // Everything that may be due: what has not ended.
  await sql`
    CREATE INDEX ieo_order_open ON ieo_order (project_id, status, id)
      WHERE status NOT IN ('unlocked', 'refunded')`.execute(db)
  await sql`
    CREATE UNIQUE INDEX ieo_order_position ON ieo_order (project_id, position) WHERE position IS NOT NULL`.execute(
    db,
  )
  // Part of the history of everything that ended, as 39-history.
  await sql`
    CREATE INDEX ieo_order_ended ON ieo_order (customer_id, symbol, status, ended_at, id)
      WHERE status IN ('unlocked', 'refunded')`.execute(db)
  await sql`
    CREATE FUNCTION ieo_order_stays_as_it_is() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.status IN ('unlocked', 'refunded') THEN
        RAISE EXCEPTION 'order % ended', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF OLD.allotted IS NOT NULL AND NEW.allotted IS DISTINCT FROM OLD.allotted THEN
        RAISE EXCEPTION 'order % was allotted', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER ieo_order_stays_as_it_is BEFORE UPDATE ON ieo_order FOR EACH ROW
      EXECUTE FUNCTION ieo_order_stays_as_it_is()`.execute(db)
  // Once somebody ordered, or it is over, what a project promises stays as it is.
  await sql`
    CREATE FUNCTION ieo_project_keeps_its_terms() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (OLD.sold > 0 OR OLD.subscribed > 0 OR OLD.status <> 'sale') AND
        (OLD.code, OLD.name, OLD.tagline, OLD.colour, OLD.decimals, OLD.price, OLD.exchange_supply,
          OLD.subscription_supply, OLD.max_exchange, OLD.quota, OLD.soft_cap, OLD.opens_at, OLD.ends_at,
          OLD.lists_at, OLD.lock_days)
        IS DISTINCT FROM
        (NEW.code, NEW.name, NEW.tagline, NEW.colour, NEW.decimals, NEW.price, NEW.exchange_supply,
          NEW.subscription_supply, NEW.max_exchange, NEW.quota, NEW.soft_cap, NEW.opens_at, NEW.ends_at,
          NEW.lists_at, NEW.lock_days) THEN
        RAISE EXCEPTION 'project % keeps its terms', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF OLD.status = 'failed' OR (OLD.allotted IS NOT NULL AND NEW.allotted IS DISTINCT FROM OLD.allotted) THEN
        RAISE EXCEPTION 'project % is over', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER ieo_project_keeps_its_terms BEFORE UPDATE ON ieo_project FOR EACH ROW
      EXECUTE FUNCTION ieo_project_keeps_its_terms()`.execute(db)
  await sql`GRANT SELECT, INSERT ON ieo_project, ieo_order TO plumb_app`.execute(db)
  await sql`
    GRANT UPDATE (code, name, tagline, colour, decimals, price, exchange_supply, subscription_supply, max_exchange, quota,
      soft_cap, opens_at, ends_at, lists_at, lock_days, status, is_open, failure, sold, subscribed, subscriptions, allotted,
      left_over, received, payment, is_issued, listed_at, unlocks_at, updated_at)
    ON ieo_project TO plumb_app`.execute(db)
  await sql`
    GRANT UPDATE (status, allotted, position, whole, remainder, rank, ended_at) ON ieo_order TO plumb_app`.execute(
    db,
  )
}
