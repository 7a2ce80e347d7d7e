import { type Kysely, sql } from 'kysely'

/** Which status may follow which; the same as `otcCan` in `domain/otc/rules.ts`. */
const transitions = [
  ...['placed paid', 'placed cancelled', 'placed expired'],
  ...['paid released', 'paid disputed', 'disputed released', 'disputed decided'],
]

/**
 * Coins between two persons: merchants, offers, orders with what they hold in escrow, and what was written in them.
 *
 * An order's figures and sides never change, its status only goes forward, and what ended stays so. Where it is paid to is
 * encrypted, and erased when it ends. Owner 2 is the platform, in the places of customers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE otc_merchant (
      customer_id bigint PRIMARY KEY,
      name text NOT NULL,
      introduction text NOT NULL,
      status text NOT NULL CHECK (status IN ('under-review', 'active', 'refused', 'stopped')),
      reason text,
      applied_at timestamptz NOT NULL,
      decided_at timestamptz
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX otc_merchant_name ON otc_merchant (lower(name))`.execute(db)
  await sql`CREATE INDEX otc_merchant_status ON otc_merchant (status, applied_at)`.execute(db)
  await sql`
    CREATE TABLE otc_merchant_log (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL,
      action text NOT NULL CHECK (action IN ('applied', 'accepted', 'refused', 'stopped')),
      operator_id bigint,
      reason text,
      created_at timestamptz NOT NULL,
      CONSTRAINT otc_merchant_decided_by CHECK ((action = 'applied') = (operator_id IS NULL))
    )`.execute(db)
  await sql`CREATE INDEX otc_merchant_log_customer ON otc_merchant_log (customer_id, id)`.execute(db)

  await sql`
    CREATE TABLE otc_offer (
      id bigint PRIMARY KEY,
      number bigint GENERATED ALWAYS AS IDENTITY (START WITH 71001) CONSTRAINT otc_offer_numbered UNIQUE,
      maker bigint NOT NULL,
      side text NOT NULL CHECK (side IN ('buy', 'sell')),
      currency text NOT NULL,
      fiat text NOT NULL CHECK (fiat IN ('USD', 'EUR')),
      -- Fiat for one coin with seven decimals; or basis points from the tape.
      price bigint CHECK (price > 0),
      margin_bps integer CHECK (margin_bps BETWEEN -2000 AND 2000),
      minimum bigint NOT NULL CHECK (minimum > 0),
      maximum bigint NOT NULL CHECK (maximum >= minimum),
      total bigint NOT NULL CHECK (total >= maximum),
      -- For orders to come.
      remaining bigint NOT NULL CHECK (remaining BETWEEN 0 AND total),
      -- Ways to pay, with commas between.
      payments text NOT NULL,
      terms text,
      -- Where the platform's own are paid to, which everybody may know; a merchant's are in their cards.
      account jsonb,
      -- What an offer to sell keeps for orders to come.
      hold_id bigint,
      -- Whose proposal made it, of the platform's.
      proposal bigint,
      created_at timestamptz NOT NULL,
      closed_at timestamptz,
      CONSTRAINT otc_offer_priced_once CHECK ((price IS NULL) <> (margin_bps IS NULL)),
      CONSTRAINT otc_offer_closed_is_empty CHECK (closed_at IS NULL OR remaining = 0)
    )`.execute(db)
  await sql`CREATE INDEX otc_offer_open ON otc_offer (side, currency, fiat, id DESC) WHERE closed_at IS NULL`.execute(
    db,
  )
  await sql`CREATE INDEX otc_offer_maker ON otc_offer (maker, id DESC)`.execute(db)

  await sql`
    CREATE TABLE otc_order (
      id bigint PRIMARY KEY,
      number bigint GENERATED ALWAYS AS IDENTITY (START WITH 431001) CONSTRAINT otc_order_numbered UNIQUE,
      offer_id bigint NOT NULL REFERENCES otc_offer (id),
      maker bigint NOT NULL,
      taker bigint NOT NULL,
      seller bigint NOT NULL,
      buyer bigint NOT NULL,
      currency text NOT NULL,
      fiat text NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      -- In cents of the fiat, which the ledger never sees.
      total bigint NOT NULL CHECK (total > 0),
      price bigint NOT NULL CHECK (price > 0),
      margin_bps integer,
      -- Symbol, sequence and price of each tick that made the price or the value.
      ticks jsonb NOT NULL,
      value bigint NOT NULL CHECK (value > 0),
      payment text NOT NULL CHECK (payment IN ('domestic', 'international')),
      account bytea,
      account_bank text NOT NULL,
      account_digits text NOT NULL,
      -- Whether the account is in the seller's verified name; null where there is none.
      account_name_same boolean,
      hold_id bigint CONSTRAINT otc_order_held_once UNIQUE,
      status text NOT NULL
        CHECK (status IN ('placed', 'paid', 'released', 'cancelled', 'expired', 'disputed', 'decided')),
      placed_at timestamptz NOT NULL,
      pay_by timestamptz NOT NULL CHECK (pay_by > placed_at),
      paid_at timestamptz,
      payer_name text,
      payer_name_same boolean,
      disputed_at timestamptz,
      disputed_by text CHECK (disputed_by IN ('buyer', 'seller')),
      dispute_reason text,
      -- Pictures with commas between.
      evidence text,
      ended_at timestamptz,
      outcome text CHECK (outcome IN ('released', 'returned')),
      decided_maker bigint,
      decided_checker bigint,
      why text,
      CONSTRAINT otc_order_two_sides CHECK (maker <> taker AND seller <> buyer),
      CONSTRAINT otc_order_sides CHECK ((seller = maker AND buyer = taker) OR (seller = taker AND buyer = maker)),
      CONSTRAINT otc_order_ended CHECK (
        (status IN ('released', 'cancelled', 'expired', 'decided')) = (ended_at IS NOT NULL)),
      CONSTRAINT otc_order_has_outcome CHECK ((ended_at IS NULL) = (outcome IS NULL)),
      CONSTRAINT otc_order_ended_is_erased CHECK ((ended_at IS NULL) = (account IS NOT NULL)),
      CONSTRAINT otc_order_outcome CHECK (
        (status = 'released' AND outcome = 'released') OR (status IN ('cancelled', 'expired') AND outcome = 'returned')
        OR status NOT IN ('released', 'cancelled', 'expired')),
      CONSTRAINT otc_order_paid CHECK (status IN ('placed', 'cancelled', 'expired') OR paid_at IS NOT NULL),
      CONSTRAINT otc_order_disputed CHECK (
        status NOT IN ('disputed', 'decided') OR (disputed_at IS NOT NULL AND dispute_reason IS NOT NULL)),
      CONSTRAINT otc_order_by_two CHECK (
        CASE WHEN status = 'decided' OR (status = 'released' AND seller = 2)
          THEN decided_maker IS NOT NULL AND decided_checker IS NOT NULL AND decided_maker <> decided_checker
          ELSE decided_maker IS NULL AND decided_checker IS NULL END),
      CONSTRAINT otc_order_decided_with_reason CHECK ((status = 'decided') = (why IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX otc_order_seller ON otc_order (seller, id DESC)`.execute(db)
  await sql`CREATE INDEX otc_order_buyer ON otc_order (buyer, id DESC)`.execute(db)
  await sql`CREATE INDEX otc_order_status ON otc_order (status, id)`.execute(db)
  await sql`CREATE INDEX otc_order_due ON otc_order (pay_by) WHERE status = 'placed'`.execute(db)
  await sql`CREATE INDEX otc_order_offer ON otc_order (offer_id)`.execute(db)
  await sql`
    CREATE FUNCTION otc_order_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.status <> NEW.status AND NOT (OLD.status || ' ' || NEW.status) = ANY (TG_ARGV) THEN
        RAISE EXCEPTION 'order % does not go from % to %', OLD.id, OLD.status, NEW.status
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF OLD.ended_at IS NOT NULL
        OR (OLD.hold_id IS NOT NULL AND NEW.hold_id IS DISTINCT FROM OLD.hold_id)
        OR (OLD.paid_at IS NOT NULL AND NEW.paid_at IS DISTINCT FROM OLD.paid_at)
        OR (NEW.account IS NOT NULL AND NEW.account IS DISTINCT FROM OLD.account) THEN
        RAISE EXCEPTION 'order % ended, or names its hold, its payment and its account', OLD.id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER otc_order_goes_forward BEFORE UPDATE ON otc_order FOR EACH ROW
      EXECUTE FUNCTION otc_order_goes_forward(${sql.join(transitions.map((one) => sql.lit(one)))})`.execute(
    db,
  )

  await sql`
    CREATE TABLE otc_message (
      id bigint PRIMARY KEY,
      order_id bigint NOT NULL REFERENCES otc_order (id),
      -- 2 of the platform: what happened by itself, and what operators write.
      sender bigint NOT NULL,
      operator_id bigint,
      event text,
      text text,
      image text,
      created_at timestamptz NOT NULL,
      CONSTRAINT otc_message_says_something CHECK (num_nonnulls(event, text, image) > 0),
      CONSTRAINT otc_message_of_platform CHECK ((event IS NULL AND operator_id IS NULL) OR sender = 2)
    )`.execute(db)
  await sql`CREATE INDEX otc_message_order ON otc_message (order_id, id DESC)`.execute(db)
  // One order of a customer's at a time is decided.
  await sql`CREATE TABLE otc_lock (customer_id bigint PRIMARY KEY, requests bigint NOT NULL)`.execute(db)

  await sql`GRANT SELECT, INSERT, UPDATE (name, introduction, status, reason, applied_at, decided_at) ON otc_merchant TO plumb_app`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT ON otc_merchant_log, otc_message TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (remaining, hold_id, closed_at) ON otc_offer TO plumb_app`.execute(
    db,
  )
  await sql`
    GRANT SELECT, INSERT, UPDATE (status, account, hold_id, paid_at, payer_name, payer_name_same, disputed_at, disputed_by,
      dispute_reason, evidence, ended_at, outcome, decided_maker, decided_checker, why) ON otc_order TO plumb_app`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, UPDATE (requests) ON otc_lock TO plumb_app`.execute(db)
}
