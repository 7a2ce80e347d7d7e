import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { practiceAccounts } from '#server/core/ledger/practice.ts'
import {
  optionAccounts,
  practiceEscrow,
  practiceFund,
  escrow as realEscrow,
  fund as realFund,
} from './accounts.ts'

/**
 * Where an engine of seconds options has its orders and the platform's side of them: real ones, or those of practice. What
 * a customer has follows from its owner; see `accounts.ts`.
 */
export interface OptionRealm {
  /** Whose fencing token it writes under. */
  readonly writer: 'option' | 'practice-option'
  readonly fund: typeof realFund
  readonly escrow: typeof realEscrow
  /** The kind of account whose held side has the stakes of its customers. */
  readonly stakeKind: number
  /** The names of its tables. */
  readonly orders: 'option_order' | 'practice_option_order'
  readonly results: 'option_result' | 'practice_option_result'
  readonly open: 'option_open' | 'practice_option_open'
  /** What is staked, as pages name it. */
  readonly currency: string
  /** Whether an order takes an identity, a risk notice that was read and a country where it is offered. */
  readonly isGuarded: boolean
  /** Whether what customers choose for themselves is written by its engine; where not, it is read anew for each batch. */
  readonly writesChoices: boolean
  /** Whether orders are signed: a receipt is a claim on the platform. */
  readonly signs: boolean
}

export const realOptions: OptionRealm = {
  ...{ writer: 'option', fund: realFund, escrow: realEscrow, stakeKind: optionAccounts.options.number },
  ...{ orders: 'option_order', results: 'option_result', open: 'option_open' },
  ...{ currency: STAKE_CURRENCY, isGuarded: true, writesChoices: true, signs: true },
}

export const practiceOptions: OptionRealm = {
  ...{ writer: 'practice-option', fund: practiceFund, escrow: practiceEscrow },
  stakeKind: practiceAccounts.optionStakes.number,
  ...{ orders: 'practice_option_order', results: 'practice_option_result', open: 'practice_option_open' },
  ...{ currency: PRACTICE_CURRENCY, isGuarded: false, writesChoices: false, signs: false },
}
