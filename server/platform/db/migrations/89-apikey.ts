import { type Kysely, sql } from 'kysely'

/**
 * Keys of customers' own programs; what these call their orders, and the leverage that they chose.
 *
 * A key's secret is encrypted under a key that is in no database, and erased when the key ends. A key is tied to what guarded
 * the account when it was made (`guarded_at`): after any change of that it opens nothing. Nothing of a key changes but its last
 * use; it ends once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE api_key (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL REFERENCES customer,
      label text NOT NULL,
      -- What requests name it by.
      access_key text NOT NULL UNIQUE CHECK (access_key ~ '^[A-Za-z0-9]{64}$'),
      secret bytea,
      scopes text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'spot', 'contract'] AND cardinality(scopes) > 0),
      addresses text[] NOT NULL CHECK (cardinality(addresses) <= 20),
      guarded_at timestamptz,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
      last_used_at timestamptz,
      last_used_ip text,
      removed_at timestamptz,
      CONSTRAINT api_key_removed_is_erased CHECK ((removed_at IS NULL) = (secret IS NOT NULL))
    )`.execute(db)
  await sql`CREATE INDEX api_key_customer ON api_key (customer_id, id DESC) WHERE removed_at IS NULL`.execute(
    db,
  )
  await sql`
    CREATE FUNCTION api_key_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.removed_at IS NOT NULL THEN
        RAISE EXCEPTION 'key % has ended', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER api_key_ends_once BEFORE UPDATE ON api_key FOR EACH ROW
      EXECUTE FUNCTION api_key_ends_once()`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (secret, last_used_at, last_used_ip, removed_at) ON api_key TO plumb_app`.execute(
    db,
  )

  await sql`
    CREATE TABLE exchange_order (
      customer_id bigint NOT NULL REFERENCES customer,
      order_id bigint NOT NULL,
      client_id text NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (customer_id, order_id)
    )`.execute(db)
  await sql`CREATE INDEX exchange_order_client ON exchange_order (customer_id, client_id, order_id)`.execute(
    db,
  )
  await sql`CREATE INDEX exchange_order_created ON exchange_order (created_at)`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON exchange_order TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE exchange_leverage (
      customer_id bigint NOT NULL REFERENCES customer,
      symbol text NOT NULL,
      leverage integer NOT NULL CHECK (leverage > 0),
      PRIMARY KEY (customer_id, symbol)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (leverage) ON exchange_leverage TO plumb_app`.execute(db)
}
