import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { consoleIeoOrders } from '#domain/ieo/console.ts'
import { PAID_IN } from '#domain/ieo/rules.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { contactsOf } from '#server/console/customers.ts'
import type { DayFigure } from '#server/console/dashboard.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import { pair, type TimelineSource, words } from '#server/console/timeline.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type OrderRow, withProjects } from './store.ts'
import { orderView, showMoney } from './views.ts'

/** What operators see of customers' orders in new-coin sales. */

export const ieoTableRoutes = tableRoutes(
  consoleIeoOrders,
  readSql<typeof consoleIeoOrders, OrderRow>({
    columns: sql`o.*`,
    from: sql`ieo_order o join ieo_project p on p.id = o.project_id`,
    id: 'o.id',
    customer: 'o.customer_id',
    time: 'o.placed_at',
    amount: '(o.quantity * o.price)',
    currency: `'${PAID_IN}'::text`,
    // A token's code, or an order's number.
    search: (text) => [
      sql`p.code = ${text.toUpperCase()}`,
      ...(/^\d{1,18}$/.test(text) ? [sql`o.id = ${BigInt(text)}::bigint`] : []),
    ],
    where: ({ kind, status, refunded }) => [
      ...(kind === undefined ? [] : [sql`o.kind = ${kind}`]),
      ...(status === undefined ? [] : [sql`o.status = ${status}`]),
      ...(refunded === undefined
        ? []
        : [
            sql`(o.status <> 'waiting' and (o.status = 'refunded' or o.allotted < o.quantity)) = ${refunded === 'yes'}`,
          ]),
    ],
    async show(rows, { db }) {
      const contacts = await contactsOf(
        db,
        rows.map((row) => row.customer_id),
      )
      return (await withProjects(db, rows)).map((found) => {
        const view = orderView(found)
        const { customer_id: customer } = found.order
        return {
          ...{ customerId: String(customer), contact: contacts.get(customer)! },
          ...{ id: view.id, projectId: view.projectId, code: view.code, kind: view.kind },
          ...{
            currency: PAID_IN,
            status: view.status,
            price: view.price,
            quantity: view.quantity,
            cost: view.cost,
          },
          ...{ allotted: view.allotted, paid: view.paid, refunded: view.refunded },
          ...{ placedAtMs: view.placedAtMs, endedAtMs: view.endedAtMs },
        }
      })
    },
  }),
)

/** What customers ordered today. */
export const ieoOfDay: DayFigure = {
  name: 'ieo',
  list: consoleIeoOrders,
  async read(db, { fromMs }) {
    const { rows } = await sql<{ count: number; total: bigint }>`
      select count(*)::int as count, coalesce(sum(quantity * price), 0)::bigint as total
      from ieo_order where placed_at >= ${new Date(fromMs)}`.execute(db)
    const { count, total } = rows[0]!
    return { count, amounts: count === 0 ? [] : [{ currency: PAID_IN, amount: showMoney(total) }] }
  },
}

/** The money a customer has in orders. */
export async function consoleBalances(db: Db, customer: CustomerId) {
  const { rows } = await sql<{ total: bigint }>`
    select sum(price * case status when 'waiting' then quantity else allotted end)::bigint as total
    from ieo_order where customer_id = ${customer} and status in ('waiting', 'allotted')
    having count(*) > 0`.execute(db)
  return rows.map(({ total }) => ({
    ...{ product: 'ieo', currency: PAID_IN, principal: showMoney(total) },
    interestTotal: formatAmount(0n, PAID_IN),
  }))
}

/** What a customer's page in the console has of new-coin sales. */
export const ieoTimeline: readonly TimelineSource[] = [
  {
    ...{ kind: 'ieo-ordered', topic: 'money', title: 'Ordered in a new-coin sale', table: 'ieo_order' },
    ...{ at: 'r.placed_at', amount: 'r.quantity * r.price', currency: `'${PAID_IN}'::text` },
    detail: `r.kind || ', ' || ${pair('r.symbol')}`,
  },
  {
    ...{ kind: 'ieo-ended', topic: 'money', title: 'New-coin order ended', table: 'ieo_order' },
    ...{ at: 'r.ended_at', detail: `${pair('r.symbol')} || ', ' || ${words('r.status')}` },
  },
]
