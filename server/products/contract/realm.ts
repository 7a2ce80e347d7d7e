import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { practiceAccounts } from '#server/core/ledger/practice.ts'
import {
  contractAccounts,
  counterparty,
  fees,
  insurance,
  practiceCounterparty,
  practiceFees,
  practiceInsurance,
} from './accounts.ts'

/**
 * Where an engine of contracts has its positions and the platform's side of them: real ones, or those of practice. What a
 * customer has follows from its owner; see `accounts.ts`.
 */
export interface Realm {
  /** Whose fencing token it writes under. */
  readonly writer: 'contract' | 'practice'
  readonly counterparty: typeof counterparty
  readonly insurance: typeof insurance
  readonly fees: typeof fees
  /** The kind of its customers' wallets. */
  readonly walletKind: number
  /** The names of its tables. */
  readonly positions: 'contract_position' | 'practice_position'
  readonly changes: 'contract_change' | 'practice_change'
  readonly progress: 'contract_progress' | 'practice_progress'
  /** What its margin is in, as pages name it. */
  readonly currency: string
  /** Whether opening takes an identity, a risk notice that was read, and keeps to what customers allow themselves. */
  readonly isGuarded: boolean
  /** Whether what customers ask for is signed: a receipt is a claim on the platform. */
  readonly signs: boolean
}

export const realRealm: Realm = {
  ...{ writer: 'contract', counterparty, insurance, fees, signs: true },
  ...{ currency: MARGIN_CURRENCY, isGuarded: true },
  walletKind: contractAccounts.contract.number,
  ...{ positions: 'contract_position', changes: 'contract_change', progress: 'contract_progress' },
}

export const practiceRealm: Realm = {
  ...{ writer: 'practice', counterparty: practiceCounterparty, insurance: practiceInsurance },
  ...{ fees: practiceFees, signs: false },
  ...{ currency: PRACTICE_CURRENCY, isGuarded: false },
  walletKind: practiceAccounts.contract.number,
  ...{ positions: 'practice_position', changes: 'practice_change', progress: 'practice_progress' },
}
