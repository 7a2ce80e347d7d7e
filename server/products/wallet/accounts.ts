import type { AccountKind } from '#server/core/ledger/accounts.ts'

/** The wallets that are no product's own, and the platform's money that no product has. */
export const walletAccounts = {
  funding: { number: 1, name: 'funding' },
  contract: { number: 2, name: 'contract' },
  options: { number: 3, name: 'options' },
  /** The platform's own funds. */
  treasury: { number: 8, name: 'treasury' },
  insurance: { number: 9, name: 'insurance' },
  /** The odd units below a currency's smallest. */
  rounding: { number: 10, name: 'rounding' },
} as const satisfies Record<string, AccountKind>
