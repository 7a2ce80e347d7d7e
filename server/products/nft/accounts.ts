import type { CustomerId } from '#domain/ids.ts'
import { PAID_IN } from '#domain/nft/rules.ts'
import { type AccountId, type AccountKind, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'

export const nftAccounts = {
  /** Margins of a customer's auctions that are not over: their own until then. */
  margin: { number: 530, name: 'nftMargin', isInProduct: true, mayLeave: true },
  /** What the platform takes of each sale. */
  fees: { number: 531, name: 'nftFees' },
  /** What the platform's own artworks brought, and margins that their winners lost. */
  proceeds: { number: 532, name: 'nftProceeds' },
} as const satisfies Record<string, AccountKind>

export const fundingOf = (customer: CustomerId): AccountId =>
  accountId(customer, wallets.funding, 'available', PAID_IN)
export const marginOf = (customer: CustomerId): AccountId =>
  accountId(customer, nftAccounts.margin, 'available', PAID_IN)
export const feesOf = (currency: string) => platformAccount(nftAccounts.fees, currency)
export const proceedsOf = (currency: string) => platformAccount(nftAccounts.proceeds, currency)

/** Where a seller's money goes; the platform is null. */
export const sellerAccount = (seller: CustomerId | null): AccountId =>
  seller === null ? proceedsOf(PAID_IN) : fundingOf(seller)
