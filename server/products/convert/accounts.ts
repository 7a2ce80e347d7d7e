import type { CustomerId } from '#domain/ids.ts'
import { type AccountKind, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'

export const convertAccounts = {
  /** What customers convert with: takes one currency and gives the other; what it has not got is not sold. */
  fund: { number: 480, name: 'convertFund' },
  fees: { number: 481, name: 'convertFees' },
} as const satisfies Record<string, AccountKind>

export const fundingOf = (customer: CustomerId, currency: string) =>
  accountId(customer, wallets.funding, 'available', currency)
export const fundOf = (currency: string) => platformAccount(convertAccounts.fund, currency)
export const feesOf = (currency: string) => platformAccount(convertAccounts.fees, currency)
