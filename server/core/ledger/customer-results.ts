import { type RawBuilder, sql } from 'kysely'
import type { Reason } from '#domain/reasons.ts'
import { MINUTE_MS } from '#domain/time.ts'
import {
  LOSS_SHARE_MIN_ACCOUNTS,
  LOSS_SHARE_MONTHS,
  type LossShareView,
  lostPercent,
} from '#domain/user/loss-share.ts'
import { hourly } from '#server/core/hourly.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { type AccountId, FIRST_CUSTOMER } from './accounts.ts'

/**
 * What each customer gained or lost in a product by month, by the ledger alone: the entries of the platform's accounts
 * that face customers there. They are followed account by account, whose transfers have ascending ids as they commit.
 */
export interface ResultSource {
  readonly product: string
  /** The platform's accounts that customers' gains come from, and their losses and fees go to. */
  readonly accounts: () => readonly AccountId[]
  /** By these reasons something of a customer has ended, so that they have a result. */
  readonly endedBy: readonly Reason[]
  /** Which of their transfers `t` count, where another product follows the same accounts; and its own progress. */
  readonly only?: { readonly transfers: RawBuilder<unknown>; readonly progress: string }
}

const PAGE = 5_000
const MAX_PAGES = 20

/** The job that follows the ledger for a product. */
export const customerResultsJob = (db: Db, source: ResultSource): Job => ({
  name: `${source.product}: results of customers`,
  everyMs: MINUTE_MS,
  isRunAnywhere: true,
  async run() {
    for (const account of source.accounts()) {
      for (let page = 0; page < MAX_PAGES && (await followPage(db, source, account)) === PAGE; page++);
    }
  },
})

/** Adds the next entries of an account to its customers' results. Returns: how many there were. */
const followPage = (db: Db, source: ResultSource, account: AccountId): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const progressOf = sql.table(source.only?.progress ?? 'customer_result_progress')
    const counts = source.only?.transfers ?? sql`true`
    await sql`insert into ${progressOf} (account_id, transfer_id) values (${account}, 0)
      on conflict (account_id) do nothing`.execute(tx)
    const { rows: progress } = await sql<{ transfer_id: bigint }>`
      select transfer_id from ${progressOf} where account_id = ${account} for update`.execute(tx)
    const { rows } = await sql<{ last: bigint | null; entries: number }>`
      with page as (
        select e.transfer_id, e.amount, t.reason, t.created_at,
          (${counts}) as counts, account_owner(case when t.debit = e.account_id then t.credit else t.debit end) as owner
        from entry e join transfer t on t.id = e.transfer_id and t.created_at = e.created_at
        where e.account_id = ${account} and e.transfer_id > ${progress[0]!.transfer_id}
        order by e.transfer_id limit ${PAGE}
      ), added as (
        insert into customer_result (product, customer_id, month, net, has_ended)
        select ${source.product}::text, owner, date_trunc('month', created_at at time zone 'UTC')::date, -sum(amount),
          bool_or(reason = any(${arrayLiteral(source.endedBy, (reason) => reason)}::text[]))
        from page where owner >= ${FIRST_CUSTOMER} and counts group by 2, 3
        on conflict (product, customer_id, month) do update
          set net = customer_result.net + excluded.net, has_ended = customer_result.has_ended or excluded.has_ended
      )
      select max(transfer_id) as last, count(*)::integer as entries from page`.execute(tx)
    const { last, entries } = rows[0]!
    if (last !== null) {
      await sql`update ${progressOf} set transfer_id = ${last} where account_id = ${account}`.execute(tx)
    }
    return entries
  })

/** The first day of the oldest month that counts. @example '2025-11-01' */
const firstMonth = (nowMs: number): string => {
  const now = new Date(nowMs)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - LOSS_SHARE_MONTHS, 1))
    .toISOString()
    .slice(0, 10)
}

/** Which share of a product's customers lost money, of those with a result, as the ledger was last followed. */
export async function lossShare(db: Db | Tx, product: string, nowMs: number): Promise<LossShareView> {
  const { rows } = await sql<{ accounts: number; lost: number }>`
    select count(*)::integer as accounts, count(*) filter (where net < 0)::integer as lost from (
      select sum(net) as net from customer_result
      where product = ${product} and month >= ${firstMonth(nowMs)}::date
      group by customer_id having bool_or(has_ended)) results`.execute(db)
  const { accounts, lost } = rows[0]!
  return {
    lostPercent: lostPercent(lost, accounts),
    months: LOSS_SHARE_MONTHS,
    minimumAccounts: LOSS_SHARE_MIN_ACCOUNTS,
    asOfMs: nowMs,
  }
}

/** The same, computed once an hour. */
export const hourlyLossShare = (product: string) => hourly((db, nowMs) => lossShare(db, product, nowMs))

/** Until when all entries were followed for a product; without end where none is left. */
export async function followedUntil(db: Db, source: ResultSource): Promise<number> {
  const progressOf = sql.table(source.only?.progress ?? 'customer_result_progress')
  let until = Number.POSITIVE_INFINITY
  for (const account of source.accounts()) {
    const { rows } = await sql<{ created_at: number }>`
      select created_at from entry where account_id = ${account} and transfer_id >
        coalesce((select transfer_id from ${progressOf} where account_id = ${account}), 0)
      order by transfer_id limit 1`.execute(db)
    until = Math.min(until, rows[0]?.created_at ?? until)
  }
  return until
}
