import { type Kysely, sql } from 'kysely'

/** What withdrawals cost in the beginning. Source: rulings, section 5. */
const firstTerms = [
  ['USDT', 'TRC20', '1', '10'],
  ['USDT', 'ERC20', '5', '20'],
  ['BTC', 'Bitcoin', '0.0002', '0.001'],
  ['ETH', 'Ethereum', '0.002', '0.01'],
  ['LTC', 'Litecoin', '0.001', '0.02'],
] as const

/** Which status may follow which; the same as `withdrawalCan` in `domain/withdrawal/rules.ts`. */
const transitions = [
  ...['pending approved', 'under-review approved', 'approved signing', 'signing sent'],
  ...['pending cancelled', 'under-review cancelled', 'approved cancelled'],
  ...['pending rejected', 'under-review rejected', 'approved rejected'],
  ...['signing done', 'sent done', 'signing failed', 'sent failed'],
]

/**
 * Withdrawals: requests with their hold, where they may go, what they cost, and the transactions that pay them.
 *
 * A request's figures never change; its status only goes forward, and what ended stays so. An output or a number of the
 * paying wallet belongs to one withdrawal for good, so that two transactions cannot both pay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE withdrawal_terms (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      currency text NOT NULL,
      network text NOT NULL,
      fee text NOT NULL,
      minimum text NOT NULL,
      is_paused boolean NOT NULL,
      proposal bigint REFERENCES proposal CONSTRAINT withdrawal_terms_proposed_once UNIQUE
    )`.execute(db)
  for (const [currency, network, fee, minimum] of firstTerms)
    await sql`
      INSERT INTO withdrawal_terms (currency, network, fee, minimum, is_paused)
      VALUES (${currency}, ${network}, ${fee}, ${minimum}, false)`.execute(db)
  await sql`
    CREATE TABLE withdrawal_pause (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      is_paused boolean NOT NULL,
      proposal bigint NOT NULL REFERENCES proposal CONSTRAINT withdrawal_pause_proposed_once UNIQUE
    )`.execute(db)
  await sql`
    CREATE FUNCTION withdrawal_terms_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (
        SELECT 1 FROM proposal p
        WHERE p.id = NEW.proposal AND p.kind = 'withdrawal-terms' AND p.status = 'approved'
          AND p.params ->> 'currency' = NEW.currency AND p.params ->> 'network' = NEW.network
          AND p.params ->> 'fee' = NEW.fee AND p.params ->> 'minimum' = NEW.minimum
          AND (p.params ->> 'isPaused')::boolean = NEW.is_paused
      ) THEN
        RAISE EXCEPTION 'withdrawal_terms_agreed: terms are as two operators agreed on them'
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER withdrawal_terms_agreed BEFORE INSERT ON withdrawal_terms
      FOR EACH ROW EXECUTE FUNCTION withdrawal_terms_agreed()`.execute(db)
  await sql`GRANT SELECT, INSERT ON withdrawal_terms TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT ON withdrawal_pause TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE withdrawal_address (
      id bigint GENERATED ALWAYS AS IDENTITY (START WITH 810001) PRIMARY KEY,
      customer_id bigint NOT NULL,
      currency text NOT NULL,
      network text NOT NULL,
      name text NOT NULL,
      address text NOT NULL,
      saved_at timestamptz NOT NULL,
      removed_at timestamptz
    )`.execute(db)
  await sql`
    CREATE UNIQUE INDEX withdrawal_address_once ON withdrawal_address (customer_id, currency, network, address)
      WHERE removed_at IS NULL`.execute(db)
  await sql`CREATE INDEX withdrawal_address_shared ON withdrawal_address (address)`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (removed_at) ON withdrawal_address TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE pay_password_try (
      customer_id bigint PRIMARY KEY,
      wrong integer NOT NULL CHECK (wrong >= 0),
      locked_until timestamptz
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (wrong, locked_until) ON pay_password_try TO plumb_app`.execute(db)
  await sql`CREATE TABLE withdrawal_lock (customer_id bigint PRIMARY KEY, requests bigint NOT NULL)`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, UPDATE (requests) ON withdrawal_lock TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE withdrawal (
      id bigint GENERATED ALWAYS AS IDENTITY (START WITH 710001) PRIMARY KEY,
      customer_id bigint NOT NULL,
      status text NOT NULL CHECK (status IN ('pending', 'under-review', 'approved', 'signing', 'sent', 'done',
        'rejected', 'failed', 'cancelled')),
      currency text NOT NULL,
      network text NOT NULL,
      address text NOT NULL,
      address_id bigint NOT NULL REFERENCES withdrawal_address,
      amount bigint NOT NULL CHECK (amount > 0),
      fee bigint NOT NULL CHECK (fee >= 0 AND fee < amount),
      -- In the limit's currency, by the prices of the request.
      value bigint NOT NULL CHECK (value > 0),
      needs_review boolean NOT NULL,
      confirmations_needed integer NOT NULL CHECK (confirmations_needed > 0),
      hold_id bigint CONSTRAINT withdrawal_held_once UNIQUE,
      requested_at timestamptz NOT NULL,
      maker bigint,
      checker bigint,
      approved_at timestamptz,
      txid text CONSTRAINT withdrawal_paid_once UNIQUE,
      confirmations integer NOT NULL DEFAULT 0 CHECK (confirmations >= 0),
      sent_at timestamptz,
      ended_at timestamptz,
      ended_by bigint,
      rejection text,
      CONSTRAINT withdrawal_ended CHECK (
        (status IN ('done', 'rejected', 'failed', 'cancelled')) = (ended_at IS NOT NULL)),
      CONSTRAINT withdrawal_by_two CHECK (
        NOT needs_review OR status NOT IN ('approved', 'signing', 'sent', 'done', 'failed')
          OR (maker IS NOT NULL AND checker IS NOT NULL AND maker <> checker)),
      CONSTRAINT withdrawal_paid_by_something CHECK (status NOT IN ('sent', 'done') OR txid IS NOT NULL),
      CONSTRAINT withdrawal_rejected_with_reason CHECK ((status = 'rejected') = (rejection IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX withdrawal_customer ON withdrawal (customer_id, id DESC)`.execute(db)
  await sql`CREATE INDEX withdrawal_status ON withdrawal (status, id)`.execute(db)
  await sql`CREATE INDEX withdrawal_counted ON withdrawal (customer_id, requested_at)`.execute(db)
  await sql`
    CREATE FUNCTION withdrawal_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.status <> NEW.status AND NOT (OLD.status || ' ' || NEW.status) = ANY (TG_ARGV) THEN
        RAISE EXCEPTION 'withdrawal % does not go from % to %', OLD.id, OLD.status, NEW.status
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF OLD.ended_at IS NOT NULL OR (OLD.hold_id IS NOT NULL AND NEW.hold_id IS DISTINCT FROM OLD.hold_id)
        OR (OLD.txid IS NOT NULL AND NEW.txid IS DISTINCT FROM OLD.txid) THEN
        RAISE EXCEPTION 'withdrawal % ended or names its hold and transaction', OLD.id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER withdrawal_goes_forward BEFORE UPDATE ON withdrawal FOR EACH ROW
      EXECUTE FUNCTION withdrawal_goes_forward(${sql.join(transitions.map((one) => sql.lit(one)))})`.execute(
    db,
  )
  await sql`
    GRANT SELECT, INSERT, UPDATE (status, hold_id, maker, checker, approved_at, txid, confirmations, sent_at, ended_at,
      ended_by, rejection) ON withdrawal TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE withdrawal_transaction (
      withdrawal_id bigint PRIMARY KEY REFERENCES withdrawal,
      chain text NOT NULL,
      format text NOT NULL CHECK (format IN ('psbt', 'evm')),
      unsigned text NOT NULL,
      -- What it pays from: outputs, or the wallet's number of the transaction.
      spends jsonb NOT NULL,
      -- The transaction's id, where it is known before it is signed.
      expected_txid text,
      -- The chain's height when it was written.
      from_height bigint NOT NULL,
      prepared_by bigint NOT NULL,
      prepared_at timestamptz NOT NULL,
      signed text,
      signed_by bigint,
      signed_at timestamptz
    )`.execute(db)
  await sql`
    CREATE FUNCTION withdrawal_signed_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.signed IS NOT NULL THEN
        RAISE EXCEPTION 'the transaction of withdrawal % is signed', OLD.withdrawal_id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER withdrawal_signed_once BEFORE UPDATE ON withdrawal_transaction FOR EACH ROW
      EXECUTE FUNCTION withdrawal_signed_once()`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (signed, signed_by, signed_at) ON withdrawal_transaction TO plumb_app`.execute(
    db,
  )
  await sql`
    CREATE TABLE withdrawal_spend (
      chain text NOT NULL,
      what text NOT NULL,
      withdrawal_id bigint NOT NULL REFERENCES withdrawal,
      PRIMARY KEY (chain, what)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON withdrawal_spend TO plumb_app`.execute(db)
}
