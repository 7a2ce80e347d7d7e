import { type Kysely, sql } from 'kysely'

/**
 * The authenticator app of a customer, their recovery codes, and the devices on which the second factor was given.
 *
 * The secret is encrypted under a key that is in no database, for this customer alone. Of recovery codes and devices only
 * keyed hashes are kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE second_factor (
      customer_id bigint PRIMARY KEY REFERENCES customer,
      totp_sealed text NOT NULL,
      -- The newest step of 30 seconds whose code was used.
      totp_step bigint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      -- Empty until a code of it was given once.
      enabled_at timestamptz,
      failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
      blocked_until timestamptz
    )`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (totp_sealed, totp_step, created_at, enabled_at, failures, blocked_until), DELETE
      ON second_factor TO plumb_app`.execute(db)
  await sql`
    CREATE TABLE recovery_code (
      customer_id bigint NOT NULL REFERENCES second_factor ON DELETE CASCADE,
      code_hash text NOT NULL,
      used_at timestamptz,
      PRIMARY KEY (customer_id, code_hash)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON recovery_code TO plumb_app`.execute(db)
  await sql`
    CREATE TABLE trusted_device (
      customer_id bigint NOT NULL REFERENCES second_factor ON DELETE CASCADE,
      device_hash text NOT NULL,
      trusted_at timestamptz NOT NULL,
      PRIMARY KEY (customer_id, device_hash)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (trusted_at), DELETE ON trusted_device TO plumb_app`.execute(db)
}
