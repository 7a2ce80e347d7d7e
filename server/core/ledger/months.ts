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
