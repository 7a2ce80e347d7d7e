import { type Kysely, sql } from 'kysely'

/**
 * What customers sent for verification, photos and who looked at them.
 *
 * A case is one sending of a form. What it says is encrypted (`details`), is never changed, and is only ever removed; once
 * decided nothing else of it changes. Two different operators verify. Openings and views are only added to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE customer ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$')`.execute(db)
  await sql`GRANT UPDATE (tier, country) ON customer TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE verification_case (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL,
      tier text NOT NULL CHECK (tier IN ('basic', 'advanced')),
      submission integer NOT NULL CHECK (submission > 0),
      status text NOT NULL CHECK (status IN ('under-review', 'verified', 'rejected', 'withdrawn')),
      details bytea,
      -- Of the refused items why; of the others nothing.
      refusals jsonb NOT NULL,
      -- The items that were accepted with an earlier sending.
      accepted_before jsonb NOT NULL,
      submitted_at timestamptz NOT NULL,
      decided_at timestamptz,
      maker bigint,
      checker bigint,
      -- Since when nobody may see it any more, and until when it is kept.
      sealed_until timestamptz,
      UNIQUE (customer_id, tier, submission),
      CONSTRAINT verification_case_decided CHECK ((status = 'under-review') = (decided_at IS NULL)),
      CONSTRAINT verification_case_by_two CHECK (
        status <> 'verified' OR (maker IS NOT NULL AND checker IS NOT NULL AND maker <> checker))
    )`.execute(db)
  await sql`
    CREATE UNIQUE INDEX verification_case_one_waits ON verification_case (customer_id, tier)
      WHERE status = 'under-review'`.execute(db)
  await sql`
    CREATE UNIQUE INDEX verification_case_verified_once ON verification_case (customer_id, tier)
      WHERE status = 'verified' AND sealed_until IS NULL`.execute(db)
  await sql`CREATE INDEX verification_case_waiting ON verification_case (id) WHERE status = 'under-review'`.execute(
    db,
  )
  await sql`
    CREATE INDEX verification_case_sealed ON verification_case (sealed_until) WHERE sealed_until IS NOT NULL`.execute(
    db,
  )
  await sql`
    GRANT SELECT, INSERT, UPDATE (status, details, refusals, decided_at, maker, checker, sealed_until)
      ON verification_case TO plumb_app`.execute(db)
  await sql`
    CREATE FUNCTION verification_case_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.details IS NOT NULL AND NEW.details IS DISTINCT FROM OLD.details THEN
        RAISE EXCEPTION 'the details of case % are not changed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF OLD.status <> 'under-review' AND (NEW.status, NEW.refusals, NEW.decided_at, NEW.maker, NEW.checker)
        IS DISTINCT FROM (OLD.status, OLD.refusals, OLD.decided_at, OLD.maker, OLD.checker) THEN
        RAISE EXCEPTION 'case % was decided', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER verification_case_is_kept BEFORE UPDATE ON verification_case FOR EACH ROW
      EXECUTE FUNCTION verification_case_is_kept()`.execute(db)

  await sql`
    CREATE TABLE verification_draft (
      customer_id bigint NOT NULL,
      tier text NOT NULL CHECK (tier IN ('basic', 'advanced')),
      details bytea NOT NULL,
      saved_at timestamptz NOT NULL,
      PRIMARY KEY (customer_id, tier)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (details, saved_at), DELETE ON verification_draft TO plumb_app`.execute(
    db,
  )

  // One document, one customer: its number is not here, and cannot be found from what is.
  await sql`
    CREATE TABLE verification_identity (
      fingerprint text PRIMARY KEY,
      customer_id bigint NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX verification_identity_customer ON verification_identity (customer_id)`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON verification_identity TO plumb_app`.execute(db)

  // A photo, whose bytes are in an encrypted file named by the id.
  await sql`
    CREATE TABLE verification_photo (
      id text PRIMARY KEY,
      customer_id bigint NOT NULL,
      -- The upload that it was made of, so that it is made once.
      upload text NOT NULL UNIQUE,
      sha256 text NOT NULL,
      width integer NOT NULL,
      height integer NOT NULL,
      hints jsonb NOT NULL,
      created_at timestamptz NOT NULL,
      state text NOT NULL DEFAULT 'loose' CHECK (state IN ('loose', 'kept', 'deleting'))
    )`.execute(db)
  await sql`CREATE INDEX verification_photo_customer ON verification_photo (customer_id)`.execute(db)
  await sql`CREATE INDEX verification_photo_sha256 ON verification_photo (sha256)`.execute(db)
  await sql`CREATE INDEX verification_photo_state ON verification_photo (created_at) WHERE state <> 'kept'`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, UPDATE (state), DELETE ON verification_photo TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE verification_opening (
      id bigint PRIMARY KEY,
      case_id bigint NOT NULL,
      operator_id bigint NOT NULL,
      opened_at timestamptz NOT NULL,
      closes_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX verification_opening_case ON verification_opening (case_id, operator_id, id)`.execute(
    db,
  )
  await sql`
    CREATE TABLE verification_view (
      id bigint PRIMARY KEY,
      case_id bigint NOT NULL,
      operator_id bigint NOT NULL,
      photo text NOT NULL,
      viewed_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX verification_view_operator ON verification_view (operator_id, viewed_at)`.execute(db)
  await sql`GRANT SELECT, INSERT ON verification_opening, verification_view TO plumb_app`.execute(db)
  // Lets the views of one operator past one at a time.
  await sql`
    CREATE TABLE verification_viewer (operator_id bigint PRIMARY KEY, views bigint NOT NULL)`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (views) ON verification_viewer TO plumb_app`.execute(db)
}
