import { type Kysely, sql } from 'kysely'

/**
 * Deposits by a bank: the platform's accounts, each customer's payment reference, and requests that name them.
 *
 * An account is a row for each of its versions, word for word as two operators agreed on it, and none changes. What a
 * customer says of the sender is encrypted, and erased with its picture when they ask; the request, its amounts and its
 * decision stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE bank_account (
      id bigint PRIMARY KEY,
      -- The same of all versions: the id of the first.
      account bigint NOT NULL,
      version integer NOT NULL CHECK (version > 0),
      details jsonb NOT NULL,
      is_demo boolean NOT NULL,
      proposal bigint REFERENCES proposal CONSTRAINT bank_account_proposed_once UNIQUE,
      created_at timestamptz NOT NULL,
      CONSTRAINT bank_account_versions UNIQUE (account, version),
      CONSTRAINT bank_account_first CHECK ((account = id) = (version = 1))
    )`.execute(db)
  // A demonstration begins with made-up accounts; everything else two operators have agreed on.
  await sql`
    CREATE FUNCTION bank_account_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.is_demo AND EXISTS (SELECT 1 FROM system_setting WHERE name = 'environment' AND value = '"production"') THEN
        RAISE EXCEPTION 'bank_account_agreed: no made-up account where money is real'
          USING ERRCODE = 'check_violation';
      END IF;
      IF NEW.proposal IS NULL AND NEW.is_demo THEN RETURN NEW; END IF;
      IF NOT EXISTS (
        SELECT 1 FROM proposal p
        WHERE p.id = NEW.proposal AND p.kind = 'bank-account' AND p.status = 'approved'
          AND p.params - 'account' - 'version' = NEW.details
          AND p.params ->> 'version' = (NEW.version - 1)::text
          AND (NEW.version = 1 OR p.params ->> 'account' = NEW.account::text)
      ) THEN
        RAISE EXCEPTION 'bank_account_agreed: an account is published as two operators agreed on it'
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER bank_account_agreed BEFORE INSERT ON bank_account
      FOR EACH ROW EXECUTE FUNCTION bank_account_agreed()`.execute(db)
  await sql`GRANT SELECT, INSERT ON bank_account TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE payment_reference (
      customer_id bigint PRIMARY KEY REFERENCES customer,
      reference text NOT NULL CONSTRAINT payment_reference_of_one UNIQUE CHECK (reference ~ '^RF[0-9]{2}[0-9]{12}$')
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON payment_reference TO plumb_app`.execute(db)

  await sql`
    ALTER TABLE deposit_request
      ADD COLUMN way text NOT NULL DEFAULT 'proof' CHECK (way IN ('proof', 'card', 'wire', 'certificate')),
      ADD COLUMN bank_account bigint REFERENCES bank_account,
      ADD COLUMN payment_reference text,
      ADD COLUMN name_hint text CHECK (name_hint IN ('same', 'differs', 'unknown')),
      ADD COLUMN details bytea,
      ADD COLUMN erased_at timestamptz,
      ALTER COLUMN image DROP NOT NULL,
      ALTER COLUMN image_sha256 DROP NOT NULL,
      ADD CONSTRAINT deposit_by_bank CHECK (
        CASE way WHEN 'proof' THEN bank_account IS NULL AND payment_reference IS NULL AND name_hint IS NULL
          AND details IS NULL AND erased_at IS NULL AND image IS NOT NULL AND image_sha256 IS NOT NULL
        ELSE bank_account IS NOT NULL AND payment_reference IS NOT NULL AND name_hint IS NOT NULL
          AND (erased_at IS NULL) = (details IS NOT NULL) AND (image IS NULL) = (image_sha256 IS NULL)
          AND (erased_at IS NULL OR image IS NULL) AND (way = 'wire' OR erased_at IS NOT NULL OR image IS NOT NULL) END)`.execute(
    db,
  )
  await sql`
    CREATE INDEX deposit_request_own_way ON deposit_request (customer_id, (way = 'wire'), (-id))`.execute(db)
  await sql`
    CREATE INDEX deposit_request_reference ON deposit_request (payment_reference)
      WHERE payment_reference IS NOT NULL`.execute(db)
  // What was erased comes back by nothing, and nothing of it is replaced.
  await sql`
    CREATE FUNCTION deposit_request_is_only_erased() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.erased_at IS NOT NULL OR NEW.erased_at IS NULL THEN
        RAISE EXCEPTION 'deposit request % says what it said, until it is erased', OLD.id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER deposit_request_is_only_erased BEFORE UPDATE ON deposit_request FOR EACH ROW
      WHEN ((NEW.details, NEW.image, NEW.image_sha256, NEW.erased_at)
        IS DISTINCT FROM (OLD.details, OLD.image, OLD.image_sha256, OLD.erased_at))
      EXECUTE FUNCTION deposit_request_is_only_erased()`.execute(db)
  await sql`GRANT UPDATE (details, image, image_sha256, erased_at) ON deposit_request TO plumb_app`.execute(
    db,
  )
}
