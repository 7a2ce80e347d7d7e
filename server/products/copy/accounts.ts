import { sql } from 'kysely'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import type { CustomerId } from '#domain/ids.ts'
import { type AccountKind, platformAccount } from '#server/core/ledger/accounts.ts'
import type { SetAside } from '#server/core/ledger/set-aside.ts'

/** What is set aside of followers' profits for the leads: the followers' own until it is paid. */
export const copyAccounts = {
  shares: { number: 451, name: 'copyShares' },
} as const satisfies Record<string, AccountKind>

export const reservedShares = () => platformAccount(copyAccounts.shares, MARGIN_CURRENCY)

/** Whose the reserved shares are: the followers'. */
export const sharesSetAside: SetAside = {
  accounts: () => [reservedShares()],
  async amounts(tx) {
    const { rows } = await sql<{ customer: CustomerId; amount: bigint }>`
      select customer_id as customer, sum(reserved)::bigint as amount
      from copy_relation where reserved <> 0 group by customer_id`.execute(tx)
    return rows.map((row) => ({ ...row, account: reservedShares() }))
  },
}
