import { sql } from 'kysely'
import { consoleSubscriptions } from '#domain/earn/console.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { contactsOf } from '#server/console/customers.ts'
import type { DayFigure } from '#server/console/dashboard.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import type { SubscriptionRow } from './store.ts'
import { subscriptionView } from './views.ts'

/** What operators see of subscriptions. */

const readSubscriptions = readSql<typeof consoleSubscriptions, SubscriptionRow>({
  columns: sql`s.*`,
  from: sql`earn_subscription s`,
  id: 's.id',
  sorts: { amount: 's.principal' },
  customer: 's.customer_id',
  time: 's.subscribed_at',
  amount: 's.principal',
  currency: 's.currency',
  where: ({ status, termKind }) => [
    ...(status === undefined
      ? []
      : [status === 'active' ? sql`s.status = 'active'` : sql`s.status <> 'active'`]),
    ...(termKind === undefined ? [] : [sql`s.kind = ${termKind}`]),
  ],
  async show(rows, { db, clock }) {
    const contacts = await contactsOf(
      db,
      rows.map((row) => row.customer_id),
    )
    return rows.map((row) => {
      const view = subscriptionView(row, clock.nowMs())
      return {
        id: view.id,
        customerId: String(row.customer_id),
        contact: contacts.get(row.customer_id)!,
        kind: view.kind,
        currency: view.currency,
        rewardCurrency: view.rewardCurrency,
        principal: view.principal,
        dailyRate: view.dailyRate,
        dailyPercent: view.dailyPercent,
        termDays: view.termDays,
        status: view.status,
        interestSoFar: view.interestSoFar,
        subscribedAtMs: view.subscribedAtMs,
        maturesAtMs: view.maturesAtMs,
      }
    })
  },
})

export const subscriptionRoutes = tableRoutes(consoleSubscriptions, readSubscriptions)

/** What customers subscribed to today, by currency. */
export const subscribedOfDay: DayFigure = {
  name: 'earn-subscriptions',
  list: consoleSubscriptions,
  async read(db, { fromMs }) {
    const { rows } = await sql<{ currency: string; count: number; principal: bigint }>`
      select currency, count(*)::int as count, sum(principal)::bigint as principal
      from earn_subscription where subscribed_at >= ${new Date(fromMs)} group by 1 order by 1`.execute(db)
    return {
      count: rows.reduce((sum, { count }) => sum + count, 0),
      amounts: rows.map(({ currency, principal }) => ({
        currency,
        amount: formatAmount(principal, currency),
      })),
    }
  },
}
