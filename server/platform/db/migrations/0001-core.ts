import { type Kysely, sql } from 'kysely'

/**
 * The ledger, idempotency and the outbox.
 *
 * The application's role may only read the ledger; `ledger_post` is the one door through which money
 * moves, and it runs with the owner's rights. What an account is stands in its id (see accounts.ts):
 * id = owner * 4096 + currency * 8 + purse * 2 + held. Owner 1 is the outside world, the only one whose
 * balance may be below zero: what it owes is what customers brought in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    DO $$ BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'plumb_app') THEN CREATE ROLE plumb_app NOLOGIN; END IF;
    END $$`.execute(db)
  await sql`GRANT plumb_app TO CURRENT_USER`.execute(db)
  await sql`GRANT USAGE ON SCHEMA public TO plumb_app`.execute(db)
  // The application makes nothing of its own in the database.
  await sql`
    DO $$ BEGIN
      EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
      REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    END $$`.execute(db)

  await sql`
    CREATE TABLE account (
      id bigint PRIMARY KEY CHECK (id >= 4096),
      balance bigint NOT NULL DEFAULT 0,
      version bigint NOT NULL DEFAULT 0,
      CONSTRAINT account_not_below_zero CHECK (balance >= 0 OR id < 8192)
    ) WITH (fillfactor = 70)`.execute(db)
  // No foreign keys to account: ledger_post is the only writer and makes the accounts itself, and checking
  // both sides of every transfer again was a third of the whole cost of a posting.
  await sql`
    CREATE TABLE transfer (
      id bigint PRIMARY KEY,
      debit bigint NOT NULL,
      credit bigint NOT NULL,
      amount bigint NOT NULL CHECK (amount > 0),
      reason text NOT NULL,
      reference bigint NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT transfer_from_outside_is_money_brought_in
        CHECK (debit >= 8192 OR reason IN ('deposit', 'house-funding', 'demo-grant')),
      CONSTRAINT transfer_between_two_accounts CHECK (debit <> credit),
      CONSTRAINT transfer_in_one_currency CHECK ((debit / 8) % 512 = (credit / 8) % 512)
    )`.execute(db)
  await sql`CREATE SEQUENCE transfer_number OWNED BY transfer.id`.execute(db)
  await sql`
    CREATE TABLE entry (
      account_id bigint NOT NULL,
      transfer_id bigint NOT NULL,
      version bigint NOT NULL,
      amount bigint NOT NULL CHECK (amount <> 0),
      balance bigint NOT NULL,
      PRIMARY KEY (account_id, transfer_id),
      CONSTRAINT entry_not_below_zero CHECK (balance >= 0 OR account_id < 8192)
    )`.execute(db)

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

  // It runs with the owner's rights: nothing may be found on its path that its caller made.
  await sql`
    CREATE FUNCTION ledger_post(
      p_debit bigint[], p_credit bigint[], p_amount bigint[], p_reason text[], p_reference bigint[], p_at timestamptz
    ) RETURNS bigint[] LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE
      touched bigint[] := ARRAY(SELECT DISTINCT t.id FROM unnest(p_debit || p_credit) t (id) ORDER BY t.id);
      locked bigint;
      ids bigint[];
    BEGIN
      LOOP
        PERFORM 1 FROM account WHERE id = ANY (touched) ORDER BY id FOR UPDATE;
        GET DIAGNOSTICS locked = ROW_COUNT;
        EXIT WHEN locked = cardinality(touched);
        INSERT INTO account (id) SELECT t.id FROM unnest(touched) t (id) ON CONFLICT DO NOTHING;
      END LOOP;
      -- Numbered only now, so that in every account the numbers follow the balances.
      ids := ARRAY(SELECT nextval('transfer_number') FROM generate_subscripts(p_debit, 1));

      INSERT INTO transfer (id, debit, credit, amount, reason, reference, created_at)
        SELECT t.id, t.debit, t.credit, t.amount, t.reason, t.reference, p_at
        FROM unnest(ids, p_debit, p_credit, p_amount, p_reason, p_reference)
          t (id, debit, credit, amount, reason, reference);

      WITH moved AS (
        SELECT t.n, t.id, t.debit AS account_id, -t.amount AS amount
          FROM unnest(ids, p_debit, p_amount) WITH ORDINALITY t (id, debit, amount, n)
        UNION ALL
        SELECT t.n, t.id, t.credit, t.amount
          FROM unnest(ids, p_credit, p_amount) WITH ORDINALITY t (id, credit, amount, n)
      ), running AS (
        SELECT m.account_id, m.id, m.amount,
          a.balance + sum(m.amount) OVER in_order AS balance,
          a.version + row_number() OVER in_order AS version
        FROM moved m JOIN account a ON a.id = m.account_id
        WINDOW in_order AS (PARTITION BY m.account_id ORDER BY m.n)
      ), written AS (
        INSERT INTO entry (account_id, transfer_id, version, amount, balance)
          SELECT account_id, id, version, amount, balance FROM running
          RETURNING account_id, version, balance
      ), final AS (
        SELECT DISTINCT ON (account_id) account_id, version, balance FROM written ORDER BY account_id, version DESC
      )
      UPDATE account a SET balance = f.balance, version = f.version FROM final f WHERE a.id = f.account_id;
      RETURN ids;
    END $$`.execute(db)
  await sql`REVOKE ALL ON FUNCTION ledger_post FROM PUBLIC`.execute(db)
  await sql`GRANT EXECUTE ON FUNCTION ledger_post TO plumb_app`.execute(db)
  await sql`
    CREATE FUNCTION ledger_lock(p_account bigint[]) RETURNS TABLE (id bigint, balance bigint)
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
      SELECT a.id, a.balance FROM account a WHERE a.id = ANY (p_account) ORDER BY a.id FOR UPDATE
    $$`.execute(db)
  await sql`REVOKE ALL ON FUNCTION ledger_lock FROM PUBLIC`.execute(db)
  await sql`GRANT EXECUTE ON FUNCTION ledger_lock TO plumb_app`.execute(db)
  await sql`GRANT SELECT ON account, transfer, entry TO plumb_app`.execute(db)

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

  await sql`CREATE TABLE house_setting (name text PRIMARY KEY, value jsonb NOT NULL)`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE ON house_setting TO plumb_app`.execute(db)
}
