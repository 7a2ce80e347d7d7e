import type { CustomerId } from '#domain/ids.ts'
import { type AccountKind, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { tradingFees } from '../spot/service.ts'

export const inviteAccounts = {
  /** Commission that is held until it is paid. */
  reserve: { number: 550, name: 'inviteReserve' },
} as const satisfies Record<string, AccountKind>

export const reserveOf = (currency: string) => platformAccount(inviteAccounts.reserve, currency)
/** What commission is a share of. */
export const feesOf = tradingFees
export const fundingOf = (customer: CustomerId, currency: string) =>
  accountId(customer, wallets.funding, 'available', currency)
