import { type Kysely, sql } from 'kysely'

/** How far each customer's identity was verified. The demonstration's customer is; nobody else until verification is built. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE customer ADD COLUMN tier text NOT NULL DEFAULT 'unverified'
      CHECK (tier IN ('unverified', 'basic', 'advanced'))`.execute(db)
  await sql`UPDATE customer SET tier = 'advanced' WHERE is_demo`.execute(db)
}
