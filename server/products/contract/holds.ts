import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { units } from '#domain/money/amount.ts'
import type { ListHolds } from '#server/core/ledger/holds.ts'
import { contractAccounts } from './accounts.ts'
import { activePositions } from './store.ts'

/** Which positions and orders hold a customer's money, and how much each. */
export const listContractHolds: ListHolds = async (db, owner) =>
  (await activePositions(db, owner)).map(({ id, status, margin, createdAtMs }) => ({
    purpose: status === 'open' ? 'contract-position' : 'contract-order',
    reference: id,
    currency: MARGIN_CURRENCY,
    kind: contractAccounts.contract.number,
    amount: units(margin),
    sinceMs: createdAtMs,
  }))
