import { sql } from 'kysely'
import { consolePositions } from '#domain/contract/console.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { consolePlatformEntries } from '#domain/statement/console.ts'
import { contactsOf } from '#server/console/customers.ts'
import type { DayFigure } from '#server/console/dashboard.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import { firstTransferSince } from '#server/core/ledger/history.ts'
import type { Db } from '#server/platform/db/database.ts'
import { firstIdsSince, UNDER_WAY_MS } from '#server/platform/db/first-ids.ts'
import type { Route } from '#server/platform/http/route.ts'
import { fees } from './accounts.ts'
import { toPosition } from './store.ts'
import { type LastTick, positionView } from './views.ts'

/** What operators see of customers' positions, and of what the platform earns by them. */

const firstSince = async (db: Db, atMs: number): Promise<bigint> =>
  (await firstIdsSince(db, 'contract_position', [atMs - UNDER_WAY_MS]))[0]!

/** The console’s table of positions. */
export const positionTableRoutes = (lastTick: LastTick): Route[] =>
  tableRoutes(
    consolePositions,
    readSql<typeof consolePositions, { readonly id: bigint; readonly customer_id: CustomerId }>({
      columns: sql`p.*`,
      from: sql`contract_position p`,
      id: 'p.id',
      customer: 'p.customer_id',
      time: 'p.created_at',
      amount: 'p.initial_margin',
      currency: `'${MARGIN_CURRENCY}'`,
      where: async ({ symbol, side, status, fromMs, toMs }, { db }) => [
        ...(symbol === undefined ? [] : [sql`p.symbol = ${symbol}`]),
        ...(side === undefined ? [] : [sql`p.direction = ${side}`]),
        ...(status === undefined ? [] : [sql`p.status = ${sql.lit(status)}`]),
        // No index is by time: those of other days are left out by their ids.
        ...(fromMs === undefined ? [] : [sql`p.id >= ${await firstSince(db, fromMs)}::bigint`]),
        ...(toMs === undefined
          ? []
          : [sql`p.id <= ${await firstSince(db, toMs + 2 * UNDER_WAY_MS)}::bigint`]),
      ],
      async show(rows, { db }) {
        const contacts = await contactsOf(
          db,
          rows.map((row) => row.customer_id),
        )
        return rows.map((row) => ({
          customerId: String(row.customer_id),
          contact: contacts.get(row.customer_id)!,
          ...positionView(toPosition(row), lastTick),
        }))
      },
    }),
  )

const amounts = (value: bigint) => [
  { currency: MARGIN_CURRENCY, amount: formatAmount(value, MARGIN_CURRENCY) },
]

/** Positions that customers opened and orders that wait, by the day they were ordered, and the margin they began with. */
export const positionsOfDay: DayFigure = {
  name: 'contract-orders',
  list: consolePositions,
  async read(db, { fromMs }) {
    const { rows } = await sql<{ count: number; margin: bigint }>`
      select count(*)::int as count, coalesce(sum(initial_margin), 0)::bigint as margin from contract_position
      where id >= ${await firstSince(db, fromMs)}::bigint and created_at >= ${new Date(fromMs)}`.execute(db)
    return { count: rows[0]!.count, amounts: amounts(rows[0]!.margin) }
  },
}

/** What the platform earned today in fees of contracts. */
export const contractFeesOfDay: DayFigure = {
  name: 'contract-fees',
  list: consolePlatformEntries,
  async read(db, { fromMs }) {
    const first = await firstTransferSince(db, fromMs - UNDER_WAY_MS)
    const { rows } = await sql<{ count: number; earned: bigint }>`
      select count(*)::int as count, coalesce(sum(amount), 0)::bigint as earned from entry
      where account_id = ${fees()}::bigint and transfer_id >= ${first}::bigint
        and created_at >= ${new Date(fromMs)}`.execute(db)
    return { count: rows[0]!.count, amounts: amounts(rows[0]!.earned) }
  },
}
