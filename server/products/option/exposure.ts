import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import type { OpenExposure } from '#server/console/dashboard.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import type { Db } from '#server/platform/db/database.ts'
import { escrow, fund } from './accounts.ts'
import { exposures } from './store.ts'

/** What open orders may win, beside what is set aside for them and what the fund has: all of one moment. */
export const exposureNow = (db: Db) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const balances = await balancesOfAccounts(tx, [fund(), escrow()])
      const open = await exposures(tx)
      return {
        ...{ fund: balances.get(fund())!, escrow: balances.get(escrow())!, open },
        /** The winnings of all open orders. */
        owed: open.reduce((sum, { rise, fall }) => sum + rise + fall, 0n),
      }
    })

/** The winnings of all open orders, beside what is set aside for them and the fund behind it. */
export async function optionExposure(db: Db): Promise<OpenExposure> {
  const { escrow, fund, owed, open } = await exposureNow(db)
  const instruments = [...Map.groupBy(open, ({ symbol }) => symbol)].map(([symbol, lines]) => ({
    symbol,
    needed: lines.reduce((sum, { rise, fall }) => sum + rise + fall, 0n),
  }))
  return {
    currency: STAKE_CURRENCY,
    needed: owed,
    has: escrow + fund,
    isCovered: owed <= escrow,
    instruments,
  }
}
