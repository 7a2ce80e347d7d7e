import * as z from 'zod/mini'
import { canViewCustomers } from '../console/roles.ts'
import { customerFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { noticeView } from './contract.ts'
import { noticeTopics } from './topics.ts'

/** What a customer was told, as operators read it. */

const consoleNotice = z.object({
  ...z.pick(noticeView, { id: true, topic: true, title: true, text: true, atMs: true }).shape,
  readAtMs: z.nullable(z.number()),
})
export type ConsoleNotice = z.output<typeof consoleNotice>

export const consoleNotices = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/notices',
  access: 'operator',
  roles: canViewCustomers,
  summary: 'What one customer was told, newest first; nothing without a customer',
  ...tableOf(consoleNotice, {
    sorts: ['time'],
    filters: { ...customerFilter, ...timeFilter, topic: z.optional(z.enum(noticeTopics)) },
  }),
})

export const noticeConsoleEndpoints = withCsv(consoleNotices)
