import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { fund } from './accounts.ts'
import { insertTerms, newestTerms } from './store.ts'

/** What the fund of a demonstration begins with. */
const FUND = '1000000'
/** A demonstration's visitor does not wait a whole minute. */
const DEMO_PERIOD = { seconds: 30, payoutBps: 8_000 }

/** Fills the fund, and adds the demonstration's shortest period. */
export async function seedOptions(tx: Tx, { nowMs }: { nowMs: number }): Promise<void> {
  await fundFromOutside(
    tx,
    [{ account: fund(), currency: STAKE_CURRENCY, amount: FUND }],
    'treasury-funding',
    nowMs,
  )
  const terms = await newestTerms(tx)
  await insertTerms(tx, { ...terms, periods: [DEMO_PERIOD, ...terms.periods] }, null, nowMs)
}
