import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, plainText, timeMs, whole } from '../fields.ts'
import { listOf, wholeListOf } from '../list.ts'
import { imageTypes, uploadId } from '../upload/contract.ts'
import { MAX_COMMENT, MAX_STARS, MAX_TEXT, orderKinds, supportStatuses, weekdays } from './rules.ts'
import { supportMessageView, supportOrderView } from './view.ts'

/** The chat with customer service. A customer has one chat; what is asked and answered in it are conversations. */

/** When the service is there. */
const presence = {
  isOpen: z.boolean(),
  /** When somebody answers again; null while somebody does. */
  nextOpenAtMs: z.nullable(timeMs),
}

export const supportContact = endpoint({
  area: 'support',
  method: 'GET',
  path: '/kf',
  access: 'public',
  summary: 'How to reach customer service: hours, and the chat and address elsewhere where there are any',
  output: z.object({
    ...presence,
    /** From and to, in UTC; null of a day without hours. */
    hours: z.array(
      z.object({ day: z.enum(weekdays), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
    ),
    url: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  outputWire: { url: 'kefu_url' },
})

const conversation = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(supportStatuses),
  openedAtMs: timeMs,
  closedAtMs: z.nullable(timeMs),
  /** The customer's rating; null before it. */
  stars: z.nullable(z.number()),
})
export type SupportConversation = z.output<typeof conversation>

const state = z.object({
  ...presence,
  /** How long the first answer took lately, for half of the customers at most; null while nobody knows. */
  waitSeconds: z.nullable(z.number()),
  /** The customer's newest; null of a visitor and before the first. */
  conversation: z.nullable(conversation),
  unread: z.number(),
})
export type SupportState = z.output<typeof state>

export const supportState = endpoint({
  area: 'support',
  method: 'GET',
  path: '/kefu',
  access: 'public',
  summary: 'The state of the customer’s own chat; a visitor learns whether somebody is there',
  output: state,
})

export const supportMessages = endpoint({
  area: 'support',
  method: 'GET',
  path: '/kefu/messages',
  access: 'user',
  summary: 'What was written in the customer’s chat, newest first; before the message `before`',
  ...listOf(supportMessageView, { filters: {} }),
  wire: { cursor: { name: 'cursor', also: ['before'] } },
  outputWire: {},
})

/** By which a message is known when it is sent again. */
export const messageKey = z.string().check(z.regex(/^[\w-]{8,64}$/, 'a key of 8 to 64 letters and digits'))

export const sendSupportMessage = endpoint({
  area: 'support',
  method: 'POST',
  path: '/kefu/send',
  access: 'user',
  rate: 'write',
  summary:
    'Write to customer service: a text, a picture, an order of one’s own, or several of these. Sent again with the same key it is the same message',
  input: {
    text: z.optional(plainText(MAX_TEXT)),
    image: z.optional(uploadId),
    orderKind: z.optional(z.enum(orderKinds)),
    orderId: z.optional(id),
    /** Without it the `Idempotency-Key` of the request counts. */
    key: z.optional(messageKey),
  },
  wire: { orderKind: 'order_kind', orderId: 'order_id' },
  output: supportMessageView,
  outputWire: {},
})

export const readSupport = endpoint({
  area: 'support',
  method: 'POST',
  path: '/kefu/read',
  access: 'user',
  rate: 'write',
  summary: 'Say that all messages up to this one were read',
  input: { id },
  output: state,
})

export const closeSupport = endpoint({
  area: 'support',
  method: 'POST',
  path: '/kefu/close',
  access: 'user',
  rate: 'write',
  summary: 'End a conversation of one’s own; the next message begins another',
  input: { id },
  output: state,
})

export const rateSupport = endpoint({
  area: 'support',
  method: 'POST',
  path: '/kefu/rate',
  access: 'user',
  rate: 'write',
  summary: 'Rate a conversation of one’s own that is over, with one to five stars',
  input: { id, stars: whole(1, MAX_STARS), comment: z.optional(plainText(MAX_COMMENT)) },
  output: state,
})

export const supportOrders = endpoint({
  area: 'support',
  method: 'GET',
  path: '/kefu/orders',
  access: 'user',
  summary: 'The customer’s newest orders and requests of every kind, to ask about one',
  output: wholeListOf(supportOrderView),
})

export const supportImage = endpoint({
  area: 'support',
  method: 'GET',
  path: '/kefu/image',
  access: 'user',
  answersFile: imageTypes,
  summary: 'A picture of the customer’s own chat, as bytes instead of the envelope',
  input: { image: uploadId },
  output: z.string(),
})

export const supportEndpoints = [
  supportContact,
  supportState,
  supportMessages,
  sendSupportMessage,
  readSupport,
  closeSupport,
  rateSupport,
  supportOrders,
  supportImage,
] as const
