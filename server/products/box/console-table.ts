import { sql } from 'kysely'
import { consoleBoxTable } from '#domain/box/console.ts'
import { BOX_CURRENCY } from '#domain/box/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { contactsOf } from '#server/console/customers.ts'
import type { DayFigure } from '#server/console/dashboard.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import { type TimelineSource, words } from '#server/console/timeline.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { BoxRow } from './store.ts'
import { showMoney } from './views.ts'

/** What operators see of customers' boxes. What is in one is shown once its customer has seen it. */

export const boxTableRoutes = tableRoutes(
  consoleBoxTable,
  readSql<typeof consoleBoxTable, BoxRow & { code: string; artwork: string | null }>({
    columns: sql`b.*, s.code, case when b.state = 'opened' then i.artwork end as artwork`,
    from: sql`box b join box_series s on s.id = b.series_id
      left join box_item i on i.series_id = b.series_id and i.place = b.place`,
    id: 'b.id',
    customer: 'b.customer_id',
    time: 'b.bought_at',
    search: (text) => [
      sql`s.code = ${text.toUpperCase()}`,
      ...(/^\d{1,18}$/.test(text) ? [sql`b.id = ${BigInt(text)}::bigint`] : []),
    ],
    where: ({ state, failure }) => [
      ...(state === undefined ? [] : [sql`b.state = ${state}`]),
      ...(failure === undefined ? [] : [sql`b.failure = ${failure}`]),
    ],
    async show(rows, { db }) {
      const contacts = await contactsOf(
        db,
        rows.map((row) => row.customer_id),
      )
      return rows.map((row) => ({
        ...{ id: String(row.id), customerId: String(row.customer_id) },
        ...{ contact: contacts.get(row.customer_id)!, series: row.code, number: row.number },
        ...{ state: row.state, failure: row.failure, currency: BOX_CURRENCY, price: showMoney(row.price) },
        ...{ artwork: row.artwork, boughtAtMs: row.bought_at, endedAtMs: row.ended_at },
      }))
    },
  }),
)

/** What customers bought today. */
export const boxesOfDay: DayFigure = {
  name: 'box',
  list: consoleBoxTable,
  async read(db, { fromMs }) {
    const { rows } = await sql<{ count: number; total: bigint }>`
      select count(*)::int as count, coalesce(sum(price), 0)::bigint as total
      from box where bought_at >= ${new Date(fromMs)}`.execute(db)
    const { count, total } = rows[0]!
    return { count, amounts: count === 0 ? [] : [{ currency: BOX_CURRENCY, amount: showMoney(total) }] }
  },
}

/** The money a customer has in boxes. */
export async function consoleBalances(db: Db, customer: CustomerId) {
  const { rows } = await sql<{ total: bigint }>`
    select sum(price)::bigint as total from box where customer_id = ${customer} and state = 'sealed'
    having count(*) > 0`.execute(db)
  return rows.map(({ total }) => ({
    ...{ product: 'box', currency: BOX_CURRENCY, principal: showMoney(total) },
    interestTotal: formatAmount(0n, BOX_CURRENCY),
  }))
}

/** What a customer's page in the console has of blind boxes. */
export const boxTimeline: readonly TimelineSource[] = [
  {
    ...{ kind: 'box-bought', topic: 'money', title: 'Bought a blind box', table: 'box' },
    ...{ at: 'r.bought_at', amount: 'r.price', currency: `'${BOX_CURRENCY}'::text` },
    detail: "'number ' || r.number",
  },
  {
    ...{ kind: 'box-ended', topic: 'money', title: 'Blind box ended', table: 'box' },
    ...{ at: 'r.ended_at', detail: `${words('r.state')} || coalesce(', ' || ${words('r.failure')}, '')` },
  },
]
