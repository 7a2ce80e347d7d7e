import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { flag, id, timeMs } from '../fields.ts'
import { languages } from '../language.ts'
import { listOf, wholeListOf } from '../list.ts'
import { categoryOnWire, faqTopics, newsCategories, settingKeywords } from './kinds.ts'
import { menuPlaces } from './menu.ts'

/** What the site says, as everybody reads it: what two operators published, and nothing else. */

/** In the language of the request, or in English where it is not written in that one: `language` says which. */
const written = { title: z.string(), language: z.enum(languages) }

const newsItem = z.object({
  id: z.string(),
  category: z.enum(newsCategories),
  ...written,
  /** Its first words, without marks. */
  summary: z.string(),
  publishedAtMs: timeMs,
})
export type NewsItem = z.output<typeof newsItem>

/** What `content` means is in `markup.ts`; it never holds a tag. */
const newsText = z.object({ ...newsItem.shape, content: z.string() })
export type NewsText = z.output<typeof newsText>

const newsOnWire = { category: categoryOnWire } as const

export const newsPopUp = endpoint({
  area: 'content',
  method: 'GET',
  path: '/news/index_pop',
  access: 'public',
  summary: 'The news that a visit begins with; null without any',
  wire: newsOnWire,
  output: z.object({ item: z.nullable(newsText) }),
})

export const newsList = endpoint({
  area: 'content',
  method: 'POST',
  path: '/news/list',
  access: 'public',
  summary: 'News of one category, newest first; without one, all but banners',
  wire: newsOnWire,
  ...listOf(newsItem, { filters: { category: z.optional(z.enum(newsCategories)) } }),
})

export const newsDetail = endpoint({
  area: 'content',
  method: 'POST',
  path: '/news/detail',
  access: 'public',
  summary: 'One item of news',
  input: { id },
  wire: newsOnWire,
  output: newsText,
})

const faqItem = z.object({
  id: z.string(),
  topic: z.enum(faqTopics),
  ...written,
  content: z.string(),
  /** What the customer who asks said of it; null where nothing. */
  wasHelpful: z.nullable(z.boolean()),
})
export type FaqItem = z.output<typeof faqItem>

export const faq = endpoint({
  area: 'content',
  method: 'GET',
  path: '/faq',
  access: 'public',
  summary: 'All questions and their answers, in their order',
  output: wholeListOf(faqItem),
})

export const rateFaq = endpoint({
  area: 'content',
  method: 'POST',
  path: '/faq/helpful',
  access: 'user',
  rate: 'write',
  summary: 'Say whether an answer helped; said again, the last counts',
  input: { questionId: id, isHelpful: flag },
  wire: { questionId: 'id', isHelpful: 'is_helpful' },
  outputWire: {},
  output: z.object({ done: z.literal(true) }),
})

/** Empty where nothing is published. */
const page = z.object({
  ...written,
  content: z.string(),
  version: z.number(),
  publishedAtMs: z.nullable(timeMs),
})
export type PageText = z.output<typeof page>

export const aboutUs = endpoint({
  area: 'content',
  method: 'GET',
  path: '/aboutus',
  access: 'public',
  summary: 'What the site is',
  output: page,
})

export const contactUs = endpoint({
  area: 'content',
  method: 'GET',
  path: '/contactus',
  access: 'public',
  summary: 'How to reach the site',
  output: page,
})

export const operationalCompliance = endpoint({
  area: 'content',
  method: 'GET',
  path: '/operational_compliance',
  access: 'public',
  summary: 'By which rules the site works',
  output: page,
})

export const setting = endpoint({
  area: 'settings',
  method: 'GET',
  path: '/getSetting',
  access: 'public',
  summary: 'One published setting by its keyword; empty where nothing is published',
  input: { keyword: z.enum(settingKeywords) },
  output: z.object({ keyword: z.enum(settingKeywords), value: z.string(), language: z.enum(languages) }),
})

export const menu = endpoint({
  area: 'content',
  method: 'GET',
  path: '/menu',
  access: 'public',
  summary: 'What home leads to: the products that this installation serves, and their pages',
  output: wholeListOf(
    z.object({
      name: z.string(),
      /** The route of the page. */
      page: z.string(),
      place: z.enum(menuPlaces),
    }),
  ),
})

export const publishedEndpoints = [
  newsPopUp,
  newsList,
  newsDetail,
  faq,
  rateFaq,
  aboutUs,
  contactUs,
  operationalCompliance,
  setting,
  menu,
] as const
