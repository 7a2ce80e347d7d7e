import type { CustomerId } from '#domain/ids.ts'
import { type AccountKind, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'

export const ieoAccounts = {
  /** Money of a customer's orders that are neither delivered nor refunded: their own until then. */
  ieo: { number: 510, name: 'ieo', isInProduct: true },
  /** A customer's coins that were delivered and are locked. */
  locked: { number: 511, name: 'ieoLocked', isInProduct: true },
  /** Coins that the issuer delivered and nobody has been given. */
  supply: { number: 512, name: 'ieoSupply' },
  /** What customers paid for coins that were delivered to them: the issuer's, less what is agreed. */
  proceeds: { number: 513, name: 'ieoProceeds' },
} as const satisfies Record<string, AccountKind>

export const fundingOf = (customer: CustomerId, currency: string) =>
  accountId(customer, wallets.funding, 'available', currency)
export const heldAccount = (customer: CustomerId, currency: string) =>
  accountId(customer, ieoAccounts.ieo, 'available', currency)
export const lockedAccount = (customer: CustomerId, currency: string) =>
  accountId(customer, ieoAccounts.locked, 'available', currency)
export const supplyOf = (currency: string) => platformAccount(ieoAccounts.supply, currency)
export const proceedsOf = (currency: string) => platformAccount(ieoAccounts.proceeds, currency)
