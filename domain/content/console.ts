import * as z from 'zod/mini'
import { nothing, proposalView, reason } from '../console/contract.ts'
import { canViewContent, canWithdrawContent, canWriteContent } from '../console/roles.ts'
import { endpoint } from '../endpoint.ts'
import { flag, id, timeMs, whole } from '../fields.ts'
import { languages } from '../language.ts'
import { contentInput, titleInput } from './fields.ts'
import { contentKinds, faqTopics, newsCategories } from './kinds.ts'

/** What operators write, propose to publish, and take back. */

/** Where and how something stands among others of its kind. */
const standing = {
  category: z.nullable(z.enum([...newsCategories, ...faqTopics])),
  isPopUp: z.boolean(),
  place: z.number(),
}

const consoleItem = z.object({
  id: z.string(),
  kind: z.enum(contentKinds),
  /** Of what there is one of: which page, which setting. */
  key: z.nullable(z.string()),
  ...standing,
  /** Newest, in English where it is written in it. */
  title: z.string(),
  /** The languages that it is written in. */
  languages: z.array(z.enum(languages)),
  /** The version that customers read; null for none. */
  version: z.nullable(z.number()),
  publishedAtMs: z.nullable(timeMs),
  /** Whether something was written since. */
  isChanged: z.boolean(),
  isLegal: z.boolean(),
  /** The proposal whose change of terms it announces; what does is never changed or taken back. */
  announces: z.nullable(z.string()),
  pending: z.nullable(proposalView),
})
export type ConsoleContentItem = z.output<typeof consoleItem>

export const consoleContent = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/content',
  access: 'operator',
  roles: canViewContent,
  summary:
    'The pages, the settings, all questions, and the newest news: what is published and what is written',
  output: z.object({ items: z.array(consoleItem) }),
})

const contentText = z.object({
  language: z.enum(languages),
  title: z.string(),
  content: z.string(),
  writer: z.nullable(z.string()),
  savedAtMs: timeMs,
})

export const consoleContentItem = endpoint({
  area: 'console',
  method: 'GET',
  path: '/console/content/item',
  access: 'operator',
  roles: canViewContent,
  summary: 'One text in all its languages: as it is written, as it is published, and its newest versions',
  input: { id },
  output: z.object({
    item: consoleItem,
    written: z.array(contentText),
    published: z.array(contentText),
    versions: z.array(
      z.object({
        number: z.number(),
        publishedAtMs: timeMs,
        maker: z.nullable(z.string()),
        checker: z.nullable(z.string()),
      }),
    ),
    /** What customers said of a question: how often it helped, and how often not. */
    helpful: z.number(),
    unhelpful: z.number(),
  }),
})

/** A text of any script as a form, in which a character is up to nine bytes (an emoji, which is two characters, twelve). */
const TEXT_BYTES = 48 * 1024

export const createContent = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/content/create',
  maxBodyBytes: TEXT_BYTES,
  access: 'operator',
  roles: canWriteContent,
  rate: 'write',
  summary: 'Begin an item of news or a question; nobody reads it before it is published',
  input: { kind: z.enum(['news', 'faq']), title: titleInput, content: contentInput },
  output: z.object({ id: z.string() }),
})

export const saveContent = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/content/save',
  maxBodyBytes: TEXT_BYTES,
  access: 'operator',
  roles: canWriteContent,
  rate: 'write',
  summary: 'Write a text in one language; nobody reads it before it is published',
  input: { id, language: z.enum(languages), title: titleInput, content: contentInput },
  output: nothing,
})

export const proposeContent = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/content/publish',
  access: 'operator',
  roles: canWriteContent,
  rate: 'write',
  summary: 'Propose to publish what is written, in all its languages',
  input: {
    id,
    category: z.optional(z.enum([...newsCategories, ...faqTopics])),
    isPopUp: z.optional(flag),
    place: z.optional(whole(0, 9_999)),
    reason,
  },
  wire: { isPopUp: 'is_pop_up' },
  output: proposalView,
})

export const withdrawContent = endpoint({
  area: 'console',
  method: 'POST',
  path: '/console/content/withdraw',
  access: 'operator',
  roles: canWithdrawContent,
  rate: 'write',
  summary: 'Show a text to nobody from now on, at once: the safe direction needs no second person',
  input: { id, reason },
  output: nothing,
})

export const contentConsoleEndpoints = [
  consoleContent,
  consoleContentItem,
  createContent,
  saveContent,
  proposeContent,
  withdrawContent,
] as const
