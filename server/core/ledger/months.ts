import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** This month and the two after it: a job that fails for weeks still finds room. */
const MONTHS_AHEAD = 3

/**
 * Makes the tables of transfers and entries for this month and the next ones, where they are missing.
 * Safe to run twice. A month that began without its own tables stays in the default ones.
 */
export async function addMonths(db: Db, nowMs: number): Promise<void> {
  await sql`select ledger_add_months(${new Date(nowMs)}::timestamptz, ${MONTHS_AHEAD})`.execute(db)
}

/** When the oldest month began that has tables in the ledger's own database. */
export async function oldestMonthMs(db: Db): Promise<number> {
  const { rows } = await sql<{
    begins: number
  }>`select begins from ledger_months() order by begins limit 1`.execute(db)
  return rows[0]!.begins
}
