import { sql } from 'kysely'
import type { DueSource } from '#server/console/due.ts'

/**
 * What the next midnight does to subscriptions: a day's interest, and what is paid out.
 *
 * Cost: the subscriptions that are due by then are added up by their index; that is about all that are active.
 */
export const subscriptionsDue: DueSource = async (db, { midnightMs }) => {
  const at = new Date(midnightMs)
  const { rows } = await sql<{
    currency: string
    earning: number
    interest: bigint
    ending: number
    principal: bigint
  }>`
    select currency, count(*)::int as earning, sum(interest_per_day)::bigint as interest,
      count(*) filter (where ends_at <= ${at})::int as ending,
      coalesce(sum(principal) filter (where ends_at <= ${at}), 0)::bigint as principal
    from earn_subscription where status = 'active' and next_due_at <= ${at}
    group by 1 order by 1`.execute(db)
  const line = (
    name: string,
    countOf: (row: (typeof rows)[number]) => number,
    amountOf: (row: (typeof rows)[number]) => bigint,
  ) => ({
    ...{ name, atMs: midnightMs, count: rows.reduce((sum, row) => sum + countOf(row), 0) },
    amounts: rows
      .filter((row) => countOf(row) > 0)
      .map((row) => ({ currency: row.currency, amount: amountOf(row) })),
  })
  return [
    line(
      'interest',
      ({ earning }) => earning,
      ({ interest }) => interest,
    ),
    line(
      'maturities',
      ({ ending }) => ending,
      ({ principal }) => principal,
    ),
  ].filter(({ count }) => count > 0)
}
