import { type Kysely, sql } from 'kysely'

/**
 * Months of the ledger that have left: their entries and transfers are in a file, and for each account that had any a
 * row remains which says what they came to. Balance before, plus what came, minus what went, is the balance after; a
 * balance of now is the last roll-up's and the entries since. The application signs each roll-up (core/ledger/rollup.ts).
 *
 * The application may neither write these rows nor drop a month: `ledger_sum_months` makes the rows from the entries,
 * and `ledger_drop_months` drops only what a signed roll-up with these very rows is of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE ledger_rollup (
      number bigint PRIMARY KEY CHECK (number > 0),
      begins timestamptz NOT NULL,
      ends timestamptz NOT NULL CHECK (ends > begins),
      entries bigint NOT NULL,
      accounts bigint NOT NULL,
      content bytea NOT NULL CHECK (length(content) = 32),
      file text NOT NULL,
      file_hash bytea NOT NULL CHECK (length(file_hash) = 32),
      made_at timestamptz NOT NULL,
      previous bytea NOT NULL UNIQUE CHECK (length(previous) = 32),
      signature bytea NOT NULL CHECK (length(signature) = 64)
    )`.execute(db)
  await sql`
    CREATE TABLE ledger_rollup_account (
      account_id bigint NOT NULL,
      number bigint NOT NULL,
      opening bigint NOT NULL,
      debits bigint NOT NULL CHECK (debits >= 0),
      credits bigint NOT NULL CHECK (credits >= 0),
      closing bigint NOT NULL,
      entries bigint NOT NULL CHECK (entries > 0),
      version bigint NOT NULL,
      last_transfer bigint NOT NULL,
      history bytea NOT NULL CHECK (length(history) = 32),
      PRIMARY KEY (account_id, number),
      CONSTRAINT rollup_explains_its_closing CHECK (closing = opening - debits + credits)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON ledger_rollup TO plumb_app`.execute(db)
  await sql`GRANT SELECT ON ledger_rollup_account TO plumb_app`.execute(db)

  // Where the entries that are still here begin.
  await sql`
    CREATE VIEW ledger_base AS
      SELECT DISTINCT ON (account_id) account_id, closing AS balance, version, last_transfer, history
      FROM ledger_rollup_account ORDER BY account_id, number DESC`.execute(db)
  await sql`GRANT SELECT ON ledger_base TO plumb_app`.execute(db)

  await sql`
    CREATE FUNCTION ledger_months() RETURNS TABLE (name text, begins timestamptz, ends timestamptz)
    LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
      SELECT month.name, month.first_day AT TIME ZONE 'UTC', (month.first_day + interval '1 month') AT TIME ZONE 'UTC'
      FROM (
        SELECT substr(c.relname, 7) AS name,
          make_date(substr(c.relname, 7, 4)::integer, substr(c.relname, 12)::integer, 1)::timestamp AS first_day
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'public.entry'::regclass AND c.relname ~ '^entry_[0-9]{4}_[0-9]{2}$'
      ) month ORDER BY month.name
    $$`.execute(db)
  await sql`GRANT EXECUTE ON FUNCTION ledger_months TO plumb_app`.execute(db)

  await sql`
    CREATE FUNCTION ledger_rollup_content(p_number bigint) RETURNS bytea
    LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
      SELECT sha256(coalesce(string_agg(part, ''::bytea ORDER BY group_number), ''::bytea)) FROM (
        SELECT account_id >> 33 AS group_number, sha256(string_agg(int8send(account_id) || int8send(opening)
          || int8send(debits) || int8send(credits) || int8send(closing) || int8send(entries) || int8send(version)
          || int8send(last_transfer) || history, ''::bytea ORDER BY account_id)) AS part
        FROM ledger_rollup_account WHERE number = p_number GROUP BY 1
      ) parts
    $$`.execute(db)
  await sql`GRANT EXECUTE ON FUNCTION ledger_rollup_content TO plumb_app`.execute(db)

  // is_whole: in every account these months hold the oldest entries that are still here, without a gap. Around
  // midnight of a month's end an account's entries can be dated in another order than they were made.
  await sql`
    CREATE FUNCTION ledger_sum_months(
      p_number bigint, p_from timestamptz, p_to timestamptz,
      OUT entries bigint, OUT accounts bigint, OUT is_whole boolean, OUT is_verified boolean, OUT content bytea
    ) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET jit = off AS $$
    DECLARE
      month record;
      is_explained boolean;
    BEGIN
      IF p_number <> coalesce((SELECT max(number) FROM ledger_rollup), 0) + 1 THEN
        RAISE EXCEPTION 'roll-up % is not the next', p_number USING ERRCODE = 'check_violation';
      END IF;
      FOR month IN SELECT m.name FROM ledger_months() m WHERE m.begins >= p_from AND m.ends <= p_to LOOP
        EXECUTE format('LOCK TABLE public.%I, public.%I IN SHARE MODE', 'entry_' || month.name, 'transfer_' || month.name);
      END LOOP;
      WITH summed AS (
        SELECT e.account_id, coalesce(b.balance, 0) AS opening, coalesce(b.version, 0) AS version_before,
          coalesce(sum(-e.amount) FILTER (WHERE e.amount < 0), 0) AS debits,
          coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) AS credits,
          (array_agg(e.balance ORDER BY e.transfer_id DESC))[1] AS last_balance,
          count(*) AS n, max(e.version) AS version, max(e.transfer_id) AS last_transfer,
          ledger_history(coalesce(b.history, decode(repeat('00', 32), 'hex')),
            ledger_entry_bytes(e.transfer_id, e.version, e.amount, e.balance, e.created_at)
            ORDER BY e.transfer_id) AS history
        FROM entry e LEFT JOIN ledger_base b ON b.account_id = e.account_id
        WHERE e.created_at >= p_from AND e.created_at < p_to
        GROUP BY e.account_id, b.balance, b.version, b.history
      ), written AS (
        INSERT INTO ledger_rollup_account
            (account_id, number, opening, debits, credits, closing, entries, version, last_transfer, history)
          SELECT s.account_id, p_number, s.opening, s.debits, s.credits, s.opening - s.debits + s.credits, s.n,
            s.version, s.last_transfer, s.history
          FROM summed s
      )
      SELECT coalesce(sum(s.n), 0)::bigint, count(*), coalesce(bool_and(s.version = s.version_before + s.n), true)
            AND NOT EXISTS (SELECT FROM entry_other o WHERE o.created_at >= p_from AND o.created_at < p_to),
          coalesce(bool_and(EXISTS (
            SELECT FROM ledger_mark m WHERE m.account_id = s.account_id AND m.version >= s.version)), true),
          coalesce(bool_and(s.last_balance = s.opening - s.debits + s.credits), true)
        INTO entries, accounts, is_whole, is_verified, is_explained FROM summed s;
      IF is_whole AND NOT is_explained THEN
        RAISE EXCEPTION 'the sums of roll-up % do not lead to the balances', p_number USING ERRCODE = 'check_violation';
      END IF;
      content := ledger_rollup_content(p_number);
    END $$`.execute(db)

  await sql`
    CREATE FUNCTION ledger_drop_months(p_number bigint) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE
      signed ledger_rollup;
      month record;
      dropped integer := 0;
      found_entries bigint;
    BEGIN
      SELECT * INTO signed FROM ledger_rollup WHERE number = p_number;
      IF NOT FOUND OR signed.content IS DISTINCT FROM ledger_rollup_content(p_number) THEN
        RAISE EXCEPTION 'roll-up % does not say what its rows say', p_number USING ERRCODE = 'check_violation';
      END IF;
      SELECT count(*) INTO found_entries FROM entry WHERE created_at >= signed.begins AND created_at < signed.ends;
      IF found_entries <> signed.entries
          OR found_entries <> (SELECT coalesce(sum(entries), 0) FROM ledger_rollup_account WHERE number = p_number) THEN
        RAISE EXCEPTION 'roll-up % is of % entries, there are %', p_number, signed.entries, found_entries
          USING ERRCODE = 'check_violation';
      END IF;
      IF EXISTS (SELECT FROM ledger_months() m WHERE m.begins < signed.begins)
          OR NOT EXISTS (SELECT FROM entry WHERE created_at >= signed.ends + interval '3 months') THEN
        RAISE EXCEPTION 'only the oldest months are dropped, and not before three more have passed'
          USING ERRCODE = 'check_violation';
      END IF;
      -- In the order of a posting, which would wait for us while we wait for it.
      LOCK TABLE transfer, entry IN ACCESS EXCLUSIVE MODE;
      FOR month IN SELECT m.name FROM ledger_months() m WHERE m.begins >= signed.begins AND m.ends <= signed.ends LOOP
        EXECUTE format('DROP TABLE public.%I, public.%I', 'entry_' || month.name, 'transfer_' || month.name);
        dropped := dropped + 1;
      END LOOP;
      IF EXISTS (SELECT FROM entry WHERE created_at >= signed.begins AND created_at < signed.ends) THEN
        RAISE EXCEPTION 'entries of roll-up % are in a table that is not dropped', p_number
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN dropped;
    END $$`.execute(db)
  for (const name of ['ledger_sum_months', 'ledger_drop_months']) {
    await sql`REVOKE ALL ON FUNCTION ${sql.raw(name)} FROM PUBLIC`.execute(db)
    await sql`GRANT EXECUTE ON FUNCTION ${sql.raw(name)} TO plumb_app`.execute(db)
  }
}
