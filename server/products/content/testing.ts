import * as consoleCalls from '#domain/content/console.ts'
import * as calls from '#domain/content/published.ts'
import { assert } from '#domain/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'
import { publish } from './service.ts'
import { insertItem, insertText } from './store.ts'

/** Of the first that are begun: everybody's, so none of a customer's own things. Pages and settings came before. */
const QUESTION = '13'
const NEWS = '14'

/** A question and an item of news that are published; of a server that starts again they are there. */
async function publishOneOfEach(db: Db, nowMs: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await tx.selectFrom('content_item').select('id').where('kind', '=', 'news').executeTakeFirst()) return
    for (const [kind, category, id] of [
      ['faq', 'money', QUESTION],
      ['news', 'announcements', NEWS],
    ] as const) {
      const item = await insertItem(tx, { kind }, nowMs)
      assert(String(item.id) === id, 'nothing was begun before')
      const words = {
        item_id: item.id,
        language: 'en',
        title: 'A title',
        content: 'Words',
        writer: null,
      } as const
      const texts = [await insertText(tx, words, nowMs)]
      await publish(
        tx,
        item.id,
        { texts, placement: { category, isPopUp: false, place: 0 }, by: null },
        nowMs,
      )
    }
  })
}

export const contentTesting: ProductTesting = {
  fields: {
    ...{ content: 'Words', title: 'A title', keyword: 'risk_notice', language: 'en' },
    ...{ questionId: QUESTION, isHelpful: '1' },
  },
  calls: [
    { call: calls.newsList, fields: { category: 'announcements' } },
    { call: calls.newsDetail, fields: { id: NEWS } },
    { call: consoleCalls.createContent, fields: { kind: 'news' } },
    { call: consoleCalls.saveContent, fields: { id: NEWS } },
    {
      call: consoleCalls.proposeContent,
      fields: { id: NEWS, category: 'announcements', isPopUp: '0', place: '1' },
    },
  ],
  start: ({ db, clock }) => publishOneOfEach(db, clock.nowMs()),
}
