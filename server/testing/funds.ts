import type { CustomerId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import { accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { post, type Transfer } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Db } from '#server/platform/db/database.ts'

/** What a customer begins with: wallet type, currency, decimal amount. */
export type Funds = readonly (readonly [walletType: WalletType, currency: string, amount: string])[]

/** The transfers that give a customer funds from outside. */
export const fundsFor = (customer: CustomerId, funds: Funds, reason: Transfer['reason']): Transfer[] =>
  funds.map(([walletType, currency, amount]) => ({
    debit: outsideAccount(currency),
    credit: accountId(customer, wallets[walletType], 'available', currency),
    amount: readAmount(amount, currency),
    reason,
    reference: 1n,
  }))

/** Gives a customer play money. */
export async function giveFunds(db: Db, customer: CustomerId, funds: Funds, nowMs: number): Promise<void> {
  await db.transaction().execute((tx) => post(tx, fundsFor(customer, funds, 'demo-grant'), nowMs))
}
