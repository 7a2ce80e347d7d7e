import { type Kysely, sql } from 'kysely'

/** Contacts that customers replaced, which are told for a while of what would give the account to somebody else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE replaced_contact (
      customer_id bigint NOT NULL REFERENCES customer,
      contact text NOT NULL,
      replaced_at timestamptz NOT NULL,
      PRIMARY KEY (customer_id, contact)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (replaced_at), DELETE ON replaced_contact TO plumb_app`.execute(db)
}
