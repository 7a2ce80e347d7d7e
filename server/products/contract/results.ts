import type { ResultSource } from '#server/core/ledger/customer-results.ts'
import { counterparty, fees } from './accounts.ts'

/** Where the ledger has what customers gained and lost with contracts: profits, losses, financing, fees. */
export const contractResults: ResultSource = {
  product: 'contract',
  accounts: () => [counterparty(), fees()],
  endedBy: ['contract-profit', 'contract-loss'],
}
