import { customerId } from '#domain/ids.ts'
import {
  type AccountId,
  type AccountKind,
  accountId,
  type OwnerId,
  PLATFORM,
  platformAccount,
} from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'

export const otcAccounts = {
  /** The coins that the platform sells over the counter, and those that it bought. */
  fund: { number: 484, name: 'otcFund' },
} as const satisfies Record<string, AccountKind>

/** A side of an offer or an order as it is kept: a customer's number, or the platform's. */
export type Party = bigint

export const PLATFORM_PARTY: Party = PLATFORM
export const isPlatform = (party: Party): boolean => party === PLATFORM

/** Whose money it is, and of which kind: a customer's is in the funding wallet. */
export const ledgerOwnerOf = (party: Party): { readonly owner: OwnerId; readonly kind: AccountKind } =>
  isPlatform(party)
    ? { owner: PLATFORM, kind: otcAccounts.fund }
    : { owner: customerId(party), kind: wallets.funding }

export function accountOf(party: Party, state: 'available' | 'held', currency: string): AccountId {
  const { owner, kind } = ledgerOwnerOf(party)
  return accountId(owner, kind, state, currency)
}
export const fundOf = (currency: string) => platformAccount(otcAccounts.fund, currency)
