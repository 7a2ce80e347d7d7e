import { type SiteFacts, siteConfig } from '#domain/content/contract.ts'
import type { FaqTopic, NewsCategory } from '#domain/content/kinds.ts'
import { wordsIn } from '#domain/content/markup.ts'
import { menuOf } from '#domain/content/menu.ts'
import { type OperatorPower, operatorPowers } from '#domain/content/powers.ts'
import * as calls from '#domain/content/published.ts'
import { refusal } from '#domain/errors.ts'
import { highestRate } from '#domain/withdrawal/rules.ts'
import { pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { chatUrl } from '../support/service.ts'
import { withdrawalRates } from '../withdrawal/service.ts'
import { settingOf } from './service.ts'
import {
  findNews,
  findPopUp,
  findPublished,
  listFaq,
  listNews,
  type PublishedRow,
  ratingsBy,
  saveRating,
} from './store.ts'

const MAX_SUMMARY = 160

/** What the site says of itself, and what is published on it. */
export const contentRoutes = (
  site: SiteFacts,
  powers: readonly OperatorPower[],
  products: readonly string[],
): Route[] => [siteConfigRoute(site), ...publishedRoutes(powers, products)]

/** The highest rate of a withdrawal's fee, in percent, of all ways: by a chain or to a card. A sale of coin says its own. */
const highestFeeRate = async (db: Db): Promise<string> => highestRate(await withdrawalRates(db))

/** While the database is away the app still learns the rest, with the rate that was the last known. */
function siteConfigRoute(site: SiteFacts): Route {
  let feeRate: string | undefined
  return route(siteConfig, async (_, { db, clock }) => {
    feeRate = await highestFeeRate(db).catch((error) => {
      if (feeRate === undefined) throw error
      return feeRate
    })
    return { ...site, tk_radio: feeRate, serverTimeMs: clock.nowMs() }
  })
}

const publishedRoutes = (powers: readonly OperatorPower[], products: readonly string[]): Route[] => [
  route(operatorPowers, () => ({ powers: [...powers] })),
  route(calls.newsPopUp, async (_, { db, lang }) => {
    const row = await findPopUp(db, lang)
    return { item: row ? newsText(row) : null }
  }),
  route(calls.newsList, ({ category, ...page }, { db, lang }) =>
    pageOf(page, ['id'], (slice) => listNews(db, lang, { category, ...slice }), newsItem),
  ),
  route(calls.newsDetail, async ({ id }, { db, lang }) => {
    const row = await findNews(db, lang, id)
    if (!row) throw refusal('NOT_FOUND')
    return newsText(row)
  }),
  route(calls.faq, async (_, { db, lang, customerOrUndefined: customer }) => {
    const said = customer ? await ratingsBy(db, customer.id) : undefined
    const rows = await listFaq(db, lang)
    return {
      items: rows.map(({ id, category, language, title, content }) => ({
        ...{ id: String(id), topic: category as FaqTopic, language, title, content },
        wasHelpful: said?.get(id) ?? null,
      })),
    }
  }),
  route(calls.rateFaq, async ({ questionId, isHelpful }, { db, customer }) => {
    await saveRating(db, customer.id, questionId, isHelpful)
    return { done: true as const }
  }),
  route(calls.aboutUs, async (_, { db, lang }) => pageText(await findPublished(db, lang, 'about'))),
  route(calls.contactUs, async (_, { db, lang }) => pageText(await findPublished(db, lang, 'contact'))),
  route(calls.operationalCompliance, async (_, { db, lang }) =>
    pageText(await findPublished(db, lang, 'compliance')),
  ),
  route(calls.setting, async ({ keyword }, { db, lang }) => ({
    keyword,
    ...(keyword === 'kefu_url'
      ? { value: await chatUrl(db), language: 'en' as const }
      : await settingOf(db, keyword, lang)),
  })),
  route(calls.menu, () => ({
    items: menuOf(products).map(({ name, page, place }) => ({ name, page, place })),
  })),
]

const newsItem = ({ id, category, title, language, content, published_at }: PublishedRow) => ({
  ...{ id: String(id), category: category as NewsCategory, title, language },
  ...{ summary: wordsIn(content, MAX_SUMMARY), publishedAtMs: Number(published_at) },
})

const newsText = (row: PublishedRow): calls.NewsText => ({ ...newsItem(row), content: row.content })

const pageText = (row: PublishedRow | undefined): calls.PageText => ({
  ...{ title: row?.title ?? '', content: row?.content ?? '', language: row?.language ?? 'en' },
  ...{ version: row?.number ?? 0, publishedAtMs: row?.version_at ?? null },
})
