import type { AccountKind } from '#server/core/ledger/accounts.ts'

export const withdrawalAccounts = {
  /** The fees of withdrawals, from which what chains charge is paid. */
  fees: { number: 20, name: 'withdrawal-fees' },
} as const satisfies Record<string, AccountKind>
