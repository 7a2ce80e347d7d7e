import { type Kysely, sql } from 'kysely'

/**
 * Service levels: how many hours what waits for operators may wait, by queue. The newest version of a queue counts; each
 * but the first is a proposal that two operators agreed on. And announcements of changed terms, which stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE queue_level (
      queue text NOT NULL,
      version integer NOT NULL CHECK (version > 0),
      hours integer NOT NULL CHECK (hours BETWEEN 1 AND 336),
      proposal bigint UNIQUE REFERENCES proposal,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (queue, version),
      CONSTRAINT queue_level_by_two CHECK (version = 1 OR proposal IS NOT NULL)
    )`.execute(db)
  await sql`
    INSERT INTO queue_level (queue, version, hours, created_at)
    SELECT queue, 1, hours, '2026-01-01T00:00:00Z'
    FROM (VALUES ('deposit', 2), ('withdrawal', 2), ('sale', 4), ('otc', 4), ('loan', 4), ('verification', 24),
      ('recovery', 24), ('copy', 72), ('support', 24), ('proposal', 24)) AS first (queue, hours)`.execute(db)
  await sql`GRANT SELECT, INSERT ON queue_level TO plumb_app`.execute(db)

  // News that announce a change of terms, written in the transaction that makes it: such an item names its proposal, is
  // published once, and then nobody changes it or takes it back.
  await sql`
    ALTER TABLE content_item
      ADD COLUMN announces bigint UNIQUE REFERENCES proposal,
      ADD CONSTRAINT content_item_announces CHECK (announces IS NULL OR kind = 'news')`.execute(db)
  await sql`
    CREATE FUNCTION content_item_announced_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.announces IS NOT NULL AND OLD.version_id IS NOT NULL THEN
        RAISE EXCEPTION 'news % announces a change of terms and stays as it is', OLD.id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER content_item_announced_stays BEFORE UPDATE ON content_item FOR EACH ROW
      EXECUTE FUNCTION content_item_announced_stays()`.execute(db)
}
