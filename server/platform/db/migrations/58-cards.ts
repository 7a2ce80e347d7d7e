import { type Kysely, sql } from 'kysely'

/**
 * Bank cards that customers are paid to.
 *
 * What a customer says of one is encrypted under a key that is in no database (`details`); its number stands nowhere else,
 * but for its last four digits and a keyed fingerprint. Nothing of a card changes: it is removed, and its details with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE card (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL REFERENCES customer,
      kind text NOT NULL CHECK (kind IN ('domestic', 'international')),
      last_digits text NOT NULL CHECK (last_digits ~ '^[0-9]{4}$'),
      details bytea,
      fingerprint text,
      saved_at timestamptz NOT NULL,
      removed_at timestamptz,
      CONSTRAINT card_removed_is_erased CHECK (
        (removed_at IS NULL) = (details IS NOT NULL) AND (removed_at IS NULL) = (fingerprint IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX card_customer ON card (customer_id, id DESC) WHERE removed_at IS NULL`.execute(db)
  await sql`CREATE UNIQUE INDEX card_once ON card (customer_id, fingerprint) WHERE removed_at IS NULL`.execute(
    db,
  )
  await sql`
    CREATE FUNCTION card_is_only_removed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.removed_at IS NOT NULL OR NEW.removed_at IS NULL THEN
        RAISE EXCEPTION 'card % is removed once, and never changed', OLD.id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER card_is_only_removed BEFORE UPDATE ON card FOR EACH ROW
      EXECUTE FUNCTION card_is_only_removed()`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (details, fingerprint, removed_at) ON card TO plumb_app`.execute(db)
}
