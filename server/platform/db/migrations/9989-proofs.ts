import { type Kysely, sql } from 'kysely'

/**
 * What of a look is published: how many addresses that customers pay to are in it, and what each other one had. Looks of
 * before have no such number, and are not published.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE reserves_look ADD COLUMN deposit_addresses integer`.execute(db)
  await sql`
    CREATE TABLE reserves_look_address (
      look bigint NOT NULL REFERENCES reserves_look ON DELETE CASCADE,
      address text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('paying', 'cold')),
      -- In the chain's smallest unit.
      amount numeric(78, 0) NOT NULL CHECK (amount > 0),
      PRIMARY KEY (look, address)
    )`.execute(db)
  await sql`GRANT SELECT, INSERT ON reserves_look_address TO plumb_app`.execute(db)
}
