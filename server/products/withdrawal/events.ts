import { sql } from 'kysely'
import { openStatuses, type WithdrawalStatus, withdrawalReference } from '#domain/withdrawal/rules.ts'
import type { EventContent, LedgerEvents } from '#server/core/ledger/events.ts'

/** What a withdrawal held, and what became of it. */
export const withdrawalEvents: LedgerEvents = {
  kind: 'withdrawal',
  async read(db, customer, requests) {
    const { rows } = await sql<{ id: bigint; network: string; status: WithdrawalStatus }>`
      select id, network, status from withdrawal
      where customer_id = ${customer} and id = any(${[...requests]}::bigint[])`.execute(db)
    return new Map<bigint, EventContent>(
      rows.map(({ id, network, status }) => [
        id,
        { state: stateOf(status), params: { network, reference: withdrawalReference(id) } },
      ]),
    )
  },
}

const stateOf = (status: WithdrawalStatus) => {
  if (openStatuses.includes(status)) return 'open'
  return status === 'done' ? 'done' : 'returned'
}
