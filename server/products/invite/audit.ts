import { sql } from 'kysely'
import { accountDifferences } from '#server/core/ledger/account-differences.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { inviteAccounts, reserveOf } from './accounts.ts'

/** Whether the reserve is what is held for customers, coin by coin. Empty when it is. */
export async function auditInvite(db: Db): Promise<string[]> {
  const { rows } = await sql<{ currency: string; total: bigint }>`
    select currency, sum(amount)::bigint as total from invite_commission where status = 'held' group by 1`.execute(
    db,
  )
  const needed = new Map<AccountId, bigint>(rows.map(({ currency, total }) => [reserveOf(currency), total]))
  return accountDifferences(db, [inviteAccounts.reserve.number], needed)
}
