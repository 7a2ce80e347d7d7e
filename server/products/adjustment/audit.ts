import { accountDifferences } from '#server/core/ledger/account-differences.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { adjustmentAccounts, suspenseOf } from './accounts.ts'
import { suspendedSums } from './store.ts'

/** Whether suspense has what was taken and neither given nor returned, coin by coin. Empty when it does. */
export async function auditAdjustment(db: Db): Promise<string[]> {
  const sums = await suspendedSums(db)
  const needed = new Map<AccountId, bigint>([...sums].map(([code, sum]) => [suspenseOf(code), sum]))
  return accountDifferences(db, [adjustmentAccounts.suspense.number], needed)
}
