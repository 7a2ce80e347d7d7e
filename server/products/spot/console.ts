import { sql } from 'kysely'
import { instruments } from '#domain/market/instruments.ts'
import { currencies } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { consoleOrders } from '#domain/spot/console.ts'
import { consolePlatformEntries } from '#domain/statement/console.ts'
import { contactsOf } from '#server/console/customers.ts'
import type { DayFigure } from '#server/console/dashboard.ts'
import { isNumber, readSql, tableRoutes } from '#server/console/table.ts'
import {
  type AccountId,
  accountParts,
  FIRST_CUSTOMER,
  platformAccount,
} from '#server/core/ledger/accounts.ts'
import { firstTransferSince } from '#server/core/ledger/history.ts'
import type { Db } from '#server/platform/db/database.ts'
import { firstIdsSince, UNDER_WAY_MS } from '#server/platform/db/first-ids.ts'
import { spotAccounts } from './accounts.ts'
import { type SpotOrderRow, toOrder } from './columns.ts'
import { orderView } from './views.ts'

/** What operators see of spot orders, and of what they earn. */

const firstOrderSince = async (db: Db, atMs: number): Promise<bigint> =>
  (await firstIdsSince(db, 'spot_order', [atMs - UNDER_WAY_MS]))[0]!

/** The orders of customers, without the market maker's. */
const readOrders = readSql<typeof consoleOrders, SpotOrderRow>({
  columns: sql`o.*`,
  from: sql`spot_order o`,
  id: 'o.id',
  customer: 'o.customer_id',
  time: 'o.created_at',
  amount: 'o.notional',
  // What follows the last hyphen of a symbol is its quote.
  search: (text) =>
    isNumber(text)
      ? [
          // An entry of a fill refers to its trade, which the index finds by its instrument.
          sql`o.id in (select unnest(array[t.taker_order, t.maker_order]) from spot_trade t
            where t.symbol = any(${instruments.map(({ symbol }) => symbol)}::text[]) and t.id = ${BigInt(text)}::bigint)`,
        ]
      : [],
  currency: "substring(o.symbol from '[^-]*$')",
  where: async ({ symbol, side, status, fromMs, toMs }, { db }) => [
    sql`o.customer_id >= ${FIRST_CUSTOMER}`,
    ...(symbol === undefined ? [] : [sql`o.symbol = ${symbol}`]),
    ...(side === undefined ? [] : [sql`o.side = ${side}`]),
    ...(status === undefined ? [] : [sql`o.status = ${sql.lit(status)}`]),
    // No index is by time: orders of other days are left out by their ids.
    ...(fromMs === undefined ? [] : [sql`o.id >= ${await firstOrderSince(db, fromMs)}::bigint`]),
    ...(toMs === undefined
      ? []
      : [sql`o.id <= ${await firstOrderSince(db, toMs + 2 * UNDER_WAY_MS)}::bigint`]),
  ],
  async show(rows, { db }) {
    const contacts = await contactsOf(
      db,
      rows.map((row) => row.customer_id),
    )
    return rows.map((row) => {
      const {
        held: _,
        heldCurrency: __,
        tapeSequence: ___,
        remaining: ____,
        kept: _____,
        ...view
      } = orderView(toOrder(row))
      return { ...view, customerId: String(row.customer_id), contact: contacts.get(row.customer_id)! }
    })
  },
})

export const spotConsoleRoutes = tableRoutes(consoleOrders, readOrders)

/** What customers paid in trading fees today, by currency: what the market maker pays is the platform's own. */
export const feesOfDay: DayFigure = {
  name: 'fees',
  list: consolePlatformEntries,
  async read(db, { fromMs }) {
    const accounts = currencies.map(({ code }) => platformAccount(spotAccounts.fees, code))
    const first = await firstTransferSince(db, fromMs - UNDER_WAY_MS)
    const { rows } = await sql<{ account_id: AccountId; count: number; earned: bigint }>`
      select e.account_id, count(*)::int as count, sum(e.amount)::bigint as earned
      from entry e join transfer t on t.id = e.transfer_id and t.created_at = e.created_at
      where e.account_id = any(${accounts}::bigint[]) and e.transfer_id >= ${first}::bigint
        and e.created_at >= ${new Date(fromMs)} and account_owner(t.debit) >= ${FIRST_CUSTOMER}
      group by 1 order by 1`.execute(db)
    return {
      count: rows.reduce((sum, { count }) => sum + count, 0),
      amounts: rows.map(({ account_id, earned }) => {
        const { currency } = accountParts(account_id)
        return { currency, amount: formatAmount(earned, currency) }
      }),
    }
  },
}

/** Orders that customers placed, and what was traded of them, in each quote currency. */
export const ordersOfDay: DayFigure = {
  name: 'spot-orders',
  list: consoleOrders,
  async read(db, { fromMs }) {
    const { rows } = await sql<{ quote: string; count: number; notional: bigint }>`
      select substring(symbol from '[^-]*$') as quote, count(*)::int as count, sum(notional)::bigint as notional
      from spot_order
      where id >= ${await firstOrderSince(db, fromMs)}::bigint and created_at >= ${new Date(fromMs)}
        and customer_id >= ${FIRST_CUSTOMER}
      group by 1 order by 1`.execute(db)
    return {
      count: rows.reduce((sum, { count }) => sum + count, 0),
      amounts: rows.map(({ quote, notional }) => ({
        currency: quote,
        amount: formatAmount(notional, quote),
      })),
    }
  },
}
