import { LOAN_CURRENCY } from '#domain/loan/rules.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { fundOf } from './accounts.ts'

/** What a demonstration begins to lend with. */
const FUND = '500000'

/** Fills the fund. */
export const seedLoan = (tx: Tx, { nowMs }: { nowMs: number }): Promise<void> =>
  fundFromOutside(
    tx,
    [{ account: fundOf(LOAN_CURRENCY), currency: LOAN_CURRENCY, amount: FUND }],
    'treasury-funding',
    nowMs,
  )
