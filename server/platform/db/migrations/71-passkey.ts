import { type Kysely, sql } from 'kysely'

/**
 * Passkeys; until when a session without a password is known to be its customer's; and the way back of customers whose
 * account no document verifies, who wait longer for it.
 *
 * Of a passkey the public key is kept, which is no secret. Its counter only grows. The challenges are beside the messages
 * that wallets sign. A device is remembered for a passkey too, so it hangs on the customer, and no longer on the authenticator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE passkey (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL REFERENCES customer,
      credential_id text NOT NULL UNIQUE CHECK (credential_id ~ '^[A-Za-z0-9_-]+$' AND length(credential_id) <= 1400),
      public_key text NOT NULL,
      -- How often it was used, as it says itself; many always say 0.
      counter bigint NOT NULL CHECK (counter >= 0),
      transports text NOT NULL,
      name text NOT NULL,
      added_at timestamptz NOT NULL,
      used_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX passkey_customer ON passkey (customer_id)`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (counter, used_at), DELETE ON passkey TO plumb_app`.execute(db)
  await sql`
    CREATE FUNCTION passkey_counter_grows() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the counter of a passkey only grows';
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER passkey_counter BEFORE UPDATE ON passkey
    FOR EACH ROW WHEN (NEW.counter < OLD.counter) EXECUTE FUNCTION passkey_counter_grows()`.execute(db)

  await sql`ALTER TABLE trusted_device DROP CONSTRAINT trusted_device_customer_id_fkey`.execute(db)
  await sql`
    ALTER TABLE trusted_device ADD CONSTRAINT trusted_device_customer
    FOREIGN KEY (customer_id) REFERENCES customer`.execute(db)

  await sql`ALTER TABLE customer_session ADD COLUMN proven_at timestamptz`.execute(db)
  await sql`GRANT UPDATE (proven_at) ON customer_session TO plumb_app`.execute(db)

  await sql`ALTER TABLE account_recovery ADD COLUMN by_document boolean NOT NULL DEFAULT true`.execute(db)
  await sql`
    ALTER TABLE account_recovery ADD CONSTRAINT account_recovery_waits
    CHECK (by_document OR status <> 'done' OR ended_at >= asked_at + interval '7 days')`.execute(db)
  await sql`
    ALTER TABLE account_recovery ADD CONSTRAINT account_recovery_password_by_document
    CHECK (by_document OR missing = 'factor')`.execute(db)
  await sql`GRANT INSERT (by_document) ON account_recovery TO plumb_app`.execute(db)
}
