import * as z from 'zod/mini'
import { canViewCustomers } from '../console/roles.ts'
import { amountFilter, customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { decimalString, timeMs } from '../fields.ts'
import { commissionView } from './contract.ts'
import { commissionStates } from './words.ts'

/** What operators see of the commission for invitations. They decide nothing about it. */

export const consoleCommission = z.extend(z.omit(commissionView, { contact: true }), {
  customerId: z.string(),
  contact: z.string(),
  invitedId: z.string(),
  invitedContact: z.string(),
  paidValue: decimalString,
  earnedOnMs: timeMs,
})
export type ConsoleCommission = z.output<typeof consoleCommission>

export const consoleCommissions = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/invite/list',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Commission for invitations by day, customer and coin, newest first',
  ...tableOf(consoleCommission, {
    sorts: ['time'],
    filters: {
      // Who is paid, by contact or id; or a commission, by its id.
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      ...amountFilter,
      status: z.optional(z.enum(commissionStates)),
    },
  }),
})

export const inviteConsoleEndpoints = [...withCsv(consoleCommissions)] as const
