import { sql } from 'kysely'
import { NEW_FOR_MS, newSign, type RiskSigns } from '#server/console/signs.ts'
import { type TimelineSource, words } from '#server/console/timeline.ts'

/** What a customer's page in the console has of withdrawals. */

const withdrawal = {
  topic: 'money',
  table: 'withdrawal',
  subject: "'withdrawal:' || r.id",
  amount: 'r.amount',
  currency: 'r.currency',
} as const

export const withdrawalTimeline: readonly TimelineSource[] = [
  {
    ...{ ...withdrawal, kind: 'withdrawal-requested', title: 'Withdrawal requested' },
    ...{ at: 'r.requested_at', detail: `r.network || ', ' || ${words('r.status')}` },
  },
  {
    ...{ ...withdrawal, kind: 'withdrawal-ended', title: 'Withdrawal ended' },
    ...{ at: 'r.ended_at', detail: `${words('r.status')} || coalesce(': ' || r.rejection, '')` },
  },
  {
    ...{ kind: 'payee-saved', topic: 'security', title: 'Withdrawal address saved' },
    ...{
      table: 'withdrawal_address',
      at: 'r.saved_at',
      detail: "r.currency || ', ' || r.network || ', ' || r.name",
    },
  },
  {
    ...{ kind: 'payee-removed', topic: 'security', title: 'Withdrawal address removed' },
    ...{
      table: 'withdrawal_address',
      at: 'r.removed_at',
      detail: "r.currency || ', ' || r.network || ', ' || r.name",
    },
  },
]

/** New payees, and payees whom others have too: by the indexes of customers, of addresses and of cards. */
export const withdrawalSigns: RiskSigns = async (db, customer, nowMs) => {
  const { rows } = await sql<{ added: number; last: number | null; others: number }>`
    select count(*) filter (where saved_at >= ${new Date(nowMs - NEW_FOR_MS)})::int as added, max(saved_at) as last,
      (coalesce(sum((select count(distinct o.customer_id) from withdrawal_address o
        where o.address = a.address and o.customer_id <> ${customer})), 0)
        + (select count(distinct (c.id, o.customer_id)) from card c join card o on o.fingerprint = c.fingerprint
          where c.customer_id = ${customer} and c.removed_at is null and o.removed_at is null
            and o.customer_id <> ${customer}))::int as others
    from withdrawal_address a where customer_id = ${customer} and removed_at is null`.execute(db)
  const { added, last, others } = rows[0]!
  return [
    newSign('New payee', {
      ...{ count: added, atMs: last === null ? null : Number(last) },
      ...{ one: 'address saved', many: 'addresses saved' },
    }),
    {
      ...{ title: 'Payee of other customers too', isRaised: others > 0, atMs: null },
      basis: others > 0 ? `Saved by ${others} more` : 'No shared address or card',
    },
  ]
}
