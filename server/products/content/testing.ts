import { sql } from 'kysely'
import * as consoleCalls from '#domain/content/console.ts'
import * as calls from '#domain/content/published.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'
import { publish } from './service.ts'
import { insertText } from './store.ts'

/** Everybody's, so none of a customer's own things: numbers that nothing else reaches, however much an earlier version had begun. */
const QUESTION = '900001'
const NEWS = '900002'

/** A question and an item of news that are published; of a server that starts again they are there. */
async function publishOneOfEach(db: Db, nowMs: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await tx.selectFrom('content_item').select('id').where('id', '=', BigInt(NEWS)).executeTakeFirst())
      return
    for (const [kind, category, id] of [
      ['faq', 'money', QUESTION],
      ['news', 'announcements', NEWS],
    ] as const) {
      await sql`insert into content_item (id, kind, created_at) overriding system value
        values (${id}, ${kind}, ${new Date(nowMs)})`.execute(tx)
      const itemId = BigInt(id)
      const words = {
        item_id: itemId,
        language: 'en',
        title: 'A title',
        content: 'Words',
        writer: null,
      } as const
      const texts = [await insertText(tx, words, nowMs)]
      await publish(tx, itemId, { texts, placement: { category, isPopUp: false, place: 0 }, by: null }, nowMs)
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
