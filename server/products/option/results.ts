import type { ResultSource } from '#server/core/ledger/customer-results.ts'
import { escrow, fund } from './accounts.ts'

/** Where the ledger has what customers gained and lost with seconds options: winnings, and stakes that were lost. */
export const optionResults: ResultSource = {
  product: 'option',
  accounts: () => [fund(), escrow()],
  endedBy: ['option-winnings', 'option-loss'],
}
