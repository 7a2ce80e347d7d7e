import { refusal } from '#domain/errors.ts'
import * as calls from '#domain/invite/contract.ts'
import { EARNING_DAYS, HOLD_DAYS, monthlyCap, SHARE_BPS, VALUED_IN } from '#domain/invite/rules.ts'
import { plainPercent } from '#domain/money/rate.ts'
import { pageOf } from '#server/core/page.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { findCommission, listCommissions, listInvited, sumMonths } from './store.ts'
import { commissionView, invitedView, maskedContacts, showValue } from './views.ts'

/** The routes for the calls of `domain/invite/contract.ts`. */
export const inviteRoutes: Route[] = [
  route(calls.invitedCustomers, async (page, { db, customer }) => {
    const rows = await pageOf(
      page,
      ['id'],
      (slice) => listInvited(db, customer.id, slice),
      (row) => row,
    )
    const contacts = await maskedContacts(
      db,
      rows.items.map(({ id }) => id),
    )
    return { ...rows, items: rows.items.map((row) => invitedView(row, contacts)) }
  }),

  route(calls.inviteCommissions, async (page, { db, customer }) => {
    const rows = await pageOf(
      page,
      ['id'],
      (slice) => listCommissions(db, customer.id, slice),
      (row) => row,
    )
    const contacts = await maskedContacts(
      db,
      rows.items.map(({ invited_id }) => invited_id),
    )
    return { ...rows, items: rows.items.map((row) => commissionView(row, contacts)) }
  }),

  route(calls.inviteCommission, async ({ id }, { db, customer }) => {
    const row = await findCommission(db, id, customer.id)
    if (!row) throw refusal('ORDER_NOT_FOUND')
    return commissionView(row, await maskedContacts(db, [row.invited_id]))
  }),

  route(calls.inviteMonths, async (_, { db, clock, customer }) => {
    const months = await sumMonths(db, customer.id, twelveMonthsBefore(clock.nowMs()))
    return {
      items: months.map(({ month, held, paid, unpaid }) => ({
        ...{ month, held: showValue(held), paid: showValue(paid), unpaid: showValue(unpaid) },
      })),
      terms: {
        ...{ sharePercent: plainPercent(SHARE_BPS), earningDays: EARNING_DAYS, holdDays: HOLD_DAYS },
        ...{ monthlyCap: showValue(monthlyCap()), valuedIn: VALUED_IN },
      },
    }
  }),
]

/** The beginning of the month (UTC) that was eleven months ago. */
function twelveMonthsBefore(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11)
}
