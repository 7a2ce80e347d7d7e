import { type CustomerId, customerId } from '#domain/ids.ts'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { type AccountKind, FIRST_PRACTICE, type OwnerId } from './accounts.ts'

export { PRACTICE_CURRENCY }

/**
 * Practice in the ledger: owners, a currency and kinds of its own. The check `account_is_practice_or_not` lets no account
 * have one of the three without the others, and a transfer has one currency: see docs/decisions/0032.
 */
export const practiceAccounts = {
  contract: { number: 570, name: 'practiceContract' },
  counterparty: { number: 571, name: 'practiceCounterparty' },
  insurance: { number: 572, name: 'practiceInsurance' },
  fees: { number: 573, name: 'practiceFees' },
  /** What is staked on seconds options, of the same wallet that contracts are practised with. */
  optionStakes: { number: 574, name: 'practiceOptionStakes' },
  optionFund: { number: 575, name: 'practiceOptionFund' },
  optionEscrow: { number: 576, name: 'practiceOptionEscrow' },
} as const satisfies Record<string, AccountKind>

/** Who has what a customer has in practice: not the customer. */
export const practiceOwnerOf = (customer: CustomerId): CustomerId => customerId(FIRST_PRACTICE + customer)

export const isPracticeOwner = (owner: OwnerId): owner is CustomerId => owner >= FIRST_PRACTICE

/** Whose practice owner this is. */
export const customerOfPractice = (owner: CustomerId): CustomerId => customerId(owner - FIRST_PRACTICE)
