import { type Kysely, sql } from 'kysely'

/**
 * Customers, their sessions, the codes sent to them, and the images they send.
 *
 * Contacts are stored in one canonical form, so that "unique" means one account per person's address:
 * email in lower case, mobile in E.164. Of passwords, codes and tokens only hashes are kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE customer (
      id bigint GENERATED ALWAYS AS IDENTITY (START WITH 10000) PRIMARY KEY,
      email text UNIQUE CHECK (email = lower(email) AND email LIKE '%_@_%'),
      mobile text UNIQUE CHECK (mobile LIKE '+%'),
      password_hash text NOT NULL,
      pay_password_hash text,
      nickname text,
      signature text,
      portrait text,
      invite_code text NOT NULL UNIQUE,
      invited_by bigint REFERENCES customer,
      language text NOT NULL,
      is_demo boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      security_changed_at timestamptz,
      CONSTRAINT customer_can_be_reached CHECK (email IS NOT NULL OR mobile IS NOT NULL),
      CONSTRAINT customer_not_invited_by_itself CHECK (invited_by <> id)
    )`.execute(db)
  await sql`CREATE INDEX customer_invited_by ON customer (invited_by) WHERE invited_by IS NOT NULL`.execute(
    db,
  )
  await sql`
    GRANT SELECT, INSERT, UPDATE (
      email, mobile, password_hash, pay_password_hash, nickname, signature, portrait, language, security_changed_at
    ) ON customer TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE customer_session (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL REFERENCES customer,
      token_hash text NOT NULL UNIQUE,
      device text NOT NULL,
      ip text NOT NULL,
      created_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      revoked_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX customer_session_customer ON customer_session (customer_id, id)`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (last_seen_at, revoked_at), DELETE ON customer_session TO plumb_app`.execute(
    db,
  )

  await sql`
    CREATE TABLE contact_code (
      contact text NOT NULL,
      purpose text NOT NULL,
      salt text NOT NULL,
      code_hash text NOT NULL,
      tries_left integer NOT NULL CHECK (tries_left >= 0),
      expires_at timestamptz NOT NULL,
      sent_at timestamptz NOT NULL,
      day timestamptz NOT NULL,
      sent_in_day integer NOT NULL,
      PRIMARY KEY (contact, purpose)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE, DELETE ON contact_code TO plumb_app`.execute(db)

  await sql`
    CREATE TABLE upload (
      id text PRIMARY KEY,
      customer_id bigint NOT NULL,
      sha256 text NOT NULL,
      bytes integer NOT NULL,
      width integer NOT NULL,
      height integer NOT NULL,
      created_at timestamptz NOT NULL,
      state text NOT NULL DEFAULT 'loose' CHECK (state IN ('loose', 'attached', 'deleting'))
    )`.execute(db)
  await sql`CREATE INDEX upload_customer ON upload (customer_id, created_at)`.execute(db)
  await sql`CREATE INDEX upload_not_attached ON upload (state, created_at) WHERE state <> 'attached'`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, UPDATE (state), DELETE ON upload TO plumb_app`.execute(db)
  await sql`ALTER TABLE customer ADD FOREIGN KEY (portrait) REFERENCES upload`.execute(db)
  await sql`CREATE INDEX customer_portrait ON customer (portrait) WHERE portrait IS NOT NULL`.execute(db)
}
