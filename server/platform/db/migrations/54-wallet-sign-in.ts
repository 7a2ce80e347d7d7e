import { type Kysely, sql } from 'kysely'

/**
 * Wallets that sign in, and the messages given out for them to sign.
 *
 * Who comes by wallet has neither contact nor password, until they set one. A message is kept as a keyed hash of all that it
 * was given out for, until it is used or its time is over. Addresses are in small letters, so that "unique" means one
 * account for each wallet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE customer ALTER COLUMN password_hash DROP NOT NULL`.execute(db)
  await sql`ALTER TABLE customer DROP CONSTRAINT customer_can_be_reached`.execute(db)
  await sql`
    CREATE TABLE sign_in_wallet (
      address text PRIMARY KEY CHECK (address ~ '^0x[0-9a-f]{40}$'),
      customer_id bigint NOT NULL REFERENCES customer,
      linked_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX sign_in_wallet_customer ON sign_in_wallet (customer_id)`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON sign_in_wallet TO plumb_app`.execute(db)
  await sql`
    CREATE TABLE sign_in_message (
      fingerprint text PRIMARY KEY,
      expires_at timestamptz NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX sign_in_message_expiry ON sign_in_message (expires_at)`.execute(db)
  await sql`GRANT SELECT, INSERT, DELETE ON sign_in_message TO plumb_app`.execute(db)
}
