import type { CustomerId } from '#domain/ids.ts'
import { findNoticeRules } from '#domain/notice/kinds.ts'
import type { NoticeRules } from '#domain/notice/topics.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { queueMessage } from '#server/platform/outbox.ts'
import { ABSOLUTE_MS, IDLE_MS } from '#server/users/sessions.ts'
import { type CustomerRow, customersById } from '#server/users/store.ts'
import { noticeTexts } from '#texts/server.ts'
import {
  type Browser,
  browsersOf,
  type Choices,
  choicesOf,
  lockNew,
  type NoticeRow,
  saveDelivered,
} from './store.ts'
import { wordsOf } from './words.ts'

const BATCH = 200

/**
 * Queues the mails and push messages of the notices that are new: in one transaction a batch, so that each is told
 * once however often this is cut off and run again.
 *
 * Returns: the customers who have something new to see.
 */
export async function deliverNew(db: Db, nowMs: number): Promise<Set<CustomerId>> {
  const seeing = new Set<CustomerId>()
  for (;;) {
    const rows = await db.transaction().execute((tx) => deliverBatch(tx, nowMs))
    for (const row of rows) if (row.is_shown) seeing.add(row.customer_id)
    if (rows.length < BATCH) return seeing
  }
}

/** Of what goes on, the first and the last, and what its kind says is always heard. */
const goesOut = ({ is_told, is_final, kind, params }: NoticeRow): boolean =>
  !is_told || is_final || findNoticeRules(kind)?.alwaysHeard?.includes(params.variant ?? '') === true

async function deliverBatch(tx: Tx, nowMs: number): Promise<NoticeRow[]> {
  const rows = await lockNew(tx, BATCH)
  const heard = rows.filter(goesOut)
  const ids = [...new Set(heard.map((row) => row.customer_id))]
  const choices = await choicesOf(tx, ids)
  const customers = new Map((await customersById(tx, ids)).map((customer) => [customer.id, customer]))
  const living = { createdAfterMs: nowMs - ABSOLUTE_MS, seenAfterMs: nowMs - IDLE_MS }
  const browsers = Map.groupBy(await browsersOf(tx, ids, living), (browser) => browser.customer_id)

  for (const row of heard) {
    const rules = findNoticeRules(row.kind)
    const customer = customers.get(row.customer_id)
    if (!customer || !rules) continue
    const { topics, showsAmounts } = choices.get(customer.id)!
    const choice = topics[rules.topic]
    if (choice.mail && !rules.hasOwnMail) await queueMail(tx, row, { customer, rules }, nowMs)
    if (!choice.push) continue
    for (const browser of browsers.get(customer.id) ?? [])
      await queuePush(tx, row, { customer, browser, showsAmounts }, nowMs)
  }
  if (rows.length > 0) await saveDelivered(tx, rows)
  return rows
}

async function queueMail(
  tx: Tx,
  row: NoticeRow,
  { customer, rules }: { readonly customer: CustomerRow; readonly rules: NoticeRules },
  nowMs: number,
): Promise<void> {
  const { language, email, mobile } = customer
  const { title, text } = wordsOf(row, language)
  if (email) {
    const ending = noticeTexts(language)('notices.mail_ending')
    const written = `${text}\n\n${ending}\n\nPlumb\n`
    const mail = { to: email, subject: title, text: written, customer: String(customer.id) }
    await queueMessage(tx, { kind: 'mail', mail }, nowMs)
  } else if (mobile && rules.bySms) {
    await queueMessage(tx, { kind: 'sms', sms: { to: mobile, text } }, nowMs)
  }
}

/** What the service worker reads: see `web/public/push-worker.js`. */
async function queuePush(
  tx: Tx,
  row: NoticeRow,
  to: { readonly customer: CustomerRow; readonly browser: Browser } & Pick<Choices, 'showsAmounts'>,
  nowMs: number,
): Promise<void> {
  const { title, text } = wordsOf(row, to.customer.language)
  const { endpoint, p256dh, auth } = to.browser
  const payload = JSON.stringify({
    id: String(row.id),
    // A later one about the same takes its place on the screen.
    tag: `${row.kind} ${row.subject}`,
    title,
    text: to.showsAmounts ? text : '',
  })
  await queueMessage(tx, { kind: 'push', push: { endpoint, p256dh, auth, payload } }, nowMs)
}
