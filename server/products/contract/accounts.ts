import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import type { CustomerId } from '#domain/ids.ts'
import { type AccountKind, accountId, platformAccount } from '#server/core/ledger/accounts.ts'
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

export const availableOf = (customer: CustomerId) =>
  accountId(customer, contractAccounts.contract, 'available', MARGIN_CURRENCY)
export const marginOf = (customer: CustomerId) =>
  accountId(customer, contractAccounts.contract, 'held', MARGIN_CURRENCY)
export const counterparty = () => platformAccount(contractAccounts.counterparty, MARGIN_CURRENCY)
export const insurance = () => platformAccount(contractAccounts.insurance, MARGIN_CURRENCY)
export const fees = () => platformAccount(contractAccounts.fees, MARGIN_CURRENCY)
