import { type Kysely, sql } from 'kysely'

/**
 * Since when a sale is paid by another operator than who began, where one took it over; and that who pays it is who says how it
 * ended. Of what ended before, that may be another.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sale
      ADD COLUMN taken_at timestamptz,
      ADD CONSTRAINT sale_ended_by_its_payer CHECK (
        ended_at IS NULL OR started_by IS NULL OR maker = started_by) NOT VALID`.execute(db)
  await sql`GRANT UPDATE (taken_at) ON sale TO plumb_app`.execute(db)
}
