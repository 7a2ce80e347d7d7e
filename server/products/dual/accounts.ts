import type { CustomerId } from '#domain/ids.ts'
import { type AccountKind, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'

export const dualAccounts = {
  /** What a customer has put into active orders. */
  dual: { number: 500, name: 'dual', isInProduct: true },
  /** Pays yields and exchanges, and takes what is exchanged; what it cannot cover is not sold. */
  fund: { number: 501, name: 'dualFund' },
  /** What active orders may be paid beside their principal, in both currencies. */
  escrow: { number: 502, name: 'dualEscrow' },
} as const satisfies Record<string, AccountKind>

export const fundingOf = (customer: CustomerId, currency: string) =>
  accountId(customer, wallets.funding, 'available', currency)
export const principalAccount = (customer: CustomerId, currency: string) =>
  accountId(customer, dualAccounts.dual, 'available', currency)
export const fundOf = (currency: string) => platformAccount(dualAccounts.fund, currency)
export const escrowAccount = (currency: string) => platformAccount(dualAccounts.escrow, currency)
