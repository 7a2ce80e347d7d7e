import { type Kysely, sql } from 'kysely'

/**
 * When each lead led: only what they opened in such a time is shown and counted. The engine writes it, in the batch from which
 * followers copy them and in that from which nobody does.
 *
 * What is applied with stands beside what was accepted, which everybody reads, until an operator accepts it too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE copy_leading (
      id bigint PRIMARY KEY,
      lead_id bigint NOT NULL REFERENCES copy_lead,
      started_at timestamptz NOT NULL,
      -- Null while they lead.
      stopped_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX copy_leading_lead ON copy_leading (lead_id)`.execute(db)
  await sql`
    CREATE UNIQUE INDEX copy_leading_now ON copy_leading (lead_id) WHERE stopped_at IS NULL`.execute(db)
  // Who was accepted and never counted is unknown to the engine: it is told of them, and begins then.
  await sql`
    INSERT INTO copy_leading (id, lead_id, started_at, stopped_at)
    SELECT g.id, g.lead_id, g.created_at, (
      SELECT min(s.created_at) FROM copy_lead_log s
      WHERE s.lead_id = g.lead_id AND s.action = 'stopped' AND s.id > g.id)
    FROM copy_lead_log g WHERE g.action = 'accepted'
      AND EXISTS (SELECT FROM copy_record r WHERE r.lead_id = g.lead_id)`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (stopped_at) ON copy_leading TO plumb_app`.execute(db)
  await sql`
    CREATE TRIGGER written_under_token AFTER INSERT OR UPDATE ON copy_leading FOR EACH STATEMENT
      EXECUTE FUNCTION written_under_token('contract')`.execute(db)
  await sql`
    CREATE TRIGGER written_once BEFORE UPDATE ON copy_leading FOR EACH ROW
      WHEN (OLD.stopped_at IS NOT NULL AND NEW.stopped_at IS DISTINCT FROM OLD.stopped_at)
      EXECUTE FUNCTION written_once()`.execute(db)

  await sql`ALTER TABLE copy_lead ADD COLUMN applied_introduction text`.execute(db)
  await sql`
    ALTER TABLE copy_lead ADD COLUMN applied_share_bps integer CHECK (applied_share_bps BETWEEN 0 AND 2000)`.execute(
    db,
  )
  await sql`
    UPDATE copy_lead SET applied_introduction = introduction, applied_share_bps = share_bps`.execute(db)
  // What was accepted last of who does not lead now: the log has the introduction, their last relation the share.
  await sql`
    UPDATE copy_lead l SET
      introduction = coalesce((
        SELECT g.introduction FROM copy_lead_log g WHERE g.lead_id = l.id AND g.action = 'applied' AND g.id < (
          SELECT max(a.id) FROM copy_lead_log a WHERE a.lead_id = l.id AND a.action = 'accepted')
        ORDER BY g.id DESC LIMIT 1), introduction),
      share_bps = coalesce((
        SELECT r.share_bps FROM copy_relation r WHERE r.lead_id = l.id ORDER BY r.id DESC LIMIT 1), share_bps)
    WHERE leading_since IS NOT NULL AND status <> 'leading'`.execute(db)
  await sql`ALTER TABLE copy_lead ALTER COLUMN applied_introduction SET NOT NULL`.execute(db)
  await sql`ALTER TABLE copy_lead ALTER COLUMN applied_share_bps SET NOT NULL`.execute(db)
  await sql`GRANT UPDATE (applied_introduction, applied_share_bps) ON copy_lead TO plumb_app`.execute(db)
}
