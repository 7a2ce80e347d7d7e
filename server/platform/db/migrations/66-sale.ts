import { type Kysely, sql } from 'kysely'

/** Which status may follow which; the same as `saleCan` in `domain/sale/rules.ts`. */
const transitions = ['hold paying', 'hold returned', 'paying paid', 'paying returned']

/**
 * Coins sold for US dollars: terms, quotes, and sales with what they hold.
 *
 * A sale has the id of its quote, so that a quote serves once; its figures never change, its status only goes forward, and
 * what ended stays so. What is said of the card is encrypted, and erased when the sale ends.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sale_terms (
      version integer PRIMARY KEY CHECK (version > 0),
      fee_bps integer NOT NULL CHECK (fee_bps BETWEEN 1 AND 500),
      minimum_fee bigint NOT NULL CHECK (minimum_fee > 0),
      -- Of international cards.
      international_fee_bps integer NOT NULL CHECK (international_fee_bps BETWEEN 1 AND 500),
      international_minimum_fee bigint NOT NULL CHECK (international_minimum_fee > 0),
      minimum bigint NOT NULL CHECK (minimum >= 2 * minimum_fee),
      max_per_customer bigint NOT NULL CHECK (max_per_customer >= minimum),
      quote_seconds integer NOT NULL CHECK (quote_seconds BETWEEN 3 AND 30),
      proposal bigint,
      created_at timestamptz NOT NULL,
      CONSTRAINT sale_terms_by_two CHECK (version = 1 OR proposal IS NOT NULL)
    )`.execute(db)
  // Half a percent and at least 5, and 1 percent and at least 25 of an international card; from 20 on, 1,000,000 a day.
  await sql`
    INSERT INTO sale_terms VALUES
      (1, 50, 50000000, 100, 250000000, 200000000, 10000000000000, 10, NULL, '2026-01-01T00:00:00Z')`.execute(
    db,
  )

  const figures = sql`
      customer_id bigint NOT NULL,
      -- What it is paid to, and of which kind, as the fee is.
      card_id bigint NOT NULL,
      card_kind text NOT NULL CHECK (card_kind IN ('domestic', 'international')),
      currency text NOT NULL,
      amount bigint NOT NULL CHECK (amount > fee),
      fee bigint NOT NULL CHECK (fee > 0),
      -- In cents of a US dollar.
      received bigint NOT NULL CHECK (received > 0),
      value bigint NOT NULL CHECK (value > 0),
      -- Symbol, bid, ask and sequence of the tick; null of USDT, which has none.
      tick jsonb,
      fee_bps integer NOT NULL,
      minimum_fee bigint NOT NULL,
      terms_version integer NOT NULL`
  await sql`
    CREATE TABLE sale_quote (id bigint NOT NULL, ${figures}, valid_until timestamptz NOT NULL,
      PRIMARY KEY (customer_id))`.execute(db)
  await sql`CREATE INDEX sale_quote_valid_until ON sale_quote (valid_until)`.execute(db)
  await sql`
    CREATE TABLE sale (
      id bigint PRIMARY KEY,
      number bigint GENERATED ALWAYS AS IDENTITY (START WITH 610001) CONSTRAINT sale_numbered UNIQUE,
      ${figures},
      status text NOT NULL CHECK (status IN ('hold', 'paying', 'paid', 'returned')),
      bank_name text NOT NULL,
      last_digits text NOT NULL CHECK (last_digits ~ '^[0-9]{4}$'),
      card bytea,
      -- Of the coin, and of the dollars for it.
      hold_id bigint CONSTRAINT sale_held_once UNIQUE,
      payout_hold_id bigint CONSTRAINT sale_set_aside_once UNIQUE,
      sold_at timestamptz NOT NULL,
      started_by bigint,
      started_at timestamptz,
      maker bigint,
      checker bigint,
      bank_reference text CONSTRAINT sale_paid_once UNIQUE,
      why text,
      ended_at timestamptz,
      CONSTRAINT sale_ended CHECK ((status IN ('paid', 'returned')) = (ended_at IS NOT NULL)),
      CONSTRAINT sale_ended_is_erased CHECK ((ended_at IS NULL) = (card IS NOT NULL)),
      CONSTRAINT sale_started CHECK (status NOT IN ('paying', 'paid') OR started_at IS NOT NULL),
      CONSTRAINT sale_by_two CHECK (
        ended_at IS NULL OR (maker IS NOT NULL AND checker IS NOT NULL AND maker <> checker)),
      CONSTRAINT sale_paid_by_something CHECK ((status = 'paid') = (bank_reference IS NOT NULL)),
      CONSTRAINT sale_returned_with_reason CHECK ((status = 'returned') = (why IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX sale_customer ON sale (customer_id, id DESC)`.execute(db)
  await sql`CREATE INDEX sale_status ON sale (status, id)`.execute(db)
  await sql`CREATE INDEX sale_counted ON sale (customer_id, sold_at) INCLUDE (value, status)`.execute(db)
  await sql`
    CREATE FUNCTION sale_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.status <> NEW.status AND NOT (OLD.status || ' ' || NEW.status) = ANY (TG_ARGV) THEN
        RAISE EXCEPTION 'sale % does not go from % to %', OLD.id, OLD.status, NEW.status
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF OLD.ended_at IS NOT NULL
        OR (OLD.hold_id IS NOT NULL AND NEW.hold_id IS DISTINCT FROM OLD.hold_id)
        OR (OLD.payout_hold_id IS NOT NULL AND NEW.payout_hold_id IS DISTINCT FROM OLD.payout_hold_id)
        OR (NEW.card IS NOT NULL AND NEW.card IS DISTINCT FROM OLD.card) THEN
        RAISE EXCEPTION 'sale % ended, or names its holds and its card', OLD.id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER sale_goes_forward BEFORE UPDATE ON sale FOR EACH ROW
      EXECUTE FUNCTION sale_goes_forward(${sql.join(transitions.map((one) => sql.lit(one)))})`.execute(db)
  await sql`GRANT SELECT, INSERT ON sale_terms TO plumb_app`.execute(db)
  await sql`
    GRANT SELECT, INSERT, DELETE, UPDATE (id, card_id, card_kind, currency, amount, fee, received, value, tick, fee_bps, minimum_fee,
      terms_version, valid_until) ON sale_quote TO plumb_app`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (status, card, hold_id, payout_hold_id, started_by, started_at, maker, checker,
      bank_reference, why, ended_at) ON sale TO plumb_app`.execute(db)
}
