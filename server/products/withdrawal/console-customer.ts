import { sql } from 'kysely'
import { shortAddress } from '#domain/chain/short-address.ts'
import type { CustomerFigures, CustomerPayees } from '#server/console/customer-facts.ts'
import { NEW_FOR_MS, newSign, type RiskSigns } from '#server/console/signs.ts'
import { type TimelineSource, words } from '#server/console/timeline.ts'
import { listAddresses } from './address-book.ts'
import { withdrawalLimits } from './limits.ts'
import { addressView } from './views.ts'

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

/** What of the limit is used, as who reviews a withdrawal sees it. */
export const withdrawalFigures: CustomerFigures = async (db, customer, nowMs) =>
  (await withdrawalLimits.read(db, { customer, nowMs })).map(({ limit, used, unit }) => ({
    ...{ title: 'Withdrawal limit used', value: used, of: limit, unit },
    basis: 'Rolling 24 hours, by value',
  }))

/** The addresses in the customer's book. */
export const withdrawalPayees: CustomerPayees = async (db, customer) =>
  (await listAddresses(db, customer)).map((row) => {
    const { address, ...view } = addressView(row)
    return { ...view, kind: 'address', shown: shortAddress(address) }
  })

/** New payees, and how many other customers have one of them too: by the indexes of customers, of addresses and of cards. */
export const withdrawalSigns: RiskSigns = async (db, customer, nowMs) => {
  const { rows } = await sql<{ added: number; last: number | null; others: number }>`
    select count(*) filter (where saved_at >= ${new Date(nowMs - NEW_FOR_MS)})::int as added, max(saved_at) as last,
      (select count(distinct other)::int from (
        select o.customer_id as other from withdrawal_address a join withdrawal_address o on o.address = a.address
        where a.customer_id = ${customer} and a.removed_at is null
        union all
        select o.customer_id from card c join card o on o.fingerprint = c.fingerprint
        where c.customer_id = ${customer} and c.removed_at is null and o.removed_at is null
      ) shared where other <> ${customer}) as others
    from withdrawal_address where customer_id = ${customer} and removed_at is null`.execute(db)
  const { added, last, others } = rows[0]!
  return [
    newSign('New payee', {
      ...{ count: added, atMs: last === null ? null : Number(last) },
      ...{ one: 'address saved', many: 'addresses saved' },
    }),
    {
      ...{ title: 'Payee of other customers too', isRaised: others > 0, atMs: null },
      basis:
        others > 0
          ? `Saved by ${others} more ${others === 1 ? 'customer' : 'customers'}`
          : 'No shared address or card',
    },
  ]
}
