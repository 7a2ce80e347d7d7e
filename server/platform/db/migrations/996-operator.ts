import { type Kysely, sql } from 'kysely'

/**
 * What two administrators decide about operators: their roles, and the code by which somebody new, or who lost what they signed in
 * with, chooses a password. The code is kept as its hash, and works once until its time is over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE operator
      ADD COLUMN setup_hash text UNIQUE,
      ADD COLUMN setup_until timestamptz,
      ADD CONSTRAINT operator_setup_ends CHECK ((setup_hash IS NULL) = (setup_until IS NULL)),
      ADD CONSTRAINT operator_has_roles CHECK (cardinality(roles) > 0)`.execute(db)
  await sql`GRANT UPDATE (roles, setup_hash, setup_until) ON operator TO plumb_app`.execute(db)
  await sql`
    CREATE FUNCTION operator_roles_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.roles IS DISTINCT FROM OLD.roles AND NOT EXISTS (
        SELECT 1 FROM proposal p
        WHERE p.kind = 'operator-roles' AND p.status = 'approved' AND p.subject = 'operator:' || NEW.id
          AND p.params ->> 'roles' = array_to_string(NEW.roles, ',')) THEN
        RAISE EXCEPTION 'permission denied: nobody agreed on these roles of operator %', NEW.id
          USING ERRCODE = 'insufficient_privilege';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER operator_roles_agreed BEFORE UPDATE OF roles ON operator
      FOR EACH ROW EXECUTE FUNCTION operator_roles_agreed()`.execute(db)
  // The last sign-in of each, and what is open of each, without reading every session there ever was.
  await sql`CREATE INDEX operator_session_newest ON operator_session (operator_id, created_at DESC)`.execute(
    db,
  )
  await sql`
    CREATE INDEX operator_session_open ON operator_session (operator_id, expires_at) WHERE ended_at IS NULL`.execute(
    db,
  )
}
