import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import * as calls from '#domain/notice/contract.ts'
import { findNoticeRules } from '#domain/notice/kinds.ts'
import { isFixed, noticeTopics, noticeWays } from '#domain/notice/topics.ts'
import { maskContact } from '#domain/user/contact.ts'
import { pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { PushSender } from '#server/platform/push/push.ts'
import { removeSubscription } from '#server/platform/push/store.ts'
import { customerById } from '#server/users/store.ts'
import { subscribeBrowser } from './push-subscriptions.ts'
import {
  choicesOf,
  countUnread,
  findNotice,
  listNotices,
  markRead,
  type NoticeRow,
  saveChoice,
  saveShowsAmounts,
} from './store.ts'
import { wordsOf } from './words.ts'

const done = { done: true } as const

/** The routes for the calls of `domain/notice/contract.ts`; `onRead` tells the customer's other pages. */
export const noticeRoutes = (
  push: PushSender,
  onRead: (customer: CustomerId, unread: number) => void,
): Route[] => [
  route(calls.notices, async ({ topic, ...page }, { db, customer, lang }) => {
    const list = await pageOf(
      page,
      ['id'],
      (slice) => listNotices(db, customer.id, { topic, ...slice }),
      (row) => noticeView(row, lang),
    )
    return { ...list, unread: await unreadOf(db, customer.id) }
  }),
  route(calls.notice, async ({ id }, { db, customer, lang }) => {
    const row = await findNotice(db, customer.id, id)
    if (!row) throw refusal('NOT_FOUND')
    return noticeView(row, lang)
  }),
  route(calls.unreadNotices, async (_, { db, customer }) => ({ unread: await unreadOf(db, customer.id) })),
  route(calls.markNoticesRead, async ({ id, upTo }, { db, clock, customer }) => {
    if (id !== undefined) {
      if (!(await findNotice(db, customer.id, id))) throw refusal('NOT_FOUND')
      await markRead(db, customer.id, { id }, clock.nowMs())
    } else if (upTo !== undefined) await markRead(db, customer.id, { upTo }, clock.nowMs())
    else throw refusal('PARAMETER_ERROR', { field: 'id' })
    const unread = await unreadOf(db, customer.id)
    onRead(customer.id, unread)
    return { unread }
  }),
  route(calls.noticeSettings, (_, { db, customer }) => settingsOf(db, customer.id, push)),
  route(calls.setNoticeSetting, async ({ topic, way, isOn }, { db, customer }) => {
    if (isFixed(topic, way)) throw refusal('PARAMETER_ERROR', { field: 'way' })
    await saveChoice(db, customer.id, topic, way, isOn)
    return settingsOf(db, customer.id, push)
  }),
  route(calls.setPushAmounts, async ({ isOn }, { db, customer }) => {
    await saveShowsAmounts(db, customer.id, isOn)
    return settingsOf(db, customer.id, push)
  }),
  route(calls.subscribePush, async (browser, { db, clock, customer }) => {
    await subscribeBrowser({ db, push }, customer, browser, clock.nowMs())
    return done
  }),
  route(calls.unsubscribePush, async ({ endpoint }, { db, customer }) => {
    await removeSubscription(db, endpoint, customer.id)
    return done
  }),
]

const unreadOf = async (db: Db, customer: CustomerId): Promise<number> =>
  (await countUnread(db, [customer])).get(customer) ?? 0

function noticeView(row: NoticeRow, language: Language): calls.NoticeView {
  const rules = findNoticeRules(row.kind)
  return {
    id: String(row.id),
    kind: row.kind,
    topic: rules?.topic ?? 'money',
    ...wordsOf(row, language),
    subject: (rules?.linkedBy && row.params[rules.linkedBy]) || row.subject,
    atMs: row.created_at,
    isRead: row.read_at !== null,
  }
}

async function settingsOf(
  db: Db,
  customer: CustomerId,
  push: Pick<PushSender, 'publicKey'>,
): Promise<calls.NoticeSettings> {
  const { topics, showsAmounts } = (await choicesOf(db, [customer])).get(customer)!
  const email = (await customerById(db, customer))?.email
  return {
    items: noticeTopics.map((topic) => ({
      topic,
      ...topics[topic],
      fixed: noticeWays.filter((way) => isFixed(topic, way)),
    })),
    email: email ? maskContact(email) : null,
    showsAmounts,
    pushKey: push.publicKey,
  }
}
