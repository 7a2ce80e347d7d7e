import { currencies } from '#domain/money/currencies.ts'
import { accountId, MARKET_MAKER } from '#server/core/ledger/accounts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { spotAccounts } from './accounts.ts'

/** What the market maker of a demonstration quotes with: enough for all its rungs, and for a busy day. */
const marketMakerFunds: Readonly<Record<string, string>> = { BTC: '200', ETH: '2000' }
const OTHER_FUNDS = '5000000'

/** Funds the market maker of a demonstration, in every currency. */
export const seedMarketMaker = (tx: Tx, { nowMs }: { nowMs: number }): Promise<void> =>
  fundFromOutside(
    tx,
    currencies.map(({ code }) => ({
      account: accountId(MARKET_MAKER, spotAccounts.spot, 'available', code),
      currency: code,
      amount: marketMakerFunds[code] ?? OTHER_FUNDS,
    })),
    'treasury-funding',
    nowMs,
  )
