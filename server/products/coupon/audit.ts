import { sql } from 'kysely'
import { accountDifferences } from '#server/core/ledger/account-differences.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { couponAccounts, reserveOf } from './accounts.ts'

/**
 * What is wrong between coupons and the ledger: the reserve is what is set aside for the savings orders that run, and a
 * campaign has spent what its coupons paid and what is set aside for them. Empty when both are so.
 */
export async function auditCoupons(db: Db): Promise<string[]> {
  const { rows } = await sql<{ currency: string; total: bigint }>`
    select currency, sum(amount + case kind when 'trial' then principal else 0 end)::bigint as total
    from coupon_use where status = 'running' group by 1`.execute(db)
  const needed = new Map<AccountId, bigint>(rows.map(({ currency, total }) => [reserveOf(currency), total]))
  const { rows: campaigns } = await sql<{
    id: bigint
    spent: bigint
    used: bigint
    claimed: number
    coupons: number
  }>`
    select * from (
      select t.id, t.spent, t.claimed,
        (select count(*)::int from coupon c where c.campaign_id = t.id) as coupons,
        (select coalesce(sum(u.amount), 0)::bigint from coupon c join coupon_use u on u.coupon_id = c.id
          where c.campaign_id = t.id and u.status in ('running', 'paid')) as used
      from coupon_campaign t) each
    where spent <> used or claimed <> coupons`.execute(db)
  const { rows: paid } = await sql<{ id: bigint; paid: bigint; used: bigint }>`
    select * from (
      select c.id, c.paid, (select coalesce(sum(u.amount), 0)::bigint from coupon_use u
        where u.coupon_id = c.id and u.status = 'paid') as used
      from coupon c) each
    where paid <> used`.execute(db)
  return [
    ...(await accountDifferences(db, [couponAccounts.reserve.number], needed)),
    ...campaigns.map(
      (row) =>
        `campaign ${row.id} spent ${row.spent} and its coupons ${row.used}; gave ${row.claimed} of ${row.coupons}`,
    ),
    ...paid.map((row) => `coupon ${row.id} says it paid ${row.paid}, and its orders ${row.used}`),
  ]
}
