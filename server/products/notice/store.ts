import { type SqlBool, sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { MAX_COUNTED } from '#domain/notice/contract.ts'
import { kindsOfTopic } from '#domain/notice/kinds.ts'
import {
  defaultChoices,
  type NoticeChoice,
  type NoticeTopic,
  type NoticeWay,
  noticeTopics,
} from '#domain/notice/topics.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    notice_push_choice: { customer_id: CustomerId; shows_amounts: boolean }
  }
}

/** A notice as it is read. */
export interface NoticeRow {
  readonly id: bigint
  readonly customer_id: CustomerId
  readonly kind: string
  readonly subject: string
  readonly params: Readonly<Record<string, string>>
  readonly is_final: boolean
  readonly is_shown: boolean
  readonly is_told: boolean
  readonly created_at: number
  readonly read_at: number | null
}

const columns = [
  'id',
  'customer_id',
  'kind',
  'subject',
  'params',
  'is_final',
  'is_shown',
  'is_told',
  'created_at',
  'read_at',
] as const

const shownTo = (db: Db, customer: CustomerId) =>
  db.selectFrom('notice').select(columns).where('customer_id', '=', customer).where('is_shown', '=', true)

/** A customer's notices, newest first. */
export async function listNotices(
  db: Db,
  customer: CustomerId,
  { topic, after, offset, limit }: PageSlice & { readonly topic?: NoticeTopic | undefined },
): Promise<NoticeRow[]> {
  const rows = await shownTo(db, customer)
    .$if(topic !== undefined, (query) => query.where('kind', 'in', kindsOfTopic(topic!)))
    .$if(after !== undefined, (query) => query.where('id', '<', after![0]!))
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows as NoticeRow[]
}

/** One of a customer's notices. */
export const findNotice = async (db: Db, customer: CustomerId, id: bigint): Promise<NoticeRow | undefined> =>
  (await shownTo(db, customer).where('id', '=', id).executeTakeFirst()) as NoticeRow | undefined

/** How many notices each of these customers has not read, up to `MAX_COUNTED`. */
export async function countUnread(
  db: Db | Tx,
  customers: readonly CustomerId[],
): Promise<Map<CustomerId, number>> {
  const { rows } = await sql<{ customer: CustomerId; unread: number }>`
    select c.customer, n.unread
    from unnest(${arrayLiteral(customers, (id) => id)}::bigint[]) c (customer)
    cross join lateral (
      select count(*)::int as unread from (
        select 1 from notice where customer_id = c.customer and is_shown and read_at is null
        limit ${sql.lit(MAX_COUNTED)}) u
    ) n`.execute(db)
  return new Map(rows.map(({ customer, unread }) => [customer, unread]))
}

/** Marks one notice read, or all up to and with one. */
export async function markRead(
  db: Db,
  customer: CustomerId,
  which: { readonly id: bigint } | { readonly upTo: bigint },
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ read_at: new Date(nowMs) })
    .where('customer_id', '=', customer)
    .where('read_at', 'is', null)
    .where(sql<SqlBool>`is_shown`)
    .where('id', 'id' in which ? '=' : '<=', 'id' in which ? which.id : which.upTo)
    .execute()
}

/** How a customer is told of everything. */
export interface Choices {
  readonly topics: Readonly<Record<NoticeTopic, NoticeChoice>>
  readonly showsAmounts: boolean
}

/** What these customers have chosen, or would by default. */
export async function choicesOf(
  db: Db | Tx,
  customers: readonly CustomerId[],
): Promise<Map<CustomerId, Choices>> {
  if (customers.length === 0) return new Map()
  const chosen = await db
    .selectFrom('notice_choice')
    .selectAll()
    .where('customer_id', 'in', customers)
    .execute()
  const withAmounts = await db
    .selectFrom('notice_push_choice')
    .select('customer_id')
    .where('customer_id', 'in', customers)
    .where('shows_amounts', '=', true)
    .execute()
  const own = Map.groupBy(chosen, (row) => row.customer_id)
  const showing = new Set(withAmounts.map((row) => row.customer_id))
  return new Map(
    customers.map((customer) => [
      customer,
      {
        topics: Object.fromEntries(
          noticeTopics.map((topic) => {
            const row = own.get(customer)?.find((each) => each.topic === topic)
            return [topic, row ? { app: row.app, mail: row.mail, push: row.push } : defaultChoices[topic]]
          }),
        ) as Choices['topics'],
        showsAmounts: showing.has(customer),
      },
    ]),
  )
}

/** Turns one way of being told on or off; the other ways stay as they are. */
export async function saveChoice(
  db: Db | Tx,
  customer: CustomerId,
  topic: NoticeTopic,
  way: NoticeWay,
  isOn: boolean,
): Promise<void> {
  await db
    .insertInto('notice_choice')
    .values({ customer_id: customer, topic, ...defaultChoices[topic], [way]: isOn })
    .onConflict((conflict) => conflict.columns(['customer_id', 'topic']).doUpdateSet({ [way]: isOn }))
    .execute()
}

/** Keeps whether a customer’s pushes say amounts. */
export async function saveShowsAmounts(db: Db, customer: CustomerId, isOn: boolean): Promise<void> {
  await db
    .insertInto('notice_push_choice')
    .values({ customer_id: customer, shows_amounts: isOn })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet({ shows_amounts: isOn }))
    .execute()
}

/** Notices that have not been delivered, the oldest first; whoever else looks skips them. */
export async function lockNew(tx: Tx, limit: number): Promise<NoticeRow[]> {
  const rows = await tx
    .selectFrom('notice')
    .select(columns)
    .where(sql<SqlBool>`not is_delivered`)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows as NoticeRow[]
}

/** Notes that these were told by every way there is. */
export async function saveDelivered(tx: Tx, rows: readonly NoticeRow[]): Promise<void> {
  await sql`
    update notice n set is_delivered = true
    from unnest(${arrayLiteral(rows, (row) => row.customer_id)}::bigint[],
      ${arrayLiteral(rows, (row) => row.id)}::bigint[]) d (customer_id, id)
    where n.customer_id = d.customer_id and n.id = d.id`.execute(tx)
}

/** A browser that is to get push messages now: its session has not ended. */
export interface Browser {
  readonly customer_id: CustomerId
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** The browsers of customers that take pushes. */
export async function browsersOf(
  tx: Tx,
  customers: readonly CustomerId[],
  isLiving: { readonly createdAfterMs: number; readonly seenAfterMs: number },
): Promise<Browser[]> {
  if (customers.length === 0) return []
  return tx
    .selectFrom('push_subscription as push')
    .innerJoin('customer_session as session', 'session.id', 'push.session_id')
    .select(['push.customer_id', 'push.endpoint', 'push.p256dh', 'push.auth'])
    .where('push.customer_id', 'in', customers)
    .whereRef('session.customer_id', '=', 'push.customer_id')
    .where('session.revoked_at', 'is', null)
    .where('session.created_at', '>', new Date(isLiving.createdAfterMs))
    .where('session.last_seen_at', '>', new Date(isLiving.seenAfterMs))
    .execute()
}

/** Deletes notices from before a moment, some at a time; returns how many. */
export async function deleteOld(db: Db, beforeMs: number, limit: number): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`
    delete from notice where (customer_id, id) in (
      select customer_id, id from notice where created_at < ${new Date(beforeMs)} order by created_at limit ${limit})
    returning id`.execute(db)
  return rows.length
}

/** Deletes what customers have beyond their newest; looks at those who were told something since a moment. */
export async function deleteBeyond(db: Db, kept: number, sinceMs: number): Promise<void> {
  await sql`
    delete from notice n using (
      select c.customer_id, (
        select m.id from notice m where m.customer_id = c.customer_id order by m.id desc offset ${kept} limit 1) as last
      from (select distinct customer_id from notice where created_at > ${new Date(sinceMs)}) c) beyond
    where n.customer_id = beyond.customer_id and n.id <= beyond.last`.execute(db)
}

/** Removes what a customer was told of, how they wanted to be, and the browsers that were. */
export async function forgetNotices(tx: Tx, customer: CustomerId): Promise<void> {
  for (const table of ['push_subscription', 'notice', 'notice_choice', 'notice_push_choice'])
    await sql`delete from ${sql.table(table)} where customer_id = ${customer}`.execute(tx)
}
