import { type Kysely, sql } from 'kysely'

/** News that announce a proposal are written by who approves it: of one that waits they would be false, and keep it from being approved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION content_item_announces_approved() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.announces IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM proposal p WHERE p.id = NEW.announces AND p.status = 'approved') THEN
        RAISE EXCEPTION 'content_item_announces_approved: news announce what two operators agreed on'
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER content_item_announces_approved BEFORE INSERT OR UPDATE OF announces ON content_item
      FOR EACH ROW EXECUTE FUNCTION content_item_announces_approved()`.execute(db)
}
