import { readAmount } from '#domain/money/read-amount.ts'
import type { Reason } from '#domain/reasons.ts'
import { type AccountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'

/** Brings money in from outside, for a demonstration's first balances. Amounts are decimal strings. */
export async function fundFromOutside(
  tx: Tx,
  payments: readonly { account: AccountId; currency: string; amount: string }[],
  reason: Extract<Reason, 'treasury-funding' | 'demo-grant'>,
  nowMs: number,
): Promise<void> {
  const reference = nextId()
  const transfers = payments.map(({ account, currency, amount }) => ({
    debit: outsideAccount(currency),
    credit: account,
    amount: readAmount(amount, currency),
    reason,
    reference,
  }))
  await post(tx, transfers, nowMs)
}
