import { sql } from 'kysely'
import type { OutcomeMonthView } from '#domain/option/contract.ts'
import {
  AGE_BOUNDS_DAYS,
  cohortKinds,
  cohorts,
  keptPercent,
  NEUTRALITY_MIN_ACCOUNTS,
  NEUTRALITY_MIN_ORDERS,
  OUTCOME_MONTHS,
  type OutcomeCounts,
  publishedChance,
  stakeBoundsInUnits,
} from '#domain/option/neutrality.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { followedUntil } from '#server/core/ledger/customer-results.ts'
import { endedMonths } from '#server/core/months.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { optionResults } from './results.ts'
import { show } from './views.ts'

/**
 * How seconds options come out, month by month: counted from the results, which never change, and published once their
 * month has ended and all of it was counted.
 */

const PAGE = 5_000
const MAX_PAGES = 20

/** The job that counts results as they come, each once: how far it got is written with what it counted. */
export const optionOutcomesJob = (db: Db): Job => ({
  name: 'option: outcomes by month',
  everyMs: MINUTE_MS,
  isRunAnywhere: true,
  async run() {
    for (let page = 0; page < MAX_PAGES && (await countPage(db)) === PAGE; page++);
  },
})

/** Counts the next results. Returns: how many there were. */
const countPage = (db: Db): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows: progress } = await sql<{ result_id: bigint }>`
      select result_id from option_outcome_progress for update`.execute(tx)
    const [middle, large] = stakeBoundsInUnits()
    const [recent, old] = AGE_BOUNDS_DAYS
    const aged = (days: number) => sql`o.accepted_at >= c.created_at + ${days}::integer * interval '24 hours'`
    const { rows } = await sql<{ last: bigint | null; results: number }>`
      with page as (
        select r.id, r.customer_id, r.outcome, r.settled_at, o.stake, o.direction,
          case when o.stake >= ${large}::bigint then 'large' when o.stake >= ${middle}::bigint then 'middle'
            else 'small' end as stake_size,
          case when ${aged(old)} then 'old' when ${aged(recent)} then 'recent' else 'new' end as account_age
        from option_result r join option_order o on o.id = r.order_id left join customer c on c.id = r.customer_id
        where r.id > ${progress[0]!.result_id} order by r.id limit ${PAGE}
      ), added as (
        insert into option_outcome_month as m
          (month, customer_id, stake_size, direction, account_age, won, lost, tie, void, stakes)
        select date_trunc('month', settled_at at time zone 'UTC')::date, customer_id, stake_size, direction, account_age,
          count(*) filter (where outcome = 'won'), count(*) filter (where outcome = 'lost'),
          count(*) filter (where outcome = 'tie'), count(*) filter (where outcome = 'void'),
          coalesce(sum(stake) filter (where outcome <> 'void'), 0)
        from page group by 1, 2, 3, 4, 5
        on conflict (month, customer_id, stake_size, direction, account_age) do update set
          won = m.won + excluded.won, lost = m.lost + excluded.lost, tie = m.tie + excluded.tie,
          void = m.void + excluded.void, stakes = m.stakes + excluded.stakes
      )
      select max(id) as last, count(*)::integer as results from page`.execute(tx)
    const { last, results } = rows[0]!
    if (last !== null) await sql`update option_outcome_progress set result_id = ${last}`.execute(tx)
    return results
  })

/** Until when all results were counted; without end where none is left. */
async function countedUntil(db: Db): Promise<number> {
  const { rows } = await sql<{ settled_at: number }>`
    select settled_at from option_result where id > (select result_id from option_outcome_progress)
    order by id limit 1`.execute(db)
  return rows[0]?.settled_at ?? Number.POSITIVE_INFINITY
}

interface GroupRow extends OutcomeCounts {
  readonly month: string
  /** Null but of groups of this kind. */
  readonly stake: string | null
  readonly direction: string | null
  readonly age: string | null
  readonly accounts: number
  readonly stakes: bigint
}

/**
 * What is published: the months that have ended, were counted whole, and are of enough orders and accounts.
 *
 * Reads a row for each customer, month and group in which they had results: asked once an hour (`hourly`).
 */
export async function outcomeMonths(db: Db, nowMs: number): Promise<OutcomeMonthView[]> {
  const until = Math.min(await countedUntil(db), await followedUntil(db, optionResults))
  const months = endedMonths(nowMs, OUTCOME_MONTHS).filter(({ endMs }) => endMs <= until)
  const oldest = months.at(-1)
  if (oldest === undefined) return []
  const since = sql`${`${oldest.month}-01`}::date`
  const { rows: groups } = await sql<GroupRow>`
    select to_char(month, 'YYYY-MM') as month, stake_size as stake, direction, account_age as age,
      count(distinct customer_id)::integer as accounts, sum(won)::integer as won, sum(lost)::integer as lost,
      sum(tie)::integer as tie, sum(void)::integer as void, sum(stakes)::bigint as stakes
    from option_outcome_month where month >= ${since}
    group by grouping sets ((month), (month, stake_size), (month, direction), (month, account_age))`.execute(
    db,
  )
  const { rows: kept } = await sql<{ month: string; kept: bigint }>`
    select to_char(month, 'YYYY-MM') as month, -sum(net)::bigint as kept from customer_result
    where product = ${optionResults.product} and month >= ${since} group by 1`.execute(db)
  return months.flatMap(({ month }) => {
    const ofMonth = groups.filter((group) => group.month === month)
    const whole = ofMonth.find((group) => cohortKinds.every((kind) => group[kind] === null))
    const view = whole && monthView(whole, ofMonth, kept.find((one) => one.month === month)?.kept ?? 0n)
    return view ? [view] : []
  })
}

/** A month as it is published; undefined while it could tell of single customers. */
function monthView(whole: GroupRow, groups: readonly GroupRow[], kept: bigint): OutcomeMonthView | undefined {
  const orders = whole.won + whole.lost + whole.tie + whole.void
  if (orders < NEUTRALITY_MIN_ORDERS || whole.accounts < NEUTRALITY_MIN_ACCOUNTS || whole.stakes === 0n)
    return undefined
  return {
    ...{ month: whole.month, orders, accounts: whole.accounts },
    ...{ won: whole.won, lost: whole.lost, tie: whole.tie, void: whole.void },
    ...{ stakes: show(whole.stakes), kept: show(kept), keptPercent: keptPercent(kept, whole.stakes) },
    comparisons: cohortKinds.flatMap((by) => {
      const named = cohorts[by].flatMap((name) => groups.find((group) => group[by] === name) ?? [])
      const chancePercent = publishedChance(named)
      if (chancePercent === undefined) return []
      const shown = named.map(({ [by]: name, won, lost, tie, void: none }) => ({
        ...{ name: name!, won, lost, tie, void: none },
      }))
      return [{ by, chancePercent, groups: shown }]
    }),
  }
}
