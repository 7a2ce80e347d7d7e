import { type Kysely, sql } from 'kysely'

/** The phrase at the head of a customer's mails, encrypted under a key that is in no database, for this customer alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE mail_phrase (
      customer_id bigint PRIMARY KEY REFERENCES customer,
      phrase_sealed text NOT NULL,
      set_at timestamptz NOT NULL
    )`.execute(db)
  await sql`GRANT SELECT, INSERT, UPDATE (phrase_sealed, set_at), DELETE ON mail_phrase TO plumb_app`.execute(
    db,
  )
}
