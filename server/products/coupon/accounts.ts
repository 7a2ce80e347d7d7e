import type { CustomerId } from '#domain/ids.ts'
import { type AccountKind, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'

export const couponAccounts = {
  /** What coupons are paid from. What it cannot cover is not applied. */
  fund: { number: 560, name: 'coupon' },
  /** Set aside for savings orders with a coupon: what a boost adds, a trial's principal and its interest. */
  reserve: { number: 561, name: 'couponReserve' },
} as const satisfies Record<string, AccountKind>

export const fundOf = (currency: string) => platformAccount(couponAccounts.fund, currency)
export const reserveOf = (currency: string) => platformAccount(couponAccounts.reserve, currency)
export const fundingOf = (customer: CustomerId, currency: string) =>
  accountId(customer, wallets.funding, 'available', currency)
