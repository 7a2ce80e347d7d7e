import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { allot } from '#domain/ieo/allotment.ts'
import { coinUnits, PAID_IN } from '#domain/ieo/rules.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { accountDifferences } from '#server/core/ledger/account-differences.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import { balanceOf } from '#server/core/ledger/ledger.ts'
import type { Db } from '#server/platform/db/database.ts'
import { heldAccount, ieoAccounts, lockedAccount, supplyOf } from './accounts.ts'

/** What differs between the orders, the projects and the ledger, in words. Empty when consistent. Reads every open order. */
export async function auditIeo(db: Db): Promise<string[]> {
  const { rows: projects } = await sql<{ id: bigint }>`
    select p.id from ieo_project p cross join lateral (
      select coalesce(sum(quantity) filter (where kind = 'exchange'), 0) as sold,
        coalesce(sum(quantity) filter (where kind = 'subscription'), 0) as subscribed,
        coalesce(sum(allotted) filter (where kind = 'subscription'), 0) as allotted,
        count(*) filter (where kind = 'subscription') as subscriptions
      from ieo_order where project_id = p.id) o
    where (p.sold, p.subscribed) is distinct from (o.sold, o.subscribed)
      or (p.allotted is not null and (p.allotted, p.subscriptions) is distinct from (o.allotted, o.subscriptions))
      or (p.allotted is not null and p.allotted <> least(p.subscribed, p.subscription_supply))`.execute(db)
  const { rows: supplies } = await sql<{ code: string; decimals: number; owed: bigint }>`
    select p.code, p.decimals, coalesce(sum(o.allotted), 0)::bigint as owed
    from ieo_project p join ieo_order o on o.project_id = p.id and o.status = 'allotted'
    where p.status = 'listed' and p.is_issued group by 1, 2`.execute(db)
  const short: string[] = []
  for (const { code, decimals, owed } of supplies) {
    if (findCurrency(code) && (await balanceOf(db, supplyOf(code))) < coinUnits(owed, decimals))
      short.push(`${code}: less was delivered by the issuer than is owed`)
  }
  return [
    ...projects.map(({ id }) => `project ${id} does not sum up its orders`),
    ...short,
    ...(await moneyDifferences(db)),
  ]
}

/** Customers whose accounts are not the money, or the coins, of their open orders. */
async function moneyDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ customer: CustomerId; code: string; isLocked: boolean; total: bigint }>`
    select o.customer_id as customer, ${PAID_IN} as code, false as "isLocked",
      sum(o.price * case o.status when 'waiting' then o.quantity else o.allotted end)::bigint as total
    from ieo_order o where o.status in ('waiting', 'allotted') group by 1
    union all
    select o.customer_id, p.code, true, sum(o.allotted * (10::numeric ^ p.decimals))::bigint
    from ieo_order o join ieo_project p on p.id = o.project_id where o.status = 'locked' group by 1, 2`.execute(
    db,
  )
  const needed = new Map<AccountId, bigint>(
    rows.map(({ customer, code, isLocked, total }) => [
      (isLocked ? lockedAccount : heldAccount)(customer, code),
      total,
    ]),
  )
  return accountDifferences(db, [ieoAccounts.ieo.number, ieoAccounts.locked.number], needed)
}

/** The newest projects whose subscriptions were not allotted what the rules make of their asks, in words. */
export async function auditAllotments(db: Db, newest: number): Promise<string[]> {
  const projects = await db
    .selectFrom('ieo_project')
    .select(['id', 'subscription_supply'])
    .where('allotted', 'is not', null)
    .orderBy('id', 'desc')
    .limit(newest)
    .execute()
  const wrong: string[] = []
  for (const { id, subscription_supply } of projects) {
    const rows = await db
      .selectFrom('ieo_order')
      .select(['quantity', 'allotted', 'rank'])
      .where('project_id', '=', id)
      .where('kind', '=', 'subscription')
      .orderBy('position')
      .execute()
    const { lines } = allot(
      subscription_supply,
      rows.map(({ quantity }) => quantity),
    )
    if (rows.some(({ allotted, rank }, n) => allotted !== lines[n]!.allotted || rank !== lines[n]!.rank))
      wrong.push(`new-coin sale ${id}: its subscriptions make other allotments`)
  }
  return wrong
}
