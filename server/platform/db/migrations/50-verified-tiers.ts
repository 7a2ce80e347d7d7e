import { type Kysely, sql } from 'kysely'

/**
 * A customer's tier is raised by a verified case alone. What a reviewer wrote of an erased case goes with it, photos of a
 * sealed case are seen by nobody, and opened cases are counted for each operator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION customer_tier_is_verified() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.tier <> 'unverified' AND NOT EXISTS (
        SELECT 1 FROM verification_case
        WHERE customer_id = NEW.id AND tier = NEW.tier AND status = 'verified' AND sealed_until IS NULL) THEN
        RAISE EXCEPTION 'customer % has no verified case of tier %', NEW.id, NEW.tier
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER customer_tier_is_verified BEFORE UPDATE OF tier ON customer FOR EACH ROW
      WHEN (NEW.tier IS DISTINCT FROM OLD.tier) EXECUTE FUNCTION customer_tier_is_verified()`.execute(db)

  await sql`
    CREATE OR REPLACE FUNCTION verification_case_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.details IS NOT NULL AND NEW.details IS DISTINCT FROM OLD.details THEN
        RAISE EXCEPTION 'the details of case % are not changed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF OLD.status <> 'under-review' AND (
        (NEW.status, NEW.decided_at, NEW.maker, NEW.checker)
          IS DISTINCT FROM (OLD.status, OLD.decided_at, OLD.maker, OLD.checker)
        OR (NEW.refusals <> OLD.refusals AND NOT (NEW.details IS NULL AND NEW.refusals = '{}'))) THEN
        RAISE EXCEPTION 'case % was decided', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    UPDATE verification_case SET refusals = '{}' WHERE details IS NULL AND refusals <> '{}'`.execute(db)

  await sql`ALTER TABLE verification_photo DROP CONSTRAINT verification_photo_state_check`.execute(db)
  await sql`
    ALTER TABLE verification_photo ADD CONSTRAINT verification_photo_state_check
      CHECK (state IN ('loose', 'kept', 'sealed', 'deleting'))`.execute(db)
  await sql`DROP INDEX verification_photo_state`.execute(db)
  await sql`
    CREATE INDEX verification_photo_state ON verification_photo (created_at)
      WHERE state IN ('loose', 'deleting')`.execute(db)
  await sql`
    CREATE INDEX verification_opening_operator ON verification_opening (operator_id, opened_at)`.execute(db)
}
