import * as z from 'zod/mini'
import { canViewCustomers } from '../console/roles.ts'
import { amountFilter, customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { symbol } from '../fields.ts'
import { orderView } from './contract.ts'
import { orderStatuses, sides } from './rules.ts'

/** What operators see of spot orders. They can place, change and cancel none. */

const consoleOrder = z.object({
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  ...z.omit(orderView, { held: true, heldCurrency: true, kept: true, tapeSequence: true, remaining: true })
    .shape,
})
export type ConsoleOrder = z.output<typeof consoleOrder>

export const consoleOrders = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/orders',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'Customers’ spot orders, newest first; amounts are what was traded, in quote',
  ...tableOf(consoleOrder, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      ...amountFilter,
      symbol: z.optional(symbol),
      side: z.optional(z.enum(sides)),
      status: z.optional(z.enum(orderStatuses)),
    },
  }),
})

export const spotConsoleEndpoints = withCsv(consoleOrders)
