import { sql } from 'kysely'
import { consoleCommissions } from '#domain/invite/console.ts'
import { contactsOf } from '#server/console/customers.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import type { CommissionRow } from './store.ts'
import { commissionView, showValue } from './views.ts'

/** What operators see of commission, of each customer who is paid it. */
export const inviteTableRoutes = tableRoutes(
  consoleCommissions,
  readSql<typeof consoleCommissions, CommissionRow>({
    columns: sql`c.*`,
    from: sql`invite_commission c`,
    id: 'c.id',
    customer: 'c.inviter_id',
    time: 'c.earned_on',
    amount: 'c.amount',
    currency: 'c.currency',
    // The id of a commission.
    search: (text) => (/^\d{1,18}$/.test(text) ? [sql`c.id = ${BigInt(text)}::bigint`] : []),
    where: ({ status }) => (status === undefined ? [] : [sql`c.status = ${status}`]),
    async show(rows, { db }) {
      const contacts = await contactsOf(
        db,
        rows.flatMap(({ inviter_id, invited_id }) => [inviter_id, invited_id]),
      )
      return rows.map((row) => {
        const { contact: _, ...view } = commissionView(row, contacts)
        return {
          ...view,
          ...{ customerId: String(row.inviter_id), contact: contacts.get(row.inviter_id)! },
          ...{ invitedId: String(row.invited_id), invitedContact: contacts.get(row.invited_id)! },
          paidValue: showValue(row.paid_value),
        }
      })
    },
  }),
)
