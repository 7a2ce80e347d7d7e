import type { CustomerId } from '#domain/ids.ts'
import { LOAN_CURRENCY } from '#domain/loan/rules.ts'
import { type AccountKind, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'

export const loanAccounts = {
  /** Pays loans out and takes their principal back; what it has not got is not lent. */
  fund: { number: 520, name: 'loanFund' },
  /** Interest, and interest of overdue days. */
  interest: { number: 521, name: 'loanInterest' },
} as const satisfies Record<string, AccountKind>

export const fundingOf = (customer: CustomerId) =>
  accountId(customer, wallets.funding, 'available', LOAN_CURRENCY)
export const fundOf = (currency: string) => platformAccount(loanAccounts.fund, currency)
export const interestOf = (currency: string) => platformAccount(loanAccounts.interest, currency)
