import { sql } from 'kysely'
import { consoleDualOrders } from '#domain/dual/console.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { contactsOf } from '#server/console/customers.ts'
import type { DayFigure } from '#server/console/dashboard.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import type { Db } from '#server/platform/db/database.ts'
import { customerTotals, type OrderRow } from './store.ts'
import { orderView } from './views.ts'

/** What operators see of customers' dual investments. */

export const dualTableRoutes = tableRoutes(
  consoleDualOrders,
  readSql<typeof consoleDualOrders, OrderRow>({
    columns: sql`o.*`,
    from: sql`dual_order o`,
    id: 'o.id',
    customer: 'o.customer_id',
    time: 'o.accepted_at',
    amount: 'o.principal',
    currency: 'o.currency',
    where: ({ symbol, side, status }) => [
      ...(symbol === undefined ? [] : [sql`o.symbol = ${symbol}`]),
      ...(side === undefined ? [] : [sql`o.type = ${side}`]),
      ...(status === undefined ? [] : [sql`o.status = ${status}`]),
    ],
    async show(rows, { db, clock }) {
      const contacts = await contactsOf(
        db,
        rows.map((row) => row.customer_id),
      )
      return rows.map((row) => {
        const view = orderView(row, clock.nowMs())
        return {
          customerId: String(row.customer_id),
          contact: contacts.get(row.customer_id)!,
          ...{ id: view.id, symbol: view.symbol, type: view.type, currency: view.currency },
          ...{ principal: view.principal, strike: view.strike, yieldPercent: view.yieldPercent },
          ...{ above: view.above, below: view.below },
          ...{ subscribedAtMs: view.subscribedAtMs, dueAtMs: view.dueAtMs, status: row.status },
        }
      })
    },
  }),
)

/** What customers put in today, by currency. */
export const dualOfDay: DayFigure = {
  name: 'dual',
  list: consoleDualOrders,
  async read(db, { fromMs }) {
    const { rows } = await sql<{ currency: string; count: number; principal: bigint }>`
      select currency, count(*)::int as count, sum(principal)::bigint as principal
      from dual_order where accepted_at >= ${new Date(fromMs)} group by 1 order by 1`.execute(db)
    return {
      count: rows.reduce((sum, { count }) => sum + count, 0),
      amounts: rows.map(({ currency, principal }) => ({
        currency,
        amount: formatAmount(principal, currency),
      })),
    }
  },
}

/** What a customer has in active orders, and what ended ones yielded. */
export const consoleBalances = async (db: Db, customer: CustomerId) =>
  (await customerTotals(db, customer)).map((row) => ({
    product: 'dual',
    currency: row.currency,
    principal: formatAmount(row.principal, row.currency),
    interestTotal: formatAmount(row.yield_total, row.currency),
  }))
