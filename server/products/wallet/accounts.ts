import type { AccountKind } from '#server/core/ledger/accounts.ts'

/** The wallets that are no product's own. */
export const walletAccounts = {
  funding: { number: 1, name: 'funding' },
  contract: { number: 2, name: 'contract' },
  options: { number: 3, name: 'options' },
} as const satisfies Record<string, AccountKind>
