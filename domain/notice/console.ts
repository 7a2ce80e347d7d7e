import * as z from 'zod/mini'
import { nothing } from '../console/contract.ts'
import { canAnswerSupport, canViewCustomers } from '../console/roles.ts'
import { customerFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { idOf, plainText } from '../fields.ts'
import type { CustomerId } from '../ids.ts'
import { noticeView } from './contract.ts'
import { MAX_MESSAGE_TEXT, MAX_MESSAGE_TITLE } from './message.ts'
import { noticeTopics } from './topics.ts'

/** What a customer was told, as operators read it, and a message that one of them writes. */

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

export const writeToCustomer = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/notices/write',
  access: 'operator',
  roles: canAnswerSupport,
  rate: 'write',
  takesKey: true,
  summary:
    'Write one customer a message, shown as one from Plumb’s support; plain words without an address, logged word by word',
  input: {
    customerId: idOf<CustomerId>(),
    title: plainText(MAX_MESSAGE_TITLE),
    text: plainText(MAX_MESSAGE_TEXT),
  },
  wire: { customerId: 'customer_id' },
  output: nothing,
})

export const noticeConsoleEndpoints = [...withCsv(consoleNotices), writeToCustomer] as const
