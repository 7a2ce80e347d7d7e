import { sql } from 'kysely'
import { consoleNotices, writeToCustomer as writeCall } from '#domain/notice/console.ts'
import { findNoticeRules, kindsOfTopic } from '#domain/notice/kinds.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import { moneyRoute, type Route } from '#server/platform/http/route.ts'
import { writeToCustomer } from './message.ts'
import type { NoticeRow } from './store.ts'
import { wordsOf } from './words.ts'

/** What a customer was told, in the operators' language. */
const readNotices = readSql<typeof consoleNotices, NoticeRow>({
  columns: sql`n.id, n.customer_id, n.kind, n.params, n.created_at, n.read_at`,
  from: sql`notice n`,
  id: 'n.id',
  customer: 'n.customer_id',
  time: 'n.created_at',
  where: ({ customer, topic }) => [
    sql`n.is_shown`,
    ...(customer === undefined ? [sql`false`] : []),
    ...(topic === undefined ? [] : [sql`n.kind = any(${[...kindsOfTopic(topic)]}::text[])`]),
  ],
  show: (rows) =>
    rows.map((row) => ({
      ...wordsOf(row, 'en'),
      id: String(row.id),
      topic: findNoticeRules(row.kind)?.topic ?? 'security',
      atMs: row.created_at,
      readAtMs: row.read_at,
    })),
})

export const noticeConsoleRoutes: Route[] = [
  ...tableRoutes(consoleNotices, readNotices),
  moneyRoute(writeCall, async ({ customerId: customer, title, text }, { clock, operator }, tx) => {
    await writeToCustomer(tx, { operator: operator.id, customer, title, text }, clock.nowMs())
    return {}
  }),
]
