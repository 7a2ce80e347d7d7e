import type { CustomerId } from '#domain/ids.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'

/** What the demo customer begins with. */
const grants: readonly [walletType: WalletType, currency: string, amount: string][] = [
  ['funding', 'USDT', '6250'],
  ['funding', 'BTC', '0.05'],
  ['spot', 'USDT', '12000'],
  ['spot', 'BTC', '0.25'],
  ['spot', 'ETH', '2.5'],
  ['contract', 'USDT', '2000'],
  ['options', 'USDT', '240'],
]

/** Gives the demonstration's customer play money. */
export const seedDemoMoney = (
  tx: Tx,
  { customer, nowMs }: { customer: CustomerId; nowMs: number },
): Promise<void> =>
  fundFromOutside(
    tx,
    grants.map(([walletType, currency, amount]) => ({
      account: accountId(customer, wallets[walletType], 'available', currency),
      currency,
      amount,
    })),
    'demo-grant',
    nowMs,
  )
