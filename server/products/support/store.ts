import { type RawBuilder, sql } from 'kysely'
import { canAnswerSupport } from '#domain/console/roles.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import {
  MAX_ANSWERS,
  type OrderKind,
  type SupportEvent,
  type SupportSettings,
  type SupportStatus,
} from '#domain/support/rules.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { OwnOrder } from '#server/core/own-orders.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { moment } from '#server/platform/db/moment.ts'

/** The SQL of customer service. */

export interface ChatRow {
  readonly customer_id: CustomerId
  readonly messages: bigint
  readonly read: bigint
  readonly answered: bigint
  readonly unread_answers: number
  readonly unread_questions: number
}

export interface ConversationRow {
  readonly id: bigint
  readonly number: bigint
  readonly customer_id: CustomerId
  readonly status: SupportStatus
  readonly operator_id: bigint | null
  readonly opened_at: number
  readonly first_answer_at: number | null
  readonly closed_at: number | null
  readonly stars: number | null
  readonly comment: string | null
}

export interface MessageRow {
  readonly customer_id: CustomerId
  readonly number: bigint
  readonly conversation_id: bigint
  readonly sender: 'customer' | 'operator' | 'event'
  readonly operator_id: bigint | null
  readonly event: SupportEvent | null
  readonly text: string | null
  readonly image: string | null
  readonly order_kind: OrderKind | null
  readonly order_id: bigint | null
  readonly order_reference: string | null
  readonly order_at: number | null
  readonly key: string | null
  readonly created_at: number
}

const first = async <Row>(db: Db | Tx, query: RawBuilder<Row>): Promise<Row | undefined> =>
  (await query.execute(db)).rows[0]

// ── Settings

export async function newestSettings(db: Db | Tx): Promise<SupportSettings & { readonly version: number }> {
  const row = await first(
    db,
    sql<
      SupportSettings & { version: number }
    >`select version, monday, tuesday, wednesday, thursday, friday, saturday,
      sunday, url, email from support_settings order by version desc limit 1`,
  )
  return row!
}

/** Adds the next settings. */
export async function insertSettings(
  tx: Tx,
  settings: SupportSettings,
  proposal: bigint,
  nowMs: number,
): Promise<void> {
  const { monday, tuesday, wednesday, thursday, friday, saturday, sunday, url, email } = settings
  await sql`
    insert into support_settings (version, monday, tuesday, wednesday, thursday, friday, saturday, sunday, url, email,
      proposal, created_at)
    select max(version) + 1, ${monday}, ${tuesday}, ${wednesday}, ${thursday}, ${friday}, ${saturday}, ${sunday}, ${url},
      ${email}, ${proposal}::bigint, ${moment(nowMs)} from support_settings`.execute(tx)
}

// ── Chats

export const findChat = (db: Db | Tx, customer: CustomerId): Promise<ChatRow | undefined> =>
  first(db, sql<ChatRow>`select * from support_chat where customer_id = ${customer}`)

/** Holds a customer's chat, so that nobody else numbers a message; it is made before the first. */
export async function lockChat(tx: Tx, customer: CustomerId): Promise<ChatRow> {
  await sql`insert into support_chat (customer_id) values (${customer}) on conflict do nothing`.execute(tx)
  const row = await first(
    tx,
    sql<ChatRow>`select * from support_chat where customer_id = ${customer} for update`,
  )
  return row!
}

/** Says that the customer read up to a message. */
export async function markRead(
  tx: Tx,
  { customer_id, read, messages }: ChatRow,
  upTo: bigint,
): Promise<void> {
  const number = upTo > messages ? messages : upTo
  if (number <= read) return
  await sql`
    update support_chat set read = ${number}::bigint, unread_answers = unread.count,
      answered_at = coalesce(unread.oldest, answered_at)
    from (
      select count(*) as count, min(created_at) as oldest from support_message
      where customer_id = ${customer_id} and number > ${number}::bigint and sender = 'operator') unread
    where customer_id = ${customer_id}`.execute(tx)
}

export async function markQuestionsRead(tx: Tx, customer: CustomerId): Promise<void> {
  await sql`update support_chat set unread_questions = 0 where customer_id = ${customer}`.execute(tx)
}

export interface Untold {
  readonly customer_id: CustomerId
  readonly answered: bigint
  readonly reference: bigint
  readonly conversation_id: bigint
}

/** Chats with an answer that was not read since a moment, whose customer was not told of an unread one yet; held for who tells it. */
export async function lockUntold(tx: Tx, untilMs: number, limit: number): Promise<Untold[]> {
  const { rows } = await sql<Untold>`
    select c.customer_id, c.answered, v.number as reference, v.id as conversation_id
    from (
      select customer_id, answered from support_chat
      where answered > read and noticed <= read and answered_at <= ${moment(untilMs)}
      order by answered_at limit ${limit} for update skip locked) c
    join support_message m on m.customer_id = c.customer_id and m.number = c.answered
    join support_conversation v on v.id = m.conversation_id`.execute(tx)
  return rows
}

export async function markNoticed(tx: Tx, customer: CustomerId, number: bigint): Promise<void> {
  await sql`update support_chat set noticed = ${number}::bigint where customer_id = ${customer}`.execute(tx)
}

// ── Conversations

export const findConversation = (db: Db | Tx, id: bigint): Promise<ConversationRow | undefined> =>
  first(db, sql<ConversationRow>`select * from support_conversation where id = ${id}::bigint`)

/** A customer's newest conversation, by its number: ids of different processes may not be in their order. */
export const newestConversation = (db: Db | Tx, customer: CustomerId): Promise<ConversationRow | undefined> =>
  first(
    db,
    sql<ConversationRow>`
      select * from support_conversation where customer_id = ${customer} order by number desc limit 1`,
  )

export async function insertConversation(
  tx: Tx,
  { id, customer }: { id: bigint; customer: CustomerId },
  nowMs: number,
): Promise<ConversationRow> {
  const row = await first(
    tx,
    sql<ConversationRow>`
      insert into support_conversation (id, customer_id, status, opened_at)
      values (${id}::bigint, ${customer}, 'waiting', ${moment(nowMs)}) returning *`,
  )
  return row!
}

export async function assignConversation(tx: Tx, id: bigint, operator: bigint | null): Promise<void> {
  const status = operator === null ? 'waiting' : 'active'
  await sql`
    update support_conversation set status = ${status}, operator_id = ${operator}::bigint
    where id = ${id}::bigint`.execute(tx)
}

export async function markFirstAnswer(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  await sql`
    update support_conversation set first_answer_at = ${moment(nowMs)}
    where id = ${id}::bigint and first_answer_at is null`.execute(tx)
}

export async function endConversation(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  await sql`
    update support_conversation set status = 'closed', closed_at = ${moment(nowMs)} where id = ${id}::bigint`.execute(
    tx,
  )
}

export async function rateConversation(
  tx: Tx,
  id: bigint,
  { stars, comment }: { stars: number; comment: string | null },
): Promise<void> {
  await sql`
    update support_conversation set stars = ${stars}::int, comment = ${comment} where id = ${id}::bigint`.execute(
    tx,
  )
}

/** First answers that tell how long they take, and how old they may be. */
const ANSWERS_MEASURED = 50
const MEASURED_MS = 7 * DAY_MS

/** How long half of the newest first answers took at most; undefined where there is none. */
export async function typicalWaitMs(db: Db, nowMs: number): Promise<number | undefined> {
  const row = await first(
    db,
    sql<{ ms: number | null }>`
      select percentile_disc(0.5) within group (
        order by extract(epoch from first_answer_at - opened_at) * 1000)::float8 as ms
      from (
        select opened_at, first_answer_at from support_conversation
        where first_answer_at is not null and first_answer_at > ${moment(nowMs - MEASURED_MS)}
        order by first_answer_at desc limit ${ANSWERS_MEASURED}) newest`,
  )
  return row?.ms ?? undefined
}

/** Conversations without an operator, whoever has waited longest first: ids of different processes may not be in their order. */
export async function waitingConversations(db: Db, limit: number): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    select * from support_conversation where status = 'waiting' order by opened_at, number limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function countWaiting(db: Db): Promise<{ waiting: number; oldestAtMs: number | null }> {
  const row = await first(
    db,
    sql<{ waiting: number; oldest: number | null }>`
      select count(*)::int as waiting, min(opened_at) as oldest from support_conversation where status = 'waiting'`,
  )
  return { waiting: row!.waiting, oldestAtMs: row!.oldest === null ? null : Number(row!.oldest) }
}

// ── Messages

/** The message that its sender named by a key. */
export const findByKey = (
  tx: Tx,
  customer: CustomerId,
  sender: MessageRow['sender'],
  key: string,
): Promise<MessageRow | undefined> =>
  first(
    tx,
    sql<MessageRow>`
      select * from support_message where customer_id = ${customer} and sender = ${sender} and key = ${key}`,
  )

export interface NewMessage {
  readonly sender: MessageRow['sender']
  readonly operator?: bigint | undefined
  readonly event?: SupportEvent | undefined
  readonly text?: string | undefined
  readonly image?: string | undefined
  readonly order?: OwnOrder | undefined
  readonly key?: string | undefined
}

/** Adds a message at the end of a chat that is held, and counts it as unread by the other side. */
export async function insertMessage(
  tx: Tx,
  { customer_id, id }: Pick<ConversationRow, 'customer_id' | 'id'>,
  message: NewMessage,
  nowMs: number,
): Promise<MessageRow> {
  const { sender, operator = null, event = null, text = null, image = null, order, key = null } = message
  const row = await first(
    tx,
    sql<MessageRow>`
      with chat as (
        update support_chat set messages = messages + 1,
          unread_answers = unread_answers + case when ${sender} = 'operator' then 1 else 0 end,
          unread_questions = unread_questions + case when ${sender} = 'customer' then 1 else 0 end,
          answered = case when ${sender} = 'operator' then messages + 1 else answered end,
          answered_at = case when ${sender} = 'operator' and answered <= read then ${moment(nowMs)} else answered_at end
        where customer_id = ${customer_id} returning messages)
      insert into support_message (customer_id, number, conversation_id, sender, operator_id, event, text, image,
        order_kind, order_id, order_reference, order_at, key, created_at)
      select ${customer_id}, messages, ${id}::bigint, ${sender}, ${operator}::bigint, ${event}, ${text}, ${image},
        ${order?.kind ?? null}, ${order?.id ?? null}::bigint, ${order?.reference ?? null},
        ${order === undefined ? sql`null` : moment(order.at)}, ${key}, ${moment(nowMs)}
      from chat returning *`,
  )
  return row!
}

/** What was written in a customer's chat, newest first. */
export async function messagesOf(
  db: Db,
  customer: CustomerId,
  { after, offset, limit }: PageSlice,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select * from support_message where customer_id = ${customer}
      ${after ? sql`and number < ${after[0]!}::bigint` : sql``}
    order by number desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** When a customer sent the message so many ago, of those within a time. */
export async function sentAgo(
  tx: Tx,
  customer: CustomerId,
  { perMinute, perDay }: { perMinute: number; perDay: number },
  nowMs: number,
): Promise<{ minuteAgo: number | undefined; dayAgo: number | undefined }> {
  const nth = (count: number, length: number) => sql<{ at: number }>`
    select created_at as at from support_message
    where customer_id = ${customer} and sender = 'customer' and created_at > ${moment(nowMs - length)}
    order by number desc offset ${count - 1} limit 1`
  return {
    minuteAgo: (await first(tx, nth(perMinute, MINUTE_MS)))?.at,
    dayAgo: (await first(tx, nth(perDay, DAY_MS)))?.at,
  }
}

/** Whether a picture is one of a customer's chat. */
export async function isPictureOf(db: Db, customer: CustomerId, image: string): Promise<boolean> {
  const found = await first(
    db,
    sql`select 1 from support_message where customer_id = ${customer} and image = ${image} limit 1`,
  )
  return found !== undefined
}

// ── Operators

const answers = sql`o.is_active and o.roles && ${sql.lit(`{${canAnswerSupport.join(',')}}`)}::text[]`

/** Who may answer, with how many conversations each has now. */
export async function answerers(db: Db): Promise<{ id: bigint; name: string; active: number }[]> {
  const { rows } = await sql<{ id: bigint; name: string; active: number }>`
    select o.id, o.name, (
      select count(*) from support_conversation c where c.operator_id = o.id and c.status = 'active')::int as active
    from operator o where ${answers} order by o.name, o.id`.execute(db)
  return rows
}

export async function mayAnswer(tx: Tx, operator: bigint): Promise<boolean> {
  return (
    (await first(tx, sql`select 1 from operator o where o.id = ${operator}::bigint and ${answers}`)) !==
    undefined
  )
}

export async function namesOfOperators(
  db: Db,
  ids: readonly (bigint | null)[],
): Promise<ReadonlyMap<bigint, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  if (known.length === 0) return new Map()
  const rows = await db.selectFrom('operator').select(['id', 'name']).where('id', 'in', known).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

// ── Texts kept ready

export interface AnswerRow {
  readonly id: bigint
  readonly title: string
  readonly language: Language
  readonly text: string
  readonly operator: string
  readonly updated_at: number
}

export async function keptAnswers(db: Db): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select a.id, a.title, a.language, a.text, o.name as operator, a.updated_at
    from support_answer a join operator o on o.id = a.operator_id
    where removed_at is null order by title, a.id limit ${MAX_ANSWERS}`.execute(db)
  return rows
}

export interface KeptAnswer {
  readonly id: bigint
  readonly title: string
  readonly language: Language
  readonly text: string
  readonly operator: bigint
}

/** Adds a text, unless there are too many. Returns: whether it did. */
export async function insertAnswer(tx: Tx, kept: KeptAnswer, nowMs: number): Promise<boolean> {
  const row = await first(
    tx,
    sql`
      insert into support_answer (id, title, language, text, operator_id, updated_at)
      select ${kept.id}::bigint, ${kept.title}, ${kept.language}, ${kept.text}, ${kept.operator}::bigint, ${moment(nowMs)}
      where (select count(*) from support_answer where removed_at is null) < ${MAX_ANSWERS} returning id`,
  )
  return row !== undefined
}

/** Changes a text that is kept. Returns: whether it is there. */
export async function updateAnswer(tx: Tx, kept: KeptAnswer, nowMs: number): Promise<boolean> {
  const row = await first(
    tx,
    sql`
      update support_answer set title = ${kept.title}, language = ${kept.language}, text = ${kept.text},
        operator_id = ${kept.operator}::bigint, updated_at = ${moment(nowMs)}
      where id = ${kept.id}::bigint and removed_at is null returning id`,
  )
  return row !== undefined
}

/** Removes a text. Returns: whether it was there until now. */
export async function removeAnswer(tx: Tx, id: bigint, nowMs: number): Promise<boolean> {
  const row = await first(
    tx,
    sql`
      update support_answer set removed_at = ${moment(nowMs)}
      where id = ${id}::bigint and removed_at is null returning id`,
  )
  return row !== undefined
}
