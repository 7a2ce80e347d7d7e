import * as z from 'zod/mini'
import { channel } from '../channel.ts'
import { endpoint } from '../endpoint.ts'
import { flag, id, timeMs } from '../fields.ts'
import { listOf, wholeListOf } from '../list.ts'
import { noticeTopics, noticeWays } from './topics.ts'

/** The notices of a customer, and how they are told. On the wire they are mail messages. */

export const noticeView = z.object({
  id: z.string(),
  /** One of `domain/all-notices.ts`. */
  kind: z.string(),
  topic: z.enum(noticeTopics),
  /** In the language of the request. */
  title: z.string(),
  text: z.string(),
  /** What it is about: the id of an order or a deposit, an instrument's symbol. */
  subject: z.string(),
  atMs: timeMs,
  isRead: z.boolean(),
})
export type NoticeView = z.output<typeof noticeView>

/** How many are unread, up to `MAX_COUNTED`. */
const unread = z.number()
/** More are not counted: a page says "99+". */
export const MAX_COUNTED = 100

export const notices = endpoint({
  area: 'content',
  method: 'GET',
  path: '/mailMessage/getList',
  access: 'user',
  summary: 'The customer’s notices, newest first, of one topic or of all',
  ...listOf(noticeView, { filters: { topic: z.optional(z.enum(noticeTopics)) }, extras: { unread } }),
})

export const notice = endpoint({
  area: 'content',
  method: 'GET',
  path: '/mailMessage/detail',
  access: 'user',
  summary: 'One notice',
  input: { id },
  output: noticeView,
})

export const unreadNotices = endpoint({
  area: 'content',
  method: 'GET',
  path: '/mailMessage/unread',
  access: 'user',
  summary: 'How many notices are unread; 100 stands for more',
  output: z.object({ unread }),
})

export const markNoticesRead = endpoint({
  area: 'content',
  method: 'POST',
  path: '/mailMessage/read',
  access: 'user',
  rate: 'write',
  summary: 'Mark one notice read by `id`, or all up to and with `up_to`',
  input: { id: z.optional(id), upTo: z.optional(id) },
  wire: { upTo: 'up_to' },
  output: z.object({ unread }),
})

const choiceView = z.object({
  topic: z.enum(noticeTopics),
  app: z.boolean(),
  mail: z.boolean(),
  push: z.boolean(),
  /** The ways that cannot be turned off. */
  fixed: z.array(z.enum(noticeWays)),
})

const settings = z.object({
  ...wholeListOf(choiceView).shape,
  /** Partly hidden; null without an email address. */
  email: z.nullable(z.string()),
  /** Whether push messages say more than the title. */
  showsAmounts: z.boolean(),
  /** What a browser needs to subscribe. */
  pushKey: z.string(),
})
export type NoticeSettings = z.output<typeof settings>

export const noticeSettings = endpoint({
  area: 'content',
  method: 'GET',
  path: '/mailMessage/settings',
  access: 'user',
  summary: 'How the customer is told of each topic',
  output: settings,
})

export const setNoticeSetting = endpoint({
  area: 'content',
  method: 'POST',
  path: '/mailMessage/setSetting',
  access: 'user',
  rate: 'write',
  summary: 'Turn a way of being told of a topic on or off',
  input: { topic: z.enum(noticeTopics), way: z.enum(noticeWays), isOn: flag },
  wire: { isOn: 'is_on' },
  output: settings,
})

export const setPushAmounts = endpoint({
  area: 'content',
  method: 'POST',
  path: '/mailMessage/pushAmounts',
  access: 'user',
  rate: 'write',
  summary: 'Whether push messages may name amounts and prices',
  input: { isOn: flag },
  wire: { isOn: 'is_on' },
  output: settings,
})

/** Where a push service takes messages for one browser. */
const pushEndpoint = z
  .string()
  .check(
    z.maxLength(1_000),
    z.regex(/^https?:\/\/[\w.:-]+\/[\w./:?&=%~+@!$,;*()-]*$/, 'the URL of a push service'),
  )

export const subscribePush = endpoint({
  area: 'content',
  method: 'POST',
  path: '/push/subscribe',
  access: 'user',
  rate: 'write',
  summary: 'Send push messages to this browser, as long as this session lasts',
  input: {
    endpoint: pushEndpoint,
    /** The browser’s keys, in base64url, as its subscription gives them. */
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/, 'a key of 65 bytes')),
    auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/, 'a secret of 16 bytes')),
  },
  output: z.object({ done: z.literal(true) }),
})

export const unsubscribePush = endpoint({
  area: 'content',
  method: 'POST',
  path: '/push/unsubscribe',
  access: 'user',
  rate: 'write',
  summary: 'Send no more push messages to a browser',
  input: { endpoint: pushEndpoint },
  output: z.object({ done: z.literal(true) }),
})

export const noticeChannel = channel({
  name: 'notice',
  event: 'notice',
  access: 'user',
  summary: 'Something was added to the customer’s notices, or read elsewhere',
  payload: z.object({ unread }),
})

export const noticeEndpoints = [
  notices,
  notice,
  unreadNotices,
  markNoticesRead,
  noticeSettings,
  setNoticeSetting,
  setPushAmounts,
  subscribePush,
  unsubscribePush,
] as const
