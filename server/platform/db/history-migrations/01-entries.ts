import { type Kysely, sql } from 'kysely'

/**
 * The entries of months that left the ledger, each with what its transfer says of it, so that everything of one owner
 * is in rows of one owner: the owner is the first part of every key, by which the table can be distributed.
 *
 * The application's role adds entries and reads them; it changes and removes none. `history_month` says how far a month
 * was copied, and is written in the transaction of the entries that it is of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ is_ledger: boolean }>`
    select to_regclass('public.ledger_rollup') is not null as is_ledger`.execute(db)
  if (rows[0]!.is_ledger) throw new Error('it has a ledger of its own: name an empty database')
  await sql`
    DO $$ BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'plumb_app') THEN CREATE ROLE plumb_app NOLOGIN; END IF;
      GRANT plumb_app TO CURRENT_USER;
      GRANT USAGE ON SCHEMA public TO plumb_app;
      EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
      REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    END $$`.execute(db)
  await sql`
    CREATE TABLE history_entry (
      owner bigint NOT NULL CHECK (owner = account_id >> 23),
      account_id bigint NOT NULL,
      transfer_id bigint NOT NULL,
      version bigint NOT NULL,
      amount bigint NOT NULL CHECK (amount <> 0),
      balance bigint NOT NULL,
      created_at timestamptz NOT NULL,
      reason text NOT NULL,
      reference bigint NOT NULL,
      debit bigint NOT NULL,
      credit bigint NOT NULL,
      PRIMARY KEY (owner, transfer_id, account_id, created_at)
    ) PARTITION BY RANGE (created_at)`.execute(db)
  await sql`CREATE INDEX history_entry_of_account ON history_entry (owner, account_id, transfer_id)`.execute(
    db,
  )
  await sql`CREATE INDEX history_entry_reference ON history_entry (owner, reference)`.execute(db)
  await sql`
    CREATE TABLE history_month (
      begins timestamptz PRIMARY KEY,
      account_id bigint NOT NULL,
      transfer_id bigint NOT NULL,
      is_whole boolean NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON history_entry TO plumb_app`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (account_id, transfer_id, is_whole) ON history_month TO plumb_app`.execute(
    db,
  )

  await sql`
    CREATE FUNCTION history_add_month(p_begins timestamptz) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE
      first_day timestamp := date_trunc('month', p_begins AT TIME ZONE 'UTC');
      name text := 'history_entry' || to_char(first_day, '_YYYY_MM');
    BEGIN
      IF to_regclass('public.' || name) IS NULL THEN
        EXECUTE format('CREATE TABLE public.%I PARTITION OF public.history_entry FOR VALUES FROM (%L) TO (%L)',
          name, first_day AT TIME ZONE 'UTC', (first_day + interval '1 month') AT TIME ZONE 'UTC');
      END IF;
    END $$`.execute(db)
  // Nobody writes into these months until the transaction ends: they are compared, and then leave the ledger.
  await sql`
    CREATE FUNCTION history_hold_months(p_from timestamptz, p_to timestamptz) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE
      month record;
    BEGIN
      FOR month IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'public.history_entry'::regclass
          AND right(c.relname, 7) >= to_char(p_from AT TIME ZONE 'UTC', 'YYYY_MM')
          AND right(c.relname, 7) < to_char(p_to AT TIME ZONE 'UTC', 'YYYY_MM')
        ORDER BY c.relname
      LOOP
        EXECUTE format('LOCK TABLE public.%I IN SHARE MODE', month.relname);
      END LOOP;
    END $$`.execute(db)
  for (const name of ['history_add_month', 'history_hold_months']) {
    await sql`REVOKE ALL ON FUNCTION ${sql.raw(name)} FROM PUBLIC`.execute(db)
    await sql`GRANT EXECUTE ON FUNCTION ${sql.raw(name)} TO plumb_app`.execute(db)
  }

  // As the ledger has them (migration 15): the hash of an account's entries is compared with its signed row.
  await sql`
    CREATE FUNCTION history_entry_bytes(
      p_transfer bigint, p_version bigint, p_amount bigint, p_balance bigint, p_at timestamptz
    ) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN int8send(p_transfer) || int8send(p_version) || int8send(p_amount) || int8send(p_balance)
      || timestamptz_send(p_at)`.execute(db)
  await sql`
    CREATE FUNCTION history_hash_step(p_state bytea, p_before bytea, p_entry bytea) RETURNS bytea
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN sha256(coalesce(p_state, p_before) || p_entry)`.execute(db)
  await sql`
    CREATE AGGREGATE history_hash(bytea, bytea) (SFUNC = history_hash_step, STYPE = bytea)`.execute(db)
}
