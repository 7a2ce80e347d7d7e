import * as z from 'zod/mini'
import { timeMs } from '../fields.ts'
import { orderKinds, supportEvents } from './rules.ts'

/** An order that a message is about. */
export const supportOrderView = z.object({
  kind: z.enum(orderKinds),
  id: z.string(),
  /** As its customer knows it: a number, or what was traded. */
  reference: z.string(),
  atMs: timeMs,
})
export type SupportOrderView = z.output<typeof supportOrderView>

export const supportMessageView = z.object({
  /** Counts up from 1 in each customer's messages, without a gap: in the order of the database. */
  id: z.string(),
  conversationId: z.string(),
  from: z.enum(['customer', 'support', 'event']),
  event: z.nullable(z.enum(supportEvents)),
  text: z.nullable(z.string()),
  image: z.nullable(z.string()),
  order: z.nullable(supportOrderView),
  /** What its sender named it by, for who asks whether it arrived. */
  key: z.nullable(z.string()),
  atMs: timeMs,
})
export type SupportMessageView = z.output<typeof supportMessageView>
