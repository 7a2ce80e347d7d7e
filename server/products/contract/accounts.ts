import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import {
  type AccountId,
  type AccountKind,
  accountsOfKind,
  type OwnerId,
  onePlatformAccount,
} from '#server/core/ledger/accounts.ts'
import { isPracticeOwner, PRACTICE_CURRENCY, practiceAccounts } from '#server/core/ledger/practice.ts'
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

const realAvailable = accountsOfKind(contractAccounts.contract, 'available', MARGIN_CURRENCY)
const realMargin = accountsOfKind(contractAccounts.contract, 'held', MARGIN_CURRENCY)
const practiceAvailable = accountsOfKind(practiceAccounts.contract, 'available', PRACTICE_CURRENCY)
const practiceMargin = accountsOfKind(practiceAccounts.contract, 'held', PRACTICE_CURRENCY)

/** What an owner can spend on contracts: of a practice owner, and of nobody else, practice money. */
export const availableOf = (owner: OwnerId): AccountId =>
  isPracticeOwner(owner) ? practiceAvailable(owner) : realAvailable(owner)
/** What is held for the owner's positions and orders. */
export const marginOf = (owner: OwnerId): AccountId =>
  isPracticeOwner(owner) ? practiceMargin(owner) : realMargin(owner)
export const counterparty = onePlatformAccount(contractAccounts.counterparty, MARGIN_CURRENCY)
export const insurance = onePlatformAccount(contractAccounts.insurance, MARGIN_CURRENCY)
export const fees = onePlatformAccount(contractAccounts.fees, MARGIN_CURRENCY)
export const practiceCounterparty = onePlatformAccount(practiceAccounts.counterparty, PRACTICE_CURRENCY)
export const practiceInsurance = onePlatformAccount(practiceAccounts.insurance, PRACTICE_CURRENCY)
export const practiceFees = onePlatformAccount(practiceAccounts.fees, PRACTICE_CURRENCY)
