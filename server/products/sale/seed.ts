import { PAID_CURRENCY } from '#domain/sale/rules.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { fundOf } from './accounts.ts'

/** The dollars that a demonstration begins to pay with. */
const FUND = '1000000'

/** Fills the fund. */
export const seedSale = (tx: Tx, { nowMs }: { nowMs: number }): Promise<void> =>
  fundFromOutside(
    tx,
    [{ account: fundOf(PAID_CURRENCY), currency: PAID_CURRENCY, amount: FUND }],
    'treasury-funding',
    nowMs,
  )
