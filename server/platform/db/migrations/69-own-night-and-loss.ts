import { type Kysely, sql } from 'kysely'

/** Two more limits that customers set for themselves: what contracts may lose in a day, and hours of the night. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE guard_rail
      DROP CONSTRAINT guard_rail_kind_check,
      DROP CONSTRAINT guard_rail_value_check,
      ADD CONSTRAINT guard_rail_kind_check CHECK (kind IN ('leverage', 'loss', 'night', 'payees')),
      ADD CONSTRAINT guard_rail_value_check CHECK (value BETWEEN 0 AND 1000000)`.execute(db)
}
