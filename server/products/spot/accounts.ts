import type { AccountKind } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'

/**
 * Spot's accounts, one number for each group of instruments: two engines then never lock the same account.
 * There is one group today; the next takes 257 and 321.
 */
export const spotAccounts = {
  /** A customer's spot wallet. */
  spot: wallets.spot,
  /** The platform's trading fees. */
  fees: { number: 320, name: 'fees' },
} as const satisfies Record<string, AccountKind>
