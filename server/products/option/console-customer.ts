import { sql } from 'kysely'
import { oneInOfWins } from '#domain/option/neutrality.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import type { RiskSigns } from '#server/console/signs.ts'
import { pair, type TimelineSource, words } from '#server/console/timeline.ts'
import { countedMonths, isUnusual } from './unusual-table.ts'

/** What a customer's page in the console has of seconds options. */

const order = {
  topic: 'trading',
  table: 'option_order',
  subject: "'option-order:' || r.id",
  currency: `'${STAKE_CURRENCY}'`,
} as const

export const optionTimeline: readonly TimelineSource[] = [
  {
    ...{ ...order, kind: 'option-placed', title: 'Seconds option placed', at: 'r.accepted_at' },
    ...{
      amount: 'r.stake',
      detail: `${pair('r.symbol')} || ', ' || r.direction || ', ' || r.seconds || ' s'`,
    },
  },
  {
    ...{ ...order, kind: 'option-settled', title: 'Seconds option settled', at: 's.settled_at' },
    join: 'join option_result s on s.order_id = r.id',
    amount: "case s.outcome when 'won' then r.winnings when 'lost' then 0 else r.stake end",
    detail: `${pair('r.symbol')} || ', ' || ${words('s.outcome')}`,
  },
]

/** Whether a customer wins more often than chance makes likely: by the months that are counted anyway. */
export const optionSigns: RiskSigns = async (db, customer, nowMs) => {
  const { rows } = await sql<{ won: number; decided: number; isRaised: boolean }>`
    select won::int as won, decided::int as decided, ${isUnusual} as "isRaised" from (
      select coalesce(sum(won), 0)::bigint as won, coalesce(sum(won + lost), 0)::bigint as decided
      from option_outcome_month
      where month = any(${countedMonths(nowMs)}::date[]) and customer_id = ${customer}) counted`.execute(db)
  const { won, decided, isRaised } = rows[0]!
  return [
    {
      ...{ title: 'Unusual wins in seconds options', isRaised, atMs: null },
      basis:
        decided === 0
          ? 'None decided in 3 months'
          : `Won ${won} of ${decided}${isRaised ? `, one in ${oneInOfWins(won, decided).toLocaleString('en-US')} by chance` : ''}`,
    },
  ]
}
