import { type Kysely, sql } from 'kysely'

/** What withdrawals to cards cost in the beginning, with the rate in hundredths of a percent. Source: rulings, section 5. */
const firstTerms = [
  ['Card', '5', 50, '20'],
  ['International card', '25', 100, '50'],
] as const

/**
 * Withdrawals to bank cards, of dollars and euros: in the table of the others, with where it goes in place of an address.
 *
 * What is said of a card is kept encrypted beside the request, as its customer may remove it meanwhile, and is erased when the
 * request ends. One operator at a time pays it, so that it is not paid at the bank twice. A bank's reference pays one
 * withdrawal, as a transaction's output does, and there is no chain to ask: how it ended, two operators have said.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE withdrawal
      ALTER COLUMN address_id DROP NOT NULL,
      ADD COLUMN card_id bigint,
      ADD COLUMN card_kind text CHECK (card_kind IN ('domestic', 'international')),
      ADD COLUMN bank_name text,
      ADD COLUMN last_digits text CHECK (last_digits ~ '^[0-9]{4}$'),
      ADD COLUMN card_saved_at timestamptz,
      ADD COLUMN card bytea,
      -- By which others who saved the same card are counted.
      ADD COLUMN card_fingerprint text,
      -- The operator who pays it at the bank, and since when.
      ADD COLUMN paying_by bigint,
      ADD COLUMN paying_at timestamptz,
      ADD CONSTRAINT withdrawal_to_one CHECK ((address_id IS NULL) = (card_id IS NOT NULL)),
      ADD CONSTRAINT withdrawal_card_is_named CHECK (
        num_nulls(card_id, card_kind, bank_name, last_digits, card_saved_at) IN (0, 5)),
      ADD CONSTRAINT withdrawal_card_has_a_payer CHECK (
        num_nulls(paying_by, paying_at) IN (0, 2)
        AND (paying_by IS NOT NULL) = (card_id IS NOT NULL AND status IN ('signing', 'done', 'failed'))),
      ADD CONSTRAINT withdrawal_card_until_the_end CHECK (
        (card IS NOT NULL) = (card_id IS NOT NULL AND ended_at IS NULL)
        AND (card IS NULL) = (card_fingerprint IS NULL))`.execute(db)
  await sql`
    CREATE FUNCTION withdrawal_to_card() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.card IS NOT NULL
        AND (NEW.card, NEW.card_fingerprint) IS DISTINCT FROM (OLD.card, OLD.card_fingerprint) THEN
        RAISE EXCEPTION 'withdrawal % names its card', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF OLD.paying_by IS NOT NULL AND NEW.status <> 'signing'
        AND (NEW.paying_by, NEW.paying_at) IS DISTINCT FROM (OLD.paying_by, OLD.paying_at) THEN
        RAISE EXCEPTION 'withdrawal % names who paid it', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF NEW.card_id IS NOT NULL AND OLD.status <> NEW.status AND NEW.status IN ('sent', 'done', 'failed')
        AND NOT EXISTS (
          SELECT 1 FROM proposal p
          WHERE p.subject = 'withdrawal:' || NEW.id AND p.status = 'approved'
            AND p.maker = NEW.paying_by
            AND CASE NEW.status
              WHEN 'done' THEN p.kind = 'withdrawal-card-paid' AND p.params ->> 'txReference' = NEW.txid
              WHEN 'failed' THEN p.kind = 'withdrawal-settle' AND p.params ->> 'settledAs' = 'returned'
              ELSE false
            END
        ) THEN
        RAISE EXCEPTION 'withdrawal % to a card ends as two operators say', OLD.id USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER withdrawal_to_card BEFORE UPDATE ON withdrawal
      FOR EACH ROW EXECUTE FUNCTION withdrawal_to_card()`.execute(db)
  await sql`
    CREATE INDEX withdrawal_last_digits ON withdrawal (last_digits) WHERE last_digits IS NOT NULL`.execute(db)
  await sql`CREATE INDEX card_fingerprint ON card (fingerprint) WHERE removed_at IS NULL`.execute(db)
  await sql`GRANT UPDATE (card, card_fingerprint, paying_by, paying_at) ON withdrawal TO plumb_app`.execute(
    db,
  )

  await sql`
    ALTER TABLE withdrawal_terms
      ADD COLUMN fee_bps integer NOT NULL DEFAULT 0 CHECK (fee_bps BETWEEN 0 AND 500)`.execute(db)
  // The first ones nobody agreed on: they are the rulings'. Where customers are already, two operators open the way first.
  await sql`ALTER TABLE withdrawal_terms DISABLE TRIGGER USER`.execute(db)
  for (const currency of ['USD', 'EUR'])
    for (const [network, fee, feeBps, minimum] of firstTerms)
      await sql`
        INSERT INTO withdrawal_terms (currency, network, fee, fee_bps, minimum, is_paused)
        VALUES (${currency}, ${network}, ${fee}, ${feeBps}, ${minimum}, EXISTS (SELECT FROM customer))`.execute(
        db,
      )
  await sql`ALTER TABLE withdrawal_terms ENABLE TRIGGER USER`.execute(db)
  // What was proposed before there were rates says none.
  await sql`
    CREATE OR REPLACE FUNCTION withdrawal_terms_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (
        SELECT 1 FROM proposal p
        WHERE p.id = NEW.proposal AND p.kind = 'withdrawal-terms' AND p.status = 'approved'
          AND p.params ->> 'currency' = NEW.currency AND p.params ->> 'network' = NEW.network
          AND p.params ->> 'fee' = NEW.fee AND p.params ->> 'minimum' = NEW.minimum
          AND coalesce((p.params ->> 'feeBps')::integer, 0) = NEW.fee_bps
          AND (p.params ->> 'isPaused')::boolean = NEW.is_paused
      ) THEN
        RAISE EXCEPTION 'withdrawal_terms_agreed: terms are as two operators agreed on them'
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
}
