import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import type { ListHolds } from '#server/core/ledger/holds.ts'
import { optionAccounts } from './accounts.ts'
import { openOptions } from './store.ts'

/** Which orders hold a customer's money, and how much each. */
export const listOptionHolds: ListHolds = async (db, owner) =>
  (await openOptions(db, owner)).map(({ id, stake, acceptedAtMs }) => ({
    purpose: 'option-order',
    reference: id,
    currency: STAKE_CURRENCY,
    kind: optionAccounts.options.number,
    amount: stake,
    sinceMs: acceptedAtMs,
  }))
