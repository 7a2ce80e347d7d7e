import type { CustomerId } from '#domain/ids.ts'
import { type AccountKind, accountId, PLATFORM, platformAccount } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'

export const saleAccounts = {
  /** Takes the coins that are sold, and pays dollars for them: what it has not got is not promised. */
  fund: { number: 482, name: 'saleFund' },
  fees: { number: 483, name: 'saleFees' },
} as const satisfies Record<string, AccountKind>

export const fundingOf = (customer: CustomerId, currency: string) =>
  accountId(customer, wallets.funding, 'available', currency)
export const fundOf = (currency: string) => platformAccount(saleAccounts.fund, currency)
/** What of the fund is set aside for sales that wait. */
export const setAsideOf = (currency: string) => accountId(PLATFORM, saleAccounts.fund, 'held', currency)
export const feesOf = (currency: string) => platformAccount(saleAccounts.fees, currency)
