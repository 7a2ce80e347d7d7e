import { type Kysely, sql } from 'kysely'

/**
 * Seconds options: terms, orders, what decided them, and what customers chose for themselves.
 *
 * Everything but `option_open` is only ever added to: no role of the application may change an order or a result. A
 * result is refused unless it is the one that its ticks make: the first that may be an entry, and the last at or before
 * the expiry, by the prices, times and numbers that the row names. `option_open` has the orders that wait for one, so
 * that a start need not look for them; an order leaves it with its result.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE option_terms (
      version integer PRIMARY KEY CHECK (version > 0),
      minimum bigint NOT NULL CHECK (minimum > 0),
      maximum bigint NOT NULL CHECK (maximum >= minimum),
      max_open integer NOT NULL CHECK (max_open > 0),
      max_daily integer NOT NULL CHECK (max_daily >= max_open),
      loss_limit bigint NOT NULL CHECK (loss_limit > 0),
      pause_after integer NOT NULL CHECK (pause_after > 0),
      pause_minutes integer NOT NULL CHECK (pause_minutes > 0),
      exposure_bps integer NOT NULL CHECK (exposure_bps BETWEEN 1 AND 10000),
      proposal bigint,
      created_at timestamptz NOT NULL
    )`.execute(db)
  await sql`
    CREATE TABLE option_period (
      version integer NOT NULL REFERENCES option_terms,
      seconds integer NOT NULL CHECK (seconds >= 30),
      payout_bps integer NOT NULL CHECK (payout_bps BETWEEN 1 AND 9999),
      PRIMARY KEY (version, seconds)
    )`.execute(db)
  await sql`
    INSERT INTO option_terms VALUES
      (1, 50000000, 5000000000, 5, 60, 2000000000, 5, 15, 200, NULL, '2026-01-01T00:00:00Z')`.execute(db)
  await sql`
    INSERT INTO option_period VALUES (1, 60, 8500), (1, 120, 8800), (1, 180, 9000), (1, 300, 9200)`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT ON option_terms, option_period TO plumb_app`.execute(db)

  // Whether customers of a country are offered it: the newest row of each. One operator may end it, two begin it.
  await sql`
    CREATE TABLE option_country (
      id bigint PRIMARY KEY,
      country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
      is_offered boolean NOT NULL,
      proposal bigint,
      created_at timestamptz NOT NULL,
      CONSTRAINT option_country_is_on_by_two CHECK (proposal IS NOT NULL OR NOT is_offered)
    )`.execute(db)
  await sql`CREATE INDEX option_country_newest ON option_country (country, id)`.execute(db)
  await sql`GRANT SELECT, INSERT ON option_country TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE option_order (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL,
      symbol text NOT NULL,
      direction text NOT NULL CHECK (direction IN ('rise', 'fall')),
      stake bigint NOT NULL CHECK (stake > 0),
      winnings bigint NOT NULL CHECK (winnings >= 0),
      seconds integer NOT NULL CHECK (seconds > 0),
      payout_bps integer NOT NULL,
      entry_after_ms integer NOT NULL CHECK (entry_after_ms >= 0),
      stale_after_ms integer NOT NULL CHECK (stale_after_ms > 0),
      terms_version integer NOT NULL,
      rules_version integer NOT NULL,
      accepted_at timestamptz NOT NULL,
      accepted_sequence bigint NOT NULL CHECK (accepted_sequence >= 0)
    )`.execute(db)
  await sql`CREATE INDEX option_order_customer ON option_order (customer_id, id)`.execute(db)
  await sql`CREATE INDEX option_order_accepted ON option_order (customer_id, accepted_at)`.execute(db)
  await sql`GRANT SELECT, INSERT ON option_order TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE option_result (
      -- Grows with the commits: who tells of results follows them by it.
      id bigint NOT NULL UNIQUE,
      order_id bigint PRIMARY KEY,
      customer_id bigint NOT NULL,
      outcome text NOT NULL CHECK (outcome IN ('won', 'lost', 'tie', 'void')),
      reason text CHECK (reason IN ('no-entry', 'no-exit')),
      entry_sequence bigint,
      entry_price bigint,
      entry_at timestamptz,
      expires_at timestamptz,
      exit_sequence bigint,
      exit_price bigint,
      exit_at timestamptz,
      settled_at timestamptz NOT NULL,
      CONSTRAINT option_result_says_why CHECK ((outcome = 'void') = (reason IS NOT NULL)),
      CONSTRAINT option_result_names_its_ticks CHECK (
        num_nulls(entry_sequence, entry_price, entry_at, expires_at, exit_sequence, exit_price, exit_at)
          = CASE WHEN reason IS NOT DISTINCT FROM 'no-entry' THEN 7 ELSE 0 END)
    )`.execute(db)
  await sql`CREATE INDEX option_result_settled ON option_result (customer_id, settled_at)`.execute(db)
  await sql`GRANT SELECT, INSERT ON option_result TO plumb_app`.execute(db)
  await sql`
    CREATE FUNCTION option_result_follows() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE wrong bigint;
    BEGIN
      SELECT r.order_id INTO wrong FROM added r LEFT JOIN option_order o ON o.id = r.order_id
      WHERE (o.customer_id = r.customer_id AND (r.reason = 'no-entry' OR (
        r.entry_sequence > o.accepted_sequence
        AND r.entry_at BETWEEN o.accepted_at + o.entry_after_ms * interval '1 millisecond'
          AND o.accepted_at + (o.entry_after_ms + o.stale_after_ms) * interval '1 millisecond'
        AND r.expires_at = r.entry_at + o.seconds * interval '1 second'
        AND r.exit_sequence >= r.entry_sequence AND r.exit_at BETWEEN r.entry_at AND r.expires_at
        AND r.outcome = CASE
          WHEN r.exit_at < r.expires_at - o.stale_after_ms * interval '1 millisecond' THEN 'void'
          WHEN r.exit_price = r.entry_price THEN 'tie'
          WHEN (r.exit_price > r.entry_price) = (o.direction = 'rise') THEN 'won'
          ELSE 'lost' END))) IS NOT TRUE
      LIMIT 1;
      IF FOUND THEN
        RAISE EXCEPTION 'the result of order % is not the one that its ticks make', wrong
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NULL;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER option_result_follows AFTER INSERT ON option_result REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION option_result_follows()`.execute(db)

  await sql`
    CREATE TABLE option_open (order_id bigint PRIMARY KEY, customer_id bigint NOT NULL)`.execute(db)
  await sql`CREATE INDEX option_open_customer ON option_open (customer_id, order_id)`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON option_open TO plumb_app`.execute(db)
  await sql`
    CREATE FUNCTION option_open_until_settled() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM removed WHERE order_id NOT IN (
        SELECT r.order_id FROM option_result r JOIN removed d ON d.order_id = r.order_id)) THEN
        RAISE EXCEPTION 'an order is open until it has a result' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NULL;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER option_open_until_settled AFTER DELETE ON option_open REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION option_open_until_settled()`.execute(db)

  // What customers chose for themselves. Only added to: who excluded themselves cannot take it back.
  await sql`
    CREATE TABLE option_choice (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL,
      kind text NOT NULL CHECK (kind IN ('loss-limit', 'exclusion', 'risk')),
      amount bigint CHECK (amount > 0),
      version integer,
      from_at timestamptz NOT NULL,
      until_at timestamptz,
      created_at timestamptz NOT NULL,
      CONSTRAINT option_choice_is_whole CHECK (
        (kind = 'loss-limit') = (amount IS NOT NULL)
        AND (kind = 'risk') = (version IS NOT NULL)
        AND (kind = 'exclusion') = (until_at IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX option_choice_customer ON option_choice (customer_id, id)`.execute(db)
  await sql`GRANT SELECT, INSERT ON option_choice TO plumb_app`.execute(db)
}
