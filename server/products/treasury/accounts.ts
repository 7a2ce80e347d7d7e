import type { AccountKind } from '#server/core/ledger/accounts.ts'

/** The platform's money that no product works with. */
export const treasuryAccounts = {
  /** The platform's own funds. */
  treasury: { number: 8, name: 'treasury' },
} as const satisfies Record<string, AccountKind>
