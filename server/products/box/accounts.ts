import type { CustomerId } from '#domain/ids.ts'
import { type AccountKind, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'

export const boxAccounts = {
  /** Money of a customer's boxes that are neither drawn nor paid back: their own until then. */
  box: { number: 540, name: 'box', isInProduct: true, mayLeave: true },
  /** What customers paid for boxes that were drawn. */
  proceeds: { number: 541, name: 'boxProceeds' },
} as const satisfies Record<string, AccountKind>

export const fundingOf = (customer: CustomerId, currency: string) =>
  accountId(customer, wallets.funding, 'available', currency)
export const heldAccount = (customer: CustomerId, currency: string) =>
  accountId(customer, boxAccounts.box, 'available', currency)
export const proceedsOf = (currency: string) => platformAccount(boxAccounts.proceeds, currency)
