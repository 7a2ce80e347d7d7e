import { type Kysely, sql } from 'kysely'

/** How far from the last price an order may rest is a term of each instrument; those there are get 50 %. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE instrument_terms ADD COLUMN resting_band_bps integer NOT NULL DEFAULT 5000
      CHECK (resting_band_bps BETWEEN 1 AND 9500)`.execute(db)
}
