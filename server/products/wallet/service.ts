import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'

export { dollarInstrument, usdPrices } from './balances.ts'
export { equityCheck, type RequireEquity } from './equity.ts'

/**
 * Moves money between two of a customer's wallets, free of charge.
 *
 * Refuses: CURRENCY_UNKNOWN, AMOUNT_INVALID, AMOUNT_TOO_PRECISE, SAME_ACCOUNT, INSUFFICIENT_BALANCE.
 * Returns: the reference that the statement shows.
 */
export async function transferBetweenAccounts(
  tx: Tx,
  customerId: CustomerId,
  { currency, from, to, ...typed }: { currency: string; amount: string; from: WalletType; to: WalletType },
  nowMs: number,
): Promise<{ reference: bigint; amount: Units }> {
  const amount = readAmount(typed.amount, currency)
  if (from === to) throw refusal('SAME_ACCOUNT')

  const reference = nextId()
  await post(
    tx,
    [
      {
        debit: accountId(customerId, wallets[from], 'available', currency),
        credit: accountId(customerId, wallets[to], 'available', currency),
        amount,
        reason: 'account-transfer',
        reference,
      },
    ],
    nowMs,
  )
  return { reference, amount }
}
