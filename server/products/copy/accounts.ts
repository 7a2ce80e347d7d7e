import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { type AccountKind, platformAccount } from '#server/core/ledger/accounts.ts'

/** What is set aside of followers' profits for the leads: the followers' own until it is paid. */
export const copyAccounts = {
  shares: { number: 451, name: 'copyShares' },
} as const satisfies Record<string, AccountKind>

export const reservedShares = () => platformAccount(copyAccounts.shares, MARGIN_CURRENCY)
