import { type Kysely, sql } from 'kysely'

/** What customers limited for themselves, choice by choice: nothing of it is changed or removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE guard_rail (
      id bigint PRIMARY KEY,
      customer_id bigint NOT NULL REFERENCES customer,
      kind text NOT NULL CHECK (kind IN ('leverage', 'payees')),
      value integer NOT NULL CHECK (value BETWEEN 0 AND 100),
      chosen_at timestamptz NOT NULL,
      from_at timestamptz NOT NULL CHECK (from_at >= chosen_at)
    )`.execute(db)
  await sql`CREATE INDEX guard_rail_of_customer ON guard_rail (customer_id, id)`.execute(db)
  await sql`GRANT SELECT, INSERT ON guard_rail TO plumb_app`.execute(db)
}
