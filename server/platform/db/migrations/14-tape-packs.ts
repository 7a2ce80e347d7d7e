import { type Kysely, sql } from 'kysely'

/**
 * Older segments of the tape, some hundreds in a row, compressed: nothing is lost, and they take a fifth of the room.
 *
 * The application may still not change or shorten the tape. It may only have whole segments replaced by a pack, from
 * the tape's beginning on, and says by a hash what it reads when it opens that pack: the database compares it with
 * the segments before they go. The newest two stay, which is what a start verifies.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE tape_pack (
      first_sequence bigint PRIMARY KEY CHECK (first_sequence > 0),
      last_sequence bigint NOT NULL UNIQUE,
      content bytea NOT NULL,
      made_at timestamptz NOT NULL,
      CONSTRAINT tape_pack_not_empty CHECK (last_sequence >= first_sequence AND length(content) > 0)
    )`.execute(db)
  // It is compressed already.
  await sql`ALTER TABLE tape_pack ALTER COLUMN content SET STORAGE EXTERNAL`.execute(db)
  await sql`GRANT SELECT ON tape_pack TO plumb_app`.execute(db)
  await sql`
    CREATE FUNCTION tape_replace_by_pack(p_first bigint, p_last bigint, p_hash bytea, p_content bytea)
    RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE
      packed_to bigint := coalesce((SELECT max(last_sequence) FROM tape_pack), 0);
      found_hash bytea;
      found_end timestamptz;
    BEGIN
      IF packed_to + 1 <> p_first THEN
        RAISE EXCEPTION 'the tape is packed up to %, a pack cannot begin at %', packed_to, p_first
          USING ERRCODE = 'check_violation';
      END IF;
      IF (SELECT count(*) FROM (SELECT FROM tape_segment WHERE first_sequence > p_last LIMIT 2) newer) < 2 THEN
        RAISE EXCEPTION 'the newest segments of the tape are not packed' USING ERRCODE = 'check_violation';
      END IF;
      SELECT max(made_at), sha256(string_agg(
          int8send(first_sequence) || int8send(last_sequence) || ticks || head || previous || signature
            || int8send((extract(epoch FROM made_at) * 1000)::bigint), ''::bytea ORDER BY first_sequence))
        INTO found_end, found_hash
        FROM tape_segment WHERE first_sequence BETWEEN p_first AND p_last;
      IF found_hash IS DISTINCT FROM p_hash THEN
        RAISE EXCEPTION 'the pack of % to % does not hold what the segments hold', p_first, p_last
          USING ERRCODE = 'check_violation';
      END IF;
      INSERT INTO tape_pack (first_sequence, last_sequence, content, made_at)
        VALUES (p_first, p_last, p_content, found_end);
      DELETE FROM tape_segment WHERE first_sequence BETWEEN p_first AND p_last;
    END $$`.execute(db)
  await sql`REVOKE ALL ON FUNCTION tape_replace_by_pack FROM PUBLIC`.execute(db)
  await sql`GRANT EXECUTE ON FUNCTION tape_replace_by_pack TO plumb_app`.execute(db)
}
