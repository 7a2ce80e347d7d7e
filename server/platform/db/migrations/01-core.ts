import { type Kysely, sql } from 'kysely'

/** What an account's id says, of the column or parameter of that name. */
type OfAccount = (account: string) => string
const owner: OfAccount = (account) => `${account} >> 23`
const currency: OfAccount = (account) => `((${account} >> 11) & 4095)::integer`
const mayBeNegative: OfAccount = (account) => `${owner(account)} = 1`

/**
 * The ledger, idempotency and the outbox.
 *
 * The application's role may only read the ledger; `ledger_post` is the only way to move money, and it
 * runs with the owner's rights. An account id encodes what the account is (see accounts.ts): owner (40
 * bits), currency (12), kind (10), held (1). Owner 1 is the outside world, the only one whose balance may
 * be below zero: what it owes is what customers brought in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DO $$ BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'plumb_app') THEN CREATE ROLE plumb_app NOLOGIN; END IF;
    END $$`.execute(db)
  await sql`GRANT plumb_app TO CURRENT_USER`.execute(db)
  await sql`GRANT USAGE ON SCHEMA public TO plumb_app`.execute(db)
  // The application role may create nothing in the database.
  await sql`
    DO $$ BEGIN
      EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
      REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    END $$`.execute(db)

  for (const [name, type, expression] of [
    ['account_owner', 'bigint', owner],
    ['account_currency', 'integer', currency],
    ['account_kind', 'integer', (account) => `((${account} >> 1) & 1023)::integer`],
    ['account_is_held', 'boolean', (account) => `(${account} & 1) = 1`],
    ['account_may_be_negative', 'boolean', mayBeNegative],
  ] satisfies [string, string, OfAccount][]) {
    await sql`
      CREATE FUNCTION ${sql.raw(name)}(p_account bigint) RETURNS ${sql.raw(type)}
        LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ${sql.raw(expression('p_account'))}`.execute(db)
  }

  // The checks repeat the functions' expressions: a function in a check is looked up and inlined by every statement
  // that writes, which costs a small posting more than all of its checking.
  await sql`
    CREATE TABLE account (
      id bigint PRIMARY KEY CHECK (${sql.raw(owner('id'))} > 0),
      balance bigint NOT NULL DEFAULT 0,
      version bigint NOT NULL DEFAULT 0,
      last_transfer bigint NOT NULL DEFAULT 0,
      CONSTRAINT account_not_below_zero CHECK (balance >= 0 OR ${sql.raw(mayBeNegative('id'))})
    ) WITH (fillfactor = 70)`.execute(db)
  // No foreign keys to account: ledger_post is the only writer and makes the accounts itself, and checking
  // both sides of every transfer again was a third of the whole cost of a posting.
  await sql`
    CREATE TABLE transfer (
      id bigint NOT NULL,
      debit bigint NOT NULL,
      credit bigint NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      reason text NOT NULL,
      reference bigint NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (id, created_at),
      CONSTRAINT transfer_from_outside_is_money_brought_in
        CHECK (NOT (${sql.raw(mayBeNegative('debit'))}) OR reason IN ('deposit', 'treasury-funding', 'demo-grant')),
      CONSTRAINT transfer_between_two_accounts CHECK (debit <> credit),
      CONSTRAINT transfer_in_one_currency CHECK (${sql.raw(currency('debit'))} = ${sql.raw(currency('credit'))})
    ) PARTITION BY RANGE (created_at)`.execute(db)
  await sql`
    CREATE TABLE entry (
      account_id bigint NOT NULL,
      transfer_id bigint NOT NULL,
      version bigint NOT NULL,
      amount bigint NOT NULL CHECK (amount <> 0),
      balance bigint NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (account_id, transfer_id, created_at),
      CONSTRAINT entry_not_below_zero CHECK (balance >= 0 OR ${sql.raw(mayBeNegative('account_id'))})
    ) PARTITION BY RANGE (created_at)`.execute(db)

  // History is kept by month, so that old months can be moved away whole. What has no month of its own yet
  // goes to the default partition, and stays there.
  for (const table of ['transfer', 'entry']) {
    await sql`CREATE TABLE ${sql.raw(`${table}_other`)} PARTITION OF ${sql.raw(table)} DEFAULT`.execute(db)
  }
  await sql`
    CREATE FUNCTION ledger_add_months(p_from timestamptz, p_count integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE
      added integer := 0;
      first_day timestamp;
      name text;
      begins timestamptz;
      ends timestamptz;
      is_taken boolean;
    BEGIN
      FOR n IN 0 .. least(p_count, 24) - 1 LOOP
        first_day := date_trunc('month', p_from AT TIME ZONE 'UTC') + make_interval(months => n);
        begins := first_day AT TIME ZONE 'UTC';
        ends := (first_day + interval '1 month') AT TIME ZONE 'UTC';
        FOREACH name IN ARRAY ARRAY['transfer', 'entry'] LOOP
          CONTINUE WHEN to_regclass('public.' || name || to_char(first_day, '_YYYY_MM')) IS NOT NULL;
          EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE created_at >= $1 AND created_at < $2)', name || '_other')
            INTO is_taken USING begins, ends;
          CONTINUE WHEN is_taken;
          EXECUTE format('CREATE TABLE public.%I PARTITION OF public.%I FOR VALUES FROM (%L) TO (%L)',
            name || to_char(first_day, '_YYYY_MM'), name, begins, ends);
          added := added + 1;
        END LOOP;
      END LOOP;
      RETURN added;
    END $$`.execute(db)
  await sql`REVOKE ALL ON FUNCTION ledger_add_months FROM PUBLIC`.execute(db)
  await sql`GRANT EXECUTE ON FUNCTION ledger_add_months TO plumb_app`.execute(db)

  await sql`
    CREATE FUNCTION entries_sum_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM added GROUP BY transfer_id HAVING sum(amount) <> 0 OR count(*) <> 2) THEN
        RAISE EXCEPTION 'the entries of a transfer do not sum to zero' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER entries_sum_to_zero AFTER INSERT ON entry
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION entries_sum_to_zero()`.execute(db)

  // They run with the owner's rights: nothing may be found on their path that their caller made. Their plans are made
  // once for a connection, perhaps while the tables are still empty: never by scanning all. A forbidden scan that is
  // taken all the same looks so costly that it would be compiled, for 30 ms each time.
  const asOwner = sql.raw('SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp')
  const plannedOnce = sql.raw(
    'SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off',
  )
  await sql`
    CREATE FUNCTION ledger_post(
      p_id bigint[], p_debit bigint[], p_credit bigint[], p_amount bigint[], p_reason text[], p_reference bigint[],
      p_at timestamptz
    ) RETURNS bigint LANGUAGE plpgsql ${asOwner} ${plannedOnce} AS $$
    DECLARE
      touched bigint[] := ARRAY(SELECT DISTINCT t.id FROM unnest(p_debit || p_credit) t (id) ORDER BY t.id);
      locked integer;
      newest bigint;
      balances bigint[];
      versions bigint[];
    BEGIN
      -- Accounts nobody has used yet are made here. Whoever finds one missing gives back what it has locked before
      -- it makes it: others may have made it meanwhile, and lock it first, because its id is lower.
      IF (SELECT count(*) FROM account WHERE id = ANY (touched)) < cardinality(touched) THEN
        LOOP
          BEGIN
            SELECT count(*) INTO locked
              FROM (SELECT id FROM account WHERE id = ANY (touched) ORDER BY id FOR UPDATE) a;
            EXIT WHEN locked = cardinality(touched);
            RAISE EXCEPTION 'an account is missing' USING ERRCODE = 'PL002';
          EXCEPTION WHEN SQLSTATE 'PL002' THEN
            INSERT INTO account (id) SELECT t.id FROM unnest(touched) t (id) ORDER BY t.id ON CONFLICT DO NOTHING;
          END;
        END LOOP;
      END IF;
      SELECT max(a.last_transfer), array_agg(a.balance), array_agg(a.version) INTO newest, balances, versions
        FROM (SELECT * FROM account WHERE id = ANY (touched) ORDER BY id FOR UPDATE) a;
      -- In every account the numbers of transfers follow the balances: whoever drew theirs before somebody who
      -- came first to the accounts draws again, now that the accounts are locked.
      IF newest >= p_id[1] THEN RETURN newest; END IF;

      INSERT INTO transfer (id, debit, credit, amount, reason, reference, created_at)
        SELECT t.id, t.debit, t.credit, t.amount, t.reason, t.reference, p_at
        FROM unnest(p_id, p_debit, p_credit, p_amount, p_reason, p_reference)
          t (id, debit, credit, amount, reason, reference);

      -- In every account its balance before, and then what is moved, in order.
      WITH moved AS (
        SELECT 0 AS n, NULL::bigint AS id, t.account_id, t.balance AS amount, t.version
          FROM unnest(touched, balances, versions) t (account_id, balance, version)
        UNION ALL
        SELECT t.n, t.id, t.debit, -t.amount, NULL
          FROM unnest(p_id, p_debit, p_amount) WITH ORDINALITY t (id, debit, amount, n)
        UNION ALL
        SELECT t.n, t.id, t.credit, t.amount, NULL
          FROM unnest(p_id, p_credit, p_amount) WITH ORDINALITY t (id, credit, amount, n)
      ), running AS (
        SELECT m.n, m.id, m.account_id, m.amount,
          (sum(m.amount) OVER in_order)::bigint AS balance,
          first_value(m.version) OVER in_order + row_number() OVER in_order - 1 AS version,
          lead(m.n) OVER in_order IS NULL AS is_last
        FROM moved m
        WINDOW in_order AS (PARTITION BY m.account_id ORDER BY m.n ROWS UNBOUNDED PRECEDING)
      ), written AS (
        INSERT INTO entry (account_id, transfer_id, version, amount, balance, created_at)
          SELECT account_id, id, version, amount, balance, p_at FROM running WHERE n > 0
      )
      UPDATE account a SET balance = r.balance, version = r.version, last_transfer = r.id
        FROM running r WHERE r.is_last AND a.id = r.account_id;
      RETURN 0;
    END $$`.execute(db)
  await sql`REVOKE ALL ON FUNCTION ledger_post FROM PUBLIC`.execute(db)
  await sql`GRANT EXECUTE ON FUNCTION ledger_post TO plumb_app`.execute(db)
  await sql`
    CREATE FUNCTION ledger_lock(p_account bigint[]) RETURNS TABLE (id bigint, balance bigint)
    LANGUAGE plpgsql ${asOwner} ${plannedOnce} AS $$
    BEGIN
      RETURN QUERY SELECT a.id, a.balance FROM account a WHERE a.id = ANY (p_account) ORDER BY a.id FOR UPDATE;
    END $$`.execute(db)
  await sql`REVOKE ALL ON FUNCTION ledger_lock FROM PUBLIC`.execute(db)
  await sql`GRANT EXECUTE ON FUNCTION ledger_lock TO plumb_app`.execute(db)
  await sql`GRANT SELECT ON account, transfer, entry TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE hold (
      id bigint PRIMARY KEY,
      account_id bigint NOT NULL CHECK (NOT account_is_held(account_id)),
      purpose text NOT NULL,
      reference bigint NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      remaining bigint NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT hold_not_exceeded CHECK (remaining BETWEEN 0 AND amount)
    )`.execute(db)
  await sql`CREATE INDEX hold_of_account ON hold (account_id) WHERE remaining > 0`.execute(db)
  await sql`GRANT SELECT ON hold TO plumb_app`.execute(db)
  await sql`
    CREATE FUNCTION ledger_hold(
      p_hold bigint, p_transfer bigint, p_account bigint, p_amount bigint, p_purpose text, p_reason text,
      p_reference bigint, p_at timestamptz
    ) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE
      newest bigint := ledger_post(ARRAY[p_transfer], ARRAY[p_account], ARRAY[p_account | 1], ARRAY[p_amount],
        ARRAY[p_reason], ARRAY[p_reference], p_at);
    BEGIN
      IF newest = 0 THEN
        INSERT INTO hold (id, account_id, purpose, reference, amount, remaining, created_at)
          VALUES (p_hold, p_account, p_purpose, p_reference, p_amount, p_amount, p_at);
      END IF;
      RETURN newest;
    END $$`.execute(db)
  // To whom it was taken from when no other account is named. NULL when there is no such hold.
  await sql`
    CREATE FUNCTION ledger_settle_hold(
      p_hold bigint, p_transfer bigint, p_credit bigint, p_amount bigint, p_reason text, p_at timestamptz
    ) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE
      held hold;
      newest bigint;
    BEGIN
      SELECT * INTO held FROM hold WHERE id = p_hold FOR UPDATE;
      IF NOT FOUND THEN RETURN NULL; END IF;
      newest := ledger_post(ARRAY[p_transfer], ARRAY[held.account_id | 1], ARRAY[coalesce(p_credit, held.account_id)],
        ARRAY[p_amount], ARRAY[p_reason], ARRAY[held.reference], p_at);
      IF newest = 0 THEN UPDATE hold SET remaining = remaining - p_amount WHERE id = p_hold; END IF;
      RETURN newest;
    END $$`.execute(db)
  for (const name of ['ledger_hold', 'ledger_settle_hold']) {
    await sql`REVOKE ALL ON FUNCTION ${sql.raw(name)} FROM PUBLIC`.execute(db)
    await sql`GRANT EXECUTE ON FUNCTION ${sql.raw(name)} TO plumb_app`.execute(db)
  }

  // A key belongs to one call, and `once` and the spot engine refuse it for another. The path is part of it all
  // the same, so that the two never wait for each other's uncommitted keys: they lock in opposite orders.
  await sql`
    CREATE TABLE idempotent_call (
      actor bigint NOT NULL,
      key text NOT NULL,
      path text NOT NULL,
      input_hash text NOT NULL,
      answer jsonb,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (actor, key, path)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (answer) ON idempotent_call TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE outbox (
      id bigint PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('mail', 'sms')),
      payload jsonb NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL,
      sent_at timestamptz,
      failure text
    )`.execute(db)
  await sql`CREATE INDEX outbox_due ON outbox (due_at) WHERE sent_at IS NULL`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE ON outbox TO plumb_app`.execute(db)

  // Which process makes ids with which number: see process-lease.ts.
  await sql`
    CREATE TABLE process_lease (
      number integer PRIMARY KEY CHECK (number BETWEEN 0 AND 511),
      holder text NOT NULL,
      until timestamptz NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE, DELETE ON process_lease TO plumb_app`.execute(db)

  await sql`CREATE TABLE system_setting (name text PRIMARY KEY, value jsonb NOT NULL)`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE ON system_setting TO plumb_app`.execute(db)
}
