import { type Kysely, sql } from 'kysely'

/** The defaults of real following, which those who followed in practice before had: 5000, and half a percent. */
const LIMIT = 50_000_000_000n
const SLIPPAGE_BPS = 50

/** Following in practice has the size, limits and pause of real following. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE practice_follow RENAME COLUMN amount TO number`.execute(db)
  await sql`
    ALTER TABLE practice_follow
      ADD COLUMN mode text NOT NULL DEFAULT 'amount' CHECK (mode IN ('amount', 'ratio')),
      ADD COLUMN max_trade bigint NOT NULL DEFAULT ${sql.lit(LIMIT)} CHECK (max_trade > 0),
      ADD COLUMN max_total bigint NOT NULL DEFAULT ${sql.lit(LIMIT)} CHECK (max_total > 0),
      ADD COLUMN slippage_bps integer NOT NULL DEFAULT ${sql.lit(SLIPPAGE_BPS)} CHECK (slippage_bps > 0),
      ADD COLUMN is_paused boolean NOT NULL DEFAULT false`.execute(db)
  await sql`
    GRANT UPDATE (number, mode, max_trade, max_total, slippage_bps, is_paused) ON practice_follow TO plumb_app`.execute(
    db,
  )
}
