import type { AccountKind } from '#server/core/ledger/accounts.ts'

/** The platform's money that no product works with. */
export const treasuryAccounts = {
  /** The platform's own funds. */
  treasury: { number: 8, name: 'treasury' },
  insurance: { number: 9, name: 'insurance' },
  /** The odd units below a currency's smallest. */
  rounding: { number: 10, name: 'rounding' },
} as const satisfies Record<string, AccountKind>
