import { type Kysely, sql } from 'kysely'

/**
 * A withdrawal is voided again where what was written costs too little by now: all of them pay nothing and spend the same, so
 * that any of them does. Of the one that was prepared nothing is kept signed once one of them is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE withdrawal_voiding
      DROP CONSTRAINT withdrawal_voiding_pkey,
      ADD COLUMN n integer NOT NULL DEFAULT 1 CHECK (n BETWEEN 1 AND 20),
      ADD PRIMARY KEY (withdrawal_id, n)`.execute(db)
}
