import type { CustomerId } from '#domain/ids.ts'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { type AccountKind, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
import { isPracticeOwner, practiceAccounts } from '#server/core/ledger/practice.ts'
import { wallets } from '#server/core/ledger/wallets.ts'

/** The accounts of seconds options. A customer's stakes on open orders are the held side of their options wallet. */
export const optionAccounts = {
  options: wallets.options,
  /** Pays winnings and takes lost stakes; what it cannot cover is not accepted. */
  fund: { number: 449, name: 'optionFund' },
  /** The winnings of all open orders, set aside at their acceptance. */
  escrow: { number: 450, name: 'optionEscrow' },
} as const satisfies Record<string, AccountKind>

/** What an owner can stake: of a practice owner what their one practice wallet has, which contracts spend from too. */
export const walletOf = (owner: CustomerId) =>
  isPracticeOwner(owner)
    ? accountId(owner, practiceAccounts.contract, 'available', PRACTICE_CURRENCY)
    : accountId(owner, optionAccounts.options, 'available', STAKE_CURRENCY)
/** Stakes of practice have a kind of their own, so that each engine's audit finds what it holds and nothing else. */
export const stakeOf = (owner: CustomerId) =>
  isPracticeOwner(owner)
    ? accountId(owner, practiceAccounts.optionStakes, 'held', PRACTICE_CURRENCY)
    : accountId(owner, optionAccounts.options, 'held', STAKE_CURRENCY)
export const fund = () => platformAccount(optionAccounts.fund, STAKE_CURRENCY)
export const escrow = () => platformAccount(optionAccounts.escrow, STAKE_CURRENCY)
export const practiceFund = () => platformAccount(practiceAccounts.optionFund, PRACTICE_CURRENCY)
export const practiceEscrow = () => platformAccount(practiceAccounts.optionEscrow, PRACTICE_CURRENCY)
