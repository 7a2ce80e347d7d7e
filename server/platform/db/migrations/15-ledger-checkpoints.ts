import { type Kysely, sql } from 'kysely'

/** The history of an account without entries. */
const GENESIS = sql.raw(`'\\x${'0'.repeat(64)}'::bytea`)

/** The most accounts that one call of `ledger_verify` looks at. */
const MAX_ACCOUNTS = sql.raw('5000')

/**
 * How far the ledger's entries were verified, account by account, and the signed checkpoints over it.
 *
 * A mark is of one account: its balance, the number of its newest verified entry, and one hash of all its entries in
 * order (`history`). Within an account entries have no gaps and are in order, whatever else is being committed, so
 * that nothing can be written behind a mark unseen. `ledger_verify` alone moves marks, and only over entries that
 * follow from the ones before and have their transfer. The application signs what all marks say (core/ledger/checkpoint.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE ledger_mark (
      account_id bigint PRIMARY KEY,
      version bigint NOT NULL,
      balance bigint NOT NULL,
      last_transfer bigint NOT NULL,
      history bytea NOT NULL CHECK (length(history) = 32)
    ) WITH (fillfactor = 70)`.execute(db)
  await sql`
    CREATE TABLE ledger_checkpoint (
      number bigint PRIMARY KEY CHECK (number > 0),
      made_at timestamptz NOT NULL,
      accounts bigint NOT NULL,
      content bytea NOT NULL CHECK (length(content) = 32),
      previous bytea NOT NULL UNIQUE CHECK (length(previous) = 32),
      signature bytea NOT NULL CHECK (length(signature) = 64)
    )`.execute(db)
  await sql`GRANT SELECT ON ledger_mark TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT ON ledger_checkpoint TO plumb_app`.execute(db)

  await sql`
    CREATE FUNCTION ledger_entry_bytes(
      p_transfer bigint, p_version bigint, p_amount bigint, p_balance bigint, p_at timestamptz
    ) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN int8send(p_transfer) || int8send(p_version) || int8send(p_amount) || int8send(p_balance)
      || timestamptz_send(p_at)`.execute(db)
  await sql`
    CREATE FUNCTION ledger_history_step(p_state bytea, p_before bytea, p_entry bytea) RETURNS bytea
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN sha256(coalesce(p_state, p_before) || p_entry)`.execute(db)
  // The history after some entries: of the history before them (the same in each row), and their bytes in order.
  await sql`
    CREATE AGGREGATE ledger_history(bytea, bytea) (SFUNC = ledger_history_step, STYPE = bytea)`.execute(db)

  await sql`
    CREATE FUNCTION ledger_verify(p_max integer, OUT entries bigint, OUT is_more boolean, OUT broken bigint[])
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET jit = off AS $$
    BEGIN
      WITH behind AS MATERIALIZED (
        SELECT a.id, coalesce(m.version, 0) AS version, coalesce(m.balance, 0) AS balance,
          coalesce(m.last_transfer, 0) AS last_transfer, coalesce(m.history, ${GENESIS}) AS history
        FROM account a LEFT JOIN ledger_mark m ON m.account_id = a.id
        WHERE a.version > coalesce(m.version, 0) ORDER BY a.id LIMIT ${MAX_ACCOUNTS}
      ), fresh AS MATERIALIZED (
        SELECT b.id, b.history, b.version AS version_before, b.balance AS balance_before, e.*
        FROM behind b CROSS JOIN LATERAL (
          SELECT transfer_id, version, amount, balance, created_at FROM entry
          WHERE account_id = b.id AND transfer_id > b.last_transfer ORDER BY transfer_id LIMIT p_max
        ) e LIMIT p_max
      ), checked AS (
        SELECT f.*, f.version = f.version_before + row_number() OVER in_order
          AND f.balance = f.balance_before + sum(f.amount) OVER in_order
          AND EXISTS (SELECT FROM transfer t WHERE t.id = f.transfer_id AND t.created_at = f.created_at
            AND CASE WHEN f.amount < 0 THEN t.debit ELSE t.credit END = f.id AND t.amount = abs(f.amount)) AS is_right
        FROM fresh f WINDOW in_order AS (PARTITION BY f.id ORDER BY f.transfer_id ROWS UNBOUNDED PRECEDING)
      ), moved AS (
        SELECT id, count(*) AS n, bool_and(is_right) AS is_right, max(version) AS version,
          max(transfer_id) AS last_transfer, (array_agg(balance ORDER BY transfer_id DESC))[1] AS balance,
          ledger_history(history, ledger_entry_bytes(transfer_id, version, amount, balance, created_at)
            ORDER BY transfer_id) AS history
        FROM checked GROUP BY id
      ), written AS (
        INSERT INTO ledger_mark AS m (account_id, version, balance, last_transfer, history)
          SELECT id, version, balance, last_transfer, history FROM moved WHERE is_right
          ON CONFLICT (account_id) DO UPDATE SET version = excluded.version, balance = excluded.balance,
            last_transfer = excluded.last_transfer, history = excluded.history
      )
      SELECT coalesce(sum(m.n), 0)::bigint,
          coalesce(sum(m.n), 0) >= p_max OR (SELECT count(*) FROM behind) >= ${MAX_ACCOUNTS},
          coalesce(array_agg(m.id) FILTER (WHERE NOT m.is_right), '{}')
        INTO entries, is_more, broken FROM moved m;
    END $$`.execute(db)
  await sql`REVOKE ALL ON FUNCTION ledger_verify FROM PUBLIC`.execute(db)
  await sql`GRANT EXECUTE ON FUNCTION ledger_verify TO plumb_app`.execute(db)
}
