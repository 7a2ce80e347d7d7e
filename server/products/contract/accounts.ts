import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { type AccountKind, accountsOfKind, onePlatformAccount } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'

/** The accounts of leveraged contracts. A customer's margin is the held side of their contract wallet. */
export const contractAccounts = {
  contract: wallets.contract,
  /** The platform's side of every position: what customers win and lose. */
  counterparty: { number: 384, name: 'contractCounterparty' },
  /** Pays what a margin does not cover of a loss. */
  insurance: { number: 385, name: 'contractInsurance' },
  fees: { number: 386, name: 'contractFees' },
} as const satisfies Record<string, AccountKind>

export const availableOf = accountsOfKind(contractAccounts.contract, 'available', MARGIN_CURRENCY)
export const marginOf = accountsOfKind(contractAccounts.contract, 'held', MARGIN_CURRENCY)
export const counterparty = onePlatformAccount(contractAccounts.counterparty, MARGIN_CURRENCY)
export const insurance = onePlatformAccount(contractAccounts.insurance, MARGIN_CURRENCY)
export const fees = onePlatformAccount(contractAccounts.fees, MARGIN_CURRENCY)
