import { sql } from 'kysely'
import type { TermKind } from '#domain/earn/kinds.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'

interface KindLine {
  readonly kind: TermKind
  readonly currency: string
  readonly active: number
  readonly owed: bigint
  readonly reserved: bigint
  readonly interestDue: bigint
  readonly principalDue: bigint
}

/**
 * What the next midnight will credit and pay back, and what is set aside, by kind and currency.
 *
 * Cost: reads the active subscriptions that are due by then once.
 */
export async function nextMidnight(db: Db, nowMs: number) {
  const midnightMs = startOfDayUtc(nowMs) + DAY_MS
  const midnight = sql`${new Date(midnightMs)}::timestamptz`
  const { rows } = await sql<KindLine>`
    with due as (
      select kind, currency, reward_currency, interest_per_day * greatest(0, least(days_covered,
          (extract(epoch from ${midnight} - starts_at) / 86400)::int) - days_earned) as interest,
        case when ends_at <= ${midnight} then principal else 0 end as principal
      from earn_subscription where status = 'active' and next_due_at <= ${midnight}),
    part as (
      select kind, currency, active, subscribed as owed, 0::bigint as reserved, 0::bigint as interest,
        0::bigint as principal from earn_product
      union all select kind, reward_currency, 0, earned, unearned, 0, 0 from earn_product
      union all select kind, reward_currency, 0, 0, 0, interest, 0 from due
      union all select kind, currency, 0, 0, 0, 0, principal from due)
    select kind, currency, sum(active)::int as active, sum(owed)::bigint as owed, sum(reserved)::bigint as reserved,
      sum(interest)::bigint as "interestDue", sum(principal)::bigint as "principalDue"
    from part group by kind, currency order by kind, currency desc`.execute(db)
  return {
    midnightMs,
    kinds: rows.map(({ kind, currency, active, ...sums }) => ({
      ...{ kind, currency, active },
      owed: formatAmount(sums.owed, currency),
      reserved: formatAmount(sums.reserved, currency),
      interestDue: formatAmount(sums.interestDue, currency),
      principalDue: formatAmount(sums.principalDue, currency),
    })),
  }
}
