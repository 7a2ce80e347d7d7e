import { sql } from 'kysely'
import { decideAt, payoutsOf } from '#domain/dual/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import { accountDifferences } from '#server/core/ledger/account-differences.ts'
import { type AccountId, accountId } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { dualAccounts } from './accounts.ts'
import { coverage, isCovered } from './products.ts'
import { fixingsOf, type OrderRow } from './store.ts'

/**
 * What differs between the orders, the products and the ledger, in words. Empty when consistent. Reads every active
 * order.
 */
export async function auditDual(db: Db): Promise<string[]> {
  const uncovered = (await coverage(db)).filter((line) => !isCovered(line))
  const { rows: products } = await sql<{ id: bigint }>`
    select p.id from dual_product p cross join lateral (
      select coalesce(sum(num) filter (where status <> 'cancelled'), 0) as sold,
        count(*) filter (where status = 'active') as active,
        coalesce(sum(principal) filter (where status = 'active'), 0) as principal,
        coalesce(sum(case type when 'call' then below else above end - principal) filter (where status = 'active'), 0)
          as own,
        coalesce(sum(case type when 'call' then above else below end) filter (where status = 'active'), 0) as other
      from dual_order where product_id = p.id) o
    where (p.sold, p.active, p.principal, p.escrow_own, p.escrow_other)
      is distinct from (o.sold, o.active, o.principal, o.own, o.other)`.execute(db)
  return [
    ...(await principalDifferences(db)),
    ...uncovered.map(({ currency, escrow, owed }) => `${currency}: ${escrow} in escrow, ${owed} may be owed`),
    ...products.map(({ id }) => `product ${id} does not sum up its orders`),
  ]
}

/** Customers whose `dual` account is not the principal of their active orders. */
async function principalDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ customer: CustomerId; currency: string; total: bigint }>`
    select customer_id as customer, currency, sum(principal)::bigint as total
    from dual_order where status = 'active' group by 1, 2`.execute(db)
  const needed = new Map<AccountId, bigint>(
    rows.map(({ customer, currency, total }) => [
      accountId(customer, dualAccounts.dual, 'available', currency),
      total,
    ]),
  )
  return accountDifferences(db, [dualAccounts.dual.number], needed)
}

/** The newest orders that are not what their terms and averages make them, in words. */
export async function auditResults(db: Db, newest: number): Promise<string[]> {
  const rows = await db.selectFrom('dual_order').selectAll().orderBy('id', 'desc').limit(newest).execute()
  const wrong: string[] = []
  for (const row of rows) {
    const said = await errorOf(db, row)
    if (said) wrong.push(`dual investment ${row.id}: ${said}`)
  }
  return wrong
}

async function errorOf(db: Db, row: OrderRow): Promise<string | undefined> {
  const terms = { symbol: row.symbol, type: row.type, strike: Number(row.strike), yieldRate: row.yield_rate }
  const { above, below } = payoutsOf(terms, row.principal)
  if (above !== row.above || below !== row.below) return 'its terms make other pay-outs'
  if (row.status === 'cancelled') return undefined
  const fixings = await fixingsOf(db, row.symbol, [row.settles_at, row.due_at])
  const order = { strike: terms.strike, settlesAtMs: row.settles_at }
  const steps = fixings.map(({ fixed_at, price }) =>
    decideAt(order, fixed_at, price === null ? null : Number(price)),
  )
  if (row.status === 'active') return undefined
  return steps.at(-1)?.outcome === row.status ? undefined : 'its averages decide otherwise'
}
