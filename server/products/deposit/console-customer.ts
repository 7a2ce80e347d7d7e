import { sql } from 'kysely'
import type { RiskSigns } from '#server/console/signs.ts'
import { type TimelineSource, words } from '#server/console/timeline.ts'

/** What a customer's page in the console has of deposits. */

const request = {
  topic: 'money',
  table: 'deposit_request',
  subject: "'deposit:' || r.id",
  amount: 'coalesce(r.credited, r.claimed)',
  currency: 'r.currency',
} as const

export const depositTimeline: readonly TimelineSource[] = [
  {
    ...{ ...request, kind: 'deposit-requested', title: 'Deposit claimed' },
    ...{
      at: 'r.submitted_at',
      amount: 'r.claimed',
      detail: "r.network || coalesce(', from ' || nullif(r.sender, ''), '')",
    },
  },
  {
    ...{ ...request, kind: 'deposit-decided', title: 'Deposit decided' },
    ...{ at: 'r.decided_at', detail: `${words('r.status')} || coalesce(': ' || r.rejection, '')` },
  },
  {
    ...{ kind: 'chain-deposit', topic: 'money', title: 'Deposit seen on the chain', table: 'chain_deposit' },
    ...{
      at: 'r.seen_at',
      subject: "'deposit:' || r.id",
      amount: 'r.amount',
      currency: 'r.currency',
      detail: `r.network || ', ' || ${words('r.status')} || ', ' || left(r.txid, 6) || ' … ' || right(r.txid, 6)`,
    },
  },
]

/** Whether deposits come in several names; reads the customer's requests. Those by a bank have a sealed name, which is compared with the account's. */
export const depositSigns: RiskSigns = async (db, customer) => {
  const { rows } = await sql<{ names: number; differing: number; requests: number }>`
    select count(distinct nullif(lower(sender), ''))::int as names,
      (count(*) filter (where name_hint = 'differs'))::int as differing, count(*)::int as requests
    from deposit_request where customer_id = ${customer}`.execute(db)
  const { names, differing, requests } = rows[0]!
  const said = [`Names: ${names}`, `by bank in another name: ${differing}`, `requests: ${requests}`].join(
    ', ',
  )
  return [
    {
      ...{ title: 'Deposits in several names', isRaised: names > 1 || differing > 0, atMs: null },
      basis: requests === 0 ? 'No deposit requests' : said,
    },
  ]
}
