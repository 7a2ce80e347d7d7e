import * as z from 'zod/mini'
import { nothing, proposalView, reason } from '../console/contract.ts'
import { canAnswerSupport, canManageProducts, canViewProducts, canViewSupport } from '../console/roles.ts'
import { customerFilter, searchFilter, tableOf, timeFilter, withCsv } from '../console/table.ts'
import { endpoint } from '../endpoint.ts'
import { id, plainText, timeMs } from '../fields.ts'
import { languages } from '../language.ts'
import { listOf, wholeListOf } from '../list.ts'
import { imageTypes, uploadId } from '../upload/contract.ts'
import { messageKey } from './contract.ts'
import { MAX_ANSWER_TITLE, MAX_TEXT, supportStatuses } from './rules.ts'
import { supportMessageView } from './view.ts'

/** What operators do in customers' chats. A look into one that is not the viewer's own, and at a picture, is logged. */

const conversationLine = z.object({
  id: z.string(),
  reference: z.string(),
  customerId: z.string(),
  /** Masked. */
  contact: z.string(),
  status: z.enum(supportStatuses),
  /** Who answers; null while nobody does. */
  operator: z.nullable(z.string()),
  /** Messages of the customer that no operator has read. */
  unread: z.number(),
  openedAtMs: timeMs,
  firstAnswerAtMs: z.nullable(timeMs),
  closedAtMs: z.nullable(timeMs),
  stars: z.nullable(z.number()),
  comment: z.nullable(z.string()),
})
export type ConversationLine = z.output<typeof conversationLine>

const conversationCheck = z.extend(conversationLine, {
  operatorId: z.nullable(z.string()),
  /** The language of the customer's messages from us. */
  language: z.enum(languages),
  /** What the viewer may do with it now. */
  actions: z.array(z.enum(['take', 'hand-over', 'return', 'write', 'close'])),
})
export type ConversationCheck = z.output<typeof conversationCheck>

const viewer = { area: 'console', access: 'operator', roles: canViewSupport } as const
const answerer = { area: 'console', access: 'operator', roles: canAnswerSupport } as const

export const consoleSupport = endpoint({
  ...viewer,
  method: 'GET',
  path: '/console/support/list',
  summary:
    'Conversations with customers, newest first; of those that have not ended what waits before the others, oldest first',
  ...tableOf(conversationLine, {
    sorts: ['time'],
    filters: {
      ...searchFilter,
      ...customerFilter,
      ...timeFilter,
      status: z.optional(z.enum(supportStatuses)),
      /** Whether it has ended. */
      state: z.optional(z.enum(['open', 'closed'])),
      /** `mine`: those that the viewer answers. */
      whose: z.optional(z.enum(['mine', 'others', 'nobody'])),
    },
  }),
})

export const consoleConversation = endpoint({
  ...viewer,
  method: 'GET',
  path: '/console/support/conversation',
  summary: 'One conversation and what the viewer can do, without what was written in it',
  input: { id },
  output: conversationCheck,
})

export const consoleSupportMessages = endpoint({
  ...viewer,
  method: 'GET',
  path: '/console/support/messages',
  summary:
    'What was written with the customer of a conversation, newest first, earlier conversations too; that it was looked at is logged, but of who answers it',
  ...listOf(supportMessageView, { filters: { id } }),
})

export const consoleSupportImage = endpoint({
  ...viewer,
  method: 'GET',
  path: '/console/support/image',
  answersFile: imageTypes,
  summary: 'A picture of a conversation; that it was looked at is logged',
  input: { id, image: uploadId },
  output: z.string(),
})

export const consoleSupportOperators = endpoint({
  ...viewer,
  method: 'GET',
  path: '/console/support/operators',
  summary: 'Who may answer customers, and how many conversations each has now',
  output: wholeListOf(z.object({ id: z.string(), name: z.string(), active: z.number() })),
})

export const assignSupport = endpoint({
  ...answerer,
  method: 'POST',
  path: '/console/support/assign',
  rate: 'write',
  summary:
    'Take a conversation, hand it to another operator, or put it back for anybody; refused when somebody else did so since it was seen',
  input: {
    id,
    /** Who had it when it was seen; nobody without it. */
    from: z.optional(id),
    /** Who is to have it; nobody without it. */
    to: z.optional(id),
  },
  output: conversationCheck,
})

export const writeSupport = endpoint({
  ...answerer,
  method: 'POST',
  path: '/console/support/write',
  rate: 'write',
  summary:
    'Answer a customer; who writes first takes the conversation. Sent again with the same key it is the same message',
  input: { id, text: plainText(MAX_TEXT), key: z.optional(messageKey) },
  output: supportMessageView,
})

export const readConsoleSupport = endpoint({
  ...answerer,
  method: 'POST',
  path: '/console/support/read',
  rate: 'write',
  summary: 'Say that what the customer wrote was read, of who answers the conversation',
  input: { id },
  output: conversationCheck,
})

export const closeConsoleSupport = endpoint({
  ...answerer,
  method: 'POST',
  path: '/console/support/close',
  rate: 'write',
  summary: 'End a conversation; the customer is asked to rate it',
  input: { id },
  output: conversationCheck,
})

const cannedAnswer = z.object({
  id: z.string(),
  title: z.string(),
  language: z.enum(languages),
  text: z.string(),
  operator: z.string(),
  updatedAtMs: timeMs,
})
export type CannedAnswer = z.output<typeof cannedAnswer>

export const cannedAnswers = endpoint({
  ...viewer,
  method: 'GET',
  path: '/console/support/answers',
  summary: 'Texts that are kept ready to answer with',
  output: wholeListOf(cannedAnswer),
})

export const saveCannedAnswer = endpoint({
  ...answerer,
  method: 'POST',
  path: '/console/support/answer',
  rate: 'write',
  summary: 'Keep a text ready, or change one',
  input: {
    id: z.optional(id),
    title: plainText(MAX_ANSWER_TITLE),
    language: z.enum(languages),
    text: plainText(MAX_TEXT),
  },
  output: nothing,
})

export const removeCannedAnswer = endpoint({
  ...answerer,
  method: 'POST',
  path: '/console/support/answer_remove',
  rate: 'write',
  summary: 'Remove a text that was kept ready',
  input: { id },
  output: nothing,
})

const hours = z
  .string()
  .check(z.maxLength(11), z.regex(/^[\d:-]{11}$|^closed$/, 'hours as 08:00-18:00, or closed'))
const settings = {
  ...{ monday: hours, tuesday: hours, wednesday: hours, thursday: hours },
  ...{ friday: hours, saturday: hours, sunday: hours },
}

export const consoleSupportSettings = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/support/settings',
  access: 'operator',
  roles: canViewProducts,
  summary: 'Opening hours and the other ways to reach the service, and what waits for a second operator',
  output: z.object({
    settings: z.object({ ...settings, version: z.number(), url: z.string(), email: z.string() }),
    isOpen: z.boolean(),
    pending: z.array(proposalView),
  }),
})

export const proposeSupportSettings = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/support/propose_settings',
  access: 'operator',
  roles: canManageProducts,
  rate: 'write',
  summary: 'Propose opening hours, and the other ways to reach the service',
  input: { ...settings, url: z.optional(plainText(300)), email: z.optional(plainText(120)), reason },
  output: proposalView,
})

export const supportConsoleEndpoints = [
  ...withCsv(consoleSupport),
  consoleConversation,
  consoleSupportMessages,
  consoleSupportImage,
  consoleSupportOperators,
  assignSupport,
  writeSupport,
  readConsoleSupport,
  closeConsoleSupport,
  cannedAnswers,
  saveCannedAnswer,
  removeCannedAnswer,
  consoleSupportSettings,
  proposeSupportSettings,
] as const
