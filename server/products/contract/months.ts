import { sql } from 'kysely'
import type { ContractMonthView } from '#domain/contract/contract.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { LOSS_SHARE_MIN_ACCOUNTS, LOSS_SHARE_MONTHS } from '#domain/user/loss-share.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import { followedUntil, type ResultSource } from '#server/core/ledger/customer-results.ts'
import { endedMonths } from '#server/core/months.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { counterparty, fees, insurance } from './accounts.ts'
import { contractResults } from './results.ts'

/**
 * What customers paid for contracts, month by month, and what the insurance account paid: by the entries of the platform's
 * three accounts, which are followed as they come and published once their month has ended.
 */

const PAGE = 5_000
const MAX_PAGES = 20

const followed: ResultSource = {
  product: 'contract',
  accounts: () => [counterparty(), fees(), insurance()],
  endedBy: [],
  only: { transfers: sql`true`, progress: 'contract_month_progress' },
}

/** The job that sums up the entries, each once: how far it got is written with what it added. */
export const contractMonthsJob = (db: Db): Job => ({
  name: 'contract: what was paid by month',
  everyMs: MINUTE_MS,
  isRunAnywhere: true,
  async run() {
    for (const account of followed.accounts()) {
      for (let page = 0; page < MAX_PAGES && (await followPage(db, account)) === PAGE; page++);
    }
  },
})

/** Adds the next entries of an account to their months. Returns: how many there were. */
const followPage = (db: Db, account: AccountId): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await sql`insert into contract_month_progress (account_id, transfer_id) values (${account}, 0)
      on conflict (account_id) do nothing`.execute(tx)
    const { rows: progress } = await sql<{ transfer_id: bigint }>`
      select transfer_id from contract_month_progress where account_id = ${account} for update`.execute(tx)
    const { rows } = await sql<{ last: bigint | null; entries: number }>`
      with page as (
        select e.transfer_id, e.amount, t.reason, t.created_at
        from entry e join transfer t on t.id = e.transfer_id and t.created_at = e.created_at
        where e.account_id = ${account} and e.transfer_id > ${progress[0]!.transfer_id}
        order by e.transfer_id limit ${PAGE}
      ), added as (
        insert into contract_month as m (month, account_id, reason, amount)
        select date_trunc('month', created_at at time zone 'UTC')::date, ${account}::bigint, reason, sum(amount)::bigint
        from page group by 1, 3
        on conflict (month, account_id, reason) do update set amount = m.amount + excluded.amount
      )
      select max(transfer_id) as last, count(*)::integer as entries from page`.execute(tx)
    const { last, entries } = rows[0]!
    if (last !== null) {
      await sql`update contract_month_progress set transfer_id = ${last} where account_id = ${account}`.execute(
        tx,
      )
    }
    return entries
  })

interface SumRow {
  readonly month: string
  readonly account: AccountId
  readonly reason: string
  readonly amount: bigint
}

/** What is published: the months that have ended, were followed whole, and are of enough accounts. */
export async function contractMonths(db: Db, nowMs: number): Promise<ContractMonthView[]> {
  const until = Math.min(await followedUntil(db, followed), await followedUntil(db, contractResults))
  const months = endedMonths(nowMs, LOSS_SHARE_MONTHS).filter(({ endMs }) => endMs <= until)
  const oldest = months.at(-1)
  if (oldest === undefined) return []
  const since = sql`${`${oldest.month}-01`}::date`
  const { rows: sums } = await sql<SumRow>`
    select to_char(month, 'YYYY-MM') as month, account_id as account, reason, amount from contract_month
    where month >= ${since}`.execute(db)
  const { rows: counts } = await sql<{ month: string; accounts: number }>`
    select to_char(month, 'YYYY-MM') as month, count(*)::integer as accounts from customer_result
    where product = ${contractResults.product} and month >= ${since} group by 1`.execute(db)
  return months.flatMap(({ month }) => {
    const accounts = counts.find((one) => one.month === month)?.accounts ?? 0
    if (accounts < LOSS_SHARE_MIN_ACCOUNTS) return []
    return [
      monthView(
        month,
        accounts,
        sums.filter((sum) => sum.month === month),
      ),
    ]
  })
}

function monthView(month: string, accounts: number, sums: readonly SumRow[]): ContractMonthView {
  const total = (account: AccountId, isCounted: (reason: string) => boolean) =>
    sums.reduce((sum, one) => sum + (one.account === account && isCounted(one.reason) ? one.amount : 0n), 0n)
  const of = (account: AccountId, reason: string) => total(account, (one) => one === reason)
  const paidFees = of(fees(), 'contract-fee')
  const financing = of(counterparty(), 'contract-financing')
  const losses = of(counterparty(), 'contract-loss')
  const profits = -of(counterparty(), 'contract-profit')
  const isPaid = (reason: string) => reason === 'contract-shortfall' || reason === 'contract-cover'
  return {
    ...{ month, accounts, fees: show(paidFees), financing: show(financing) },
    ...{ losses: show(losses), profits: show(profits), kept: show(paidFees + financing + losses - profits) },
    insurancePaid: show(-total(insurance(), isPaid)),
    insuranceAdded: show(total(insurance(), (reason) => !isPaid(reason))),
  }
}

const show = (amount: bigint) => formatAmount(amount, MARGIN_CURRENCY)
