import { type Kysely, sql } from 'kysely'

/**
 * Copies of their data that customers confirmed, and deletions of accounts that they asked for. That a deletion waits 14 days,
 * and that what ended stays as it is, are facts of the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE data_export (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL REFERENCES customer,
      session_id bigint NOT NULL,
      confirmed_at timestamptz NOT NULL,
      taken_at timestamptz,
      CHECK (taken_at >= confirmed_at)
    )`.execute(db)
  await sql`CREATE INDEX data_export_customer ON data_export (customer_id, id)`.execute(db)
  await sql`
    CREATE FUNCTION data_export_is_taken_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'a copy is taken once';
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER data_export_once BEFORE UPDATE ON data_export
    FOR EACH ROW WHEN (OLD.taken_at IS NOT NULL) EXECUTE FUNCTION data_export_is_taken_once()`.execute(db)
  await sql`
    GRANT SELECT, INSERT (id, customer_id, session_id, confirmed_at), UPDATE (taken_at) ON data_export TO plumb_app`.execute(
    db,
  )

  await sql`
    CREATE TABLE account_deletion (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL REFERENCES customer,
      asked_at timestamptz NOT NULL,
      -- Stopped where something came in meanwhile; erasing from when nobody can sign in any more.
      status text NOT NULL DEFAULT 'asked'
        CHECK (status IN ('asked', 'cancelled', 'stopped', 'erasing', 'done')),
      erased_from timestamptz,
      ended_at timestamptz,
      CHECK ((ended_at IS NOT NULL) = (status IN ('cancelled', 'stopped', 'done'))),
      CHECK ((erased_from IS NOT NULL) = (status IN ('erasing', 'done'))),
      CHECK (erased_from >= asked_at + interval '14 days')
    )`.execute(db)
  await sql`
    CREATE UNIQUE INDEX account_deletion_open ON account_deletion (customer_id)
    WHERE status IN ('asked', 'erasing')`.execute(db)
  await sql`
    CREATE INDEX account_deletion_due ON account_deletion (asked_at, id)
    WHERE status IN ('asked', 'erasing')`.execute(db)
  await sql`CREATE INDEX account_deletion_customer ON account_deletion (customer_id, id)`.execute(db)
  await sql`
    CREATE FUNCTION account_deletion_is_over() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.ended_at IS NOT NULL OR (OLD.status = 'erasing' AND NEW.status <> 'done') THEN
        RAISE EXCEPTION 'deletion % goes forward only', OLD.id;
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER account_deletion_goes_forward BEFORE UPDATE ON account_deletion
    FOR EACH ROW EXECUTE FUNCTION account_deletion_is_over()`.execute(db)
  await sql`
    GRANT SELECT, INSERT (id, customer_id, asked_at), UPDATE (status, erased_from, ended_at)
    ON account_deletion TO plumb_app`.execute(db)
  // What a deleted account chose, and what it was told of, is not kept.
  await sql`GRANT DELETE ON notice_choice, notice_push_choice TO plumb_app`.execute(db)
}
