import { type Kysely, sql } from 'kysely'

/**
 * What has one writer at a time, and how its batches begin.
 *
 * A row of `fencing_token` for each writer. Whoever acquires the next token is the writer from then on;
 * every transaction checks its token, so that one of an earlier holder is refused with our own SQLSTATE
 * PL001. Acquiring also waits until a transaction of unknown outcome has ended one way or the other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE fencing_token (writer text PRIMARY KEY, token bigint NOT NULL)`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (token) ON fencing_token TO plumb_app`.execute(db)
  await sql`
    CREATE FUNCTION require_fencing_token(p_writer text, p_token bigint) RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM 1 FROM fencing_token WHERE writer = p_writer AND token = p_token FOR SHARE;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'another % writer has taken over', p_writer USING ERRCODE = 'PL001';
      END IF;
      RETURN true;
    END $$`.execute(db)

  // One row, its lists as text: a thousand rows of a driver's objects cost more than the reading itself.
  // Until the transaction ends, plans are kept per connection whatever a batch holds (see ledger_post).
  await sql`
    CREATE FUNCTION engine_begin(
      p_writer text, p_token bigint, p_account bigint[], p_actor bigint[], p_key text[],
      OUT balances text, OUT answered jsonb
    ) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
        set_config('jit', 'off', true);
      PERFORM require_fencing_token(p_writer, p_token);
      IF cardinality(p_account) > 0 THEN
        SELECT string_agg(l.id || ':' || l.balance, ',') INTO balances FROM ledger_lock(p_account) l;
      END IF;
      IF cardinality(p_key) > 0 THEN
        SELECT jsonb_agg(jsonb_build_object(
            'actor', c.actor::text, 'key', c.key, 'path', c.path, 'inputHash', c.input_hash, 'answer', c.answer))
          INTO answered
          FROM unnest(p_actor, p_key) k (actor, key)
          JOIN idempotent_call c ON c.actor = k.actor AND c.key = k.key;
      END IF;
    END $$`.execute(db)
}
