import type { CustomerId } from '#domain/ids.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { type AccountKind, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'

/** The accounts of seconds options. A customer's stakes on open orders are the held side of their options wallet. */
export const optionAccounts = {
  options: wallets.options,
  /** Pays winnings and takes lost stakes; what it cannot cover is not accepted. */
  fund: { number: 449, name: 'optionFund' },
  /** The winnings of all open orders, set aside at their acceptance. */
  escrow: { number: 450, name: 'optionEscrow' },
} as const satisfies Record<string, AccountKind>

export const walletOf = (customer: CustomerId) =>
  accountId(customer, optionAccounts.options, 'available', STAKE_CURRENCY)
export const stakeOf = (customer: CustomerId) =>
  accountId(customer, optionAccounts.options, 'held', STAKE_CURRENCY)
export const fund = () => platformAccount(optionAccounts.fund, STAKE_CURRENCY)
export const escrow = () => platformAccount(optionAccounts.escrow, STAKE_CURRENCY)
