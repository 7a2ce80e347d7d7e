import { sql } from 'kysely'
import type { CustomerId, OptionId } from '#domain/ids.ts'
import { consoleOptionOrders } from '#domain/option/console.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { contactsOf } from '#server/console/customers.ts'
import type { DayFigure } from '#server/console/dashboard.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import type { Db } from '#server/platform/db/database.ts'
import { firstIdsSince, UNDER_WAY_MS } from '#server/platform/db/first-ids.ts'
import { optionsById } from './store.ts'
import { optionView, show } from './views.ts'

/** What operators see of customers' seconds options. */

const firstSince = async (db: Db, atMs: number): Promise<bigint> =>
  (await firstIdsSince(db, 'option_order', [atMs - UNDER_WAY_MS]))[0]!

const ofStatus = {
  open: sql`exists (select from option_open p where p.order_id = o.id)`,
  settled: sql`exists (select from option_result r where r.order_id = o.id and r.outcome <> 'void')`,
  void: sql`exists (select from option_result r where r.order_id = o.id and r.outcome = 'void')`,
}

export const optionTableRoutes = tableRoutes(
  consoleOptionOrders,
  readSql<typeof consoleOptionOrders, { readonly id: OptionId; readonly customer_id: CustomerId }>({
    columns: sql`o.id, o.customer_id`,
    from: sql`option_order o`,
    id: 'o.id',
    customer: 'o.customer_id',
    time: 'o.accepted_at',
    amount: 'o.stake',
    currency: `'${STAKE_CURRENCY}'`,
    where: async ({ symbol, side, status, fromMs, toMs }, { db }) => [
      ...(symbol === undefined ? [] : [sql`o.symbol = ${symbol}`]),
      ...(side === undefined ? [] : [sql`o.direction = ${side}`]),
      ...(status === undefined ? [] : [ofStatus[status]]),
      // No index is by time alone: those of other days are left out by their ids.
      ...(fromMs === undefined ? [] : [sql`o.id >= ${await firstSince(db, fromMs)}::bigint`]),
      ...(toMs === undefined ? [] : [sql`o.id <= ${await firstSince(db, toMs + 2 * UNDER_WAY_MS)}::bigint`]),
    ],
    async show(rows, { db }) {
      const [contacts, options] = [
        await contactsOf(
          db,
          rows.map((row) => row.customer_id),
        ),
        await optionsById(
          db,
          rows.map(({ id }) => id),
        ),
      ]
      return rows.map(({ id, customer_id }) => {
        const {
          entryAfterMs: _,
          staleAfterMs: __,
          acceptedSequence: ___,
          ...view
        } = optionView(options.get(id)!)
        return { customerId: String(customer_id), contact: contacts.get(customer_id)!, ...view }
      })
    },
  }),
)

/** Seconds options that customers ordered today, and their stakes. */
export const optionsOfDay: DayFigure = {
  name: 'options',
  list: consoleOptionOrders,
  async read(db, { fromMs }) {
    const { rows } = await sql<{ count: number; stakes: bigint }>`
      select count(*)::int as count, coalesce(sum(stake), 0)::bigint as stakes from option_order
      where id >= ${await firstSince(db, fromMs)}::bigint and accepted_at >= ${new Date(fromMs)}`.execute(db)
    return { count: rows[0]!.count, amounts: [{ currency: STAKE_CURRENCY, amount: show(rows[0]!.stakes) }] }
  },
}
