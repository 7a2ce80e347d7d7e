import { sql } from 'kysely'
import type { ResultSource } from '#server/core/ledger/customer-results.ts'
import type { Db } from '#server/platform/db/database.ts'
import { escrow, fund } from './accounts.ts'

/** Where the ledger has what customers gained and lost with seconds options: winnings, and stakes that were lost. */
export const optionResults: ResultSource = {
  product: 'option',
  accounts: () => [fund(), escrow()],
  endedBy: ['option-winnings', 'option-loss'],
}

/** How many results the public status looks at. */
const NEWEST_RESULTS = 100

/** How late the newest results were booked after the ticks that decided them. Units: milliseconds. */
export async function settlementLags(db: Db): Promise<number[]> {
  const { rows } = await sql<{ lag: number }>`
    select greatest(0, extract(epoch from settled_at - exit_at) * 1000)::float8 as lag from (
      select settled_at, exit_at from option_result order by id desc limit ${NEWEST_RESULTS}
    ) newest where exit_at is not null`.execute(db)
  return rows.map(({ lag }) => Math.round(lag))
}
