import { type Kysely, sql } from 'kysely'

/**
 * A code belongs to who asked for it: the customer signed in, or the address.
 *
 * Codes live for ten minutes, so those of before are thrown away, with what they counted of the day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM contact_code`.execute(db)
  await sql`
    ALTER TABLE contact_code ADD COLUMN requester text NOT NULL,
      DROP CONSTRAINT contact_code_pkey, ADD PRIMARY KEY (contact, purpose, requester)`.execute(db)
}
