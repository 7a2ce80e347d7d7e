import { loanReference } from '#domain/loan/words.ts'
import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'
import { loansById } from './store.ts'

/** What a loan moved: its pay-out, and every repayment. */
export const loanEvents: LedgerEvents = {
  kind: 'loan',
  async read(db, customer, requests) {
    const own = await loansById(db, customer, requests)
    return new Map<bigint, EventContent>(
      own.map(({ id, number, status }) => [
        id,
        { state: status, params: { reference: loanReference(number) } },
      ]),
    )
  },
}
