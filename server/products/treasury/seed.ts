import { currencies } from '#domain/money/currencies.ts'
import { platformAccount } from '#server/core/ledger/accounts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { treasuryAccounts } from './accounts.ts'
import { fundFromOutside } from './service.ts'

/** What the treasury of a demonstration begins with, in every currency. */
const TREASURY = '1000000'

/** Every payment comes from somewhere: the platform brings its own funds in from outside. */
export const seedTreasury = (tx: Tx, { nowMs }: { nowMs: number }): Promise<void> =>
  fundFromOutside(
    tx,
    currencies.map(({ code }) => ({
      account: platformAccount(treasuryAccounts.treasury, code),
      currency: code,
      amount: TREASURY,
    })),
    'treasury-funding',
    nowMs,
  )
