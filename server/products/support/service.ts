import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import {
  MESSAGES_PER_DAY,
  MESSAGES_PER_MINUTE,
  type OrderKind,
  supportReference,
  UNREAD_MS,
  waitSeconds,
} from '#domain/support/rules.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import { findOwnOrder, type OwnOrders } from '#server/core/own-orders.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { attachUpload } from '#server/platform/uploads/store.ts'
import {
  assignConversation,
  type ConversationRow,
  endConversation,
  findByKey,
  findConversation,
  insertConversation,
  insertMessage,
  lockChat,
  lockUntold,
  type MessageRow,
  markFirstAnswer,
  markNoticed,
  markQuestionsRead,
  markRead,
  mayAnswer,
  newestConversation,
  newestSettings,
  rateConversation,
  sentAgo,
} from './store.ts'

/**
 * What customers and operators can do in a chat: one function each, inside the caller's transaction. Whoever writes holds
 * the row of the customer's chat first, so that messages are numbered one after the other.
 */

/** The chat elsewhere; empty where there is none. */
export const chatUrl = async (db: Db): Promise<string> => (await newestSettings(db)).url

/** A message as a customer sends it. */
export interface CustomerMessage {
  readonly customer: CustomerId
  readonly text?: string | undefined
  readonly image?: string | undefined
  readonly order?: { readonly kind: OrderKind; readonly id: bigint } | undefined
  readonly key?: string | undefined
}

/** A message that is there already, and whether it is new. */
export interface Written {
  readonly message: MessageRow
  readonly isNew: boolean
}

/**
 * Writes to the service; a conversation that is over is followed by a new one.
 *
 * Refuses: FIELDS_REQUIRED of an empty message; IDEMPOTENCY_KEY_REUSED where the key names another one; TOO_MANY_REQUESTS;
 * UPLOAD_UNKNOWN; NOT_FOUND for an order that is not the customer's.
 */
export async function sendMessage(
  tx: Tx,
  sources: readonly OwnOrders[],
  { customer, text, image, order: asked, key }: CustomerMessage,
  nowMs: number,
): Promise<Written> {
  if (text === undefined && image === undefined && asked === undefined)
    throw refusal('FIELDS_REQUIRED', { field: 'text' })
  await lockChat(tx, customer)
  const before = key === undefined ? undefined : await findByKey(tx, customer, 'customer', key)
  if (before) {
    const isSame =
      before.text === (text ?? null) &&
      before.image === (image ?? null) &&
      before.order_kind === (asked?.kind ?? null) &&
      before.order_id === (asked?.id ?? null)
    if (!isSame) throw refusal('IDEMPOTENCY_KEY_REUSED')
    return { message: before, isNew: false }
  }
  const limits = { perMinute: MESSAGES_PER_MINUTE, perDay: MESSAGES_PER_DAY }
  const seconds = waitSeconds(await sentAgo(tx, customer, limits, nowMs), nowMs)
  if (seconds > 0) throw refusal('TOO_MANY_REQUESTS', { seconds })
  if (image !== undefined && !(await attachUpload(tx, customer, image))) throw refusal('UPLOAD_UNKNOWN')
  const order = asked && (await findOwnOrder(tx, sources, customer, asked))
  if (asked && !order) throw refusal('NOT_FOUND')
  const newest = await newestConversation(tx, customer)
  const conversation =
    newest && newest.status !== 'closed'
      ? newest
      : await insertConversation(tx, { id: nextId(), customer }, nowMs)
  const message = await insertMessage(
    tx,
    conversation,
    { sender: 'customer', text, image, order, key },
    nowMs,
  )
  return { message, isNew: true }
}

/** Says that a customer has read all up to a message. */
export async function readAnswers(tx: Tx, customer: CustomerId, upTo: bigint): Promise<void> {
  await markRead(tx, await lockChat(tx, customer), upTo)
}

/** Ends a customer's own conversation; one that is over stays so. Refuses: NOT_FOUND. Returns: whether it ended now. */
export async function closeOwn(tx: Tx, customer: CustomerId, id: bigint, nowMs: number): Promise<boolean> {
  await lockChat(tx, customer)
  const conversation = await findConversation(tx, id)
  if (conversation?.customer_id !== customer) throw refusal('NOT_FOUND')
  return end(tx, conversation, undefined, nowMs)
}

/** Rates a customer's own conversation; a later rating takes the place of it. Refuses: NOT_FOUND; SUPPORT_OPEN before the end. */
export async function rateOwn(
  tx: Tx,
  customer: CustomerId,
  { id, stars, comment }: { id: bigint; stars: number; comment?: string | undefined },
): Promise<void> {
  await lockChat(tx, customer)
  const conversation = await findConversation(tx, id)
  if (conversation?.customer_id !== customer) throw refusal('NOT_FOUND')
  if (conversation.status !== 'closed') throw refusal('SUPPORT_OPEN')
  await rateConversation(tx, id, { stars, comment: comment ?? null })
}

// ── Operators

/** A conversation, held with its chat. Refuses: NOT_FOUND. */
async function lockConversation(tx: Tx, id: bigint): Promise<ConversationRow> {
  const found = await findConversation(tx, id)
  if (!found) throw refusal('NOT_FOUND')
  await lockChat(tx, found.customer_id)
  return (await findConversation(tx, id))!
}

/** One that goes on. Refuses: NOT_FOUND, SUPPORT_CLOSED. */
async function lockOpen(tx: Tx, id: bigint): Promise<ConversationRow> {
  const conversation = await lockConversation(tx, id)
  if (conversation.status === 'closed') throw refusal('SUPPORT_CLOSED')
  return conversation
}

/**
 * Gives a conversation to an operator, or to nobody; `from` is who had it when whoever decides saw it.
 *
 * Refuses: NOT_FOUND; SUPPORT_CLOSED; SUPPORT_TAKEN where another has it by now; SUPPORT_OPERATOR for who may not answer.
 * Returns: whether anything changed.
 */
export async function assign(
  tx: Tx,
  asked: { id: bigint; operator: bigint; from: bigint | null; to: bigint | null },
  nowMs: number,
): Promise<boolean> {
  const conversation = await lockOpen(tx, asked.id)
  const { operator_id: present } = conversation
  if (present === asked.to) return false
  if (present !== asked.from) throw refusal('SUPPORT_TAKEN')
  if (asked.to !== null && !(await mayAnswer(tx, asked.to))) throw refusal('SUPPORT_OPERATOR')
  await assignConversation(tx, asked.id, asked.to)
  const event = asked.to === null ? 'returned' : present === null ? 'taken' : 'handed-over'
  await insertMessage(tx, conversation, { sender: 'event', operator: asked.operator, event }, nowMs)
  return true
}

/**
 * Writes an answer to a customer; who writes first takes the conversation.
 *
 * Refuses: NOT_FOUND; SUPPORT_CLOSED; SUPPORT_TAKEN where another answers; IDEMPOTENCY_KEY_REUSED.
 */
export async function answer(
  tx: Tx,
  written: { id: bigint; operator: bigint; text: string; key?: string | undefined },
  nowMs: number,
): Promise<Written> {
  const { id, operator, text, key } = written
  const found = await lockConversation(tx, id)
  const before = key === undefined ? undefined : await findByKey(tx, found.customer_id, 'operator', key)
  if (before) {
    if (before.text !== text || before.conversation_id !== id || before.operator_id !== operator)
      throw refusal('IDEMPOTENCY_KEY_REUSED')
    return { message: before, isNew: false }
  }
  if (found.status === 'closed') throw refusal('SUPPORT_CLOSED')
  if (found.operator_id === null) {
    await assignConversation(tx, id, operator)
    await insertMessage(tx, found, { sender: 'event', operator, event: 'taken' }, nowMs)
  } else if (found.operator_id !== operator) throw refusal('SUPPORT_TAKEN')
  const message = await insertMessage(tx, found, { sender: 'operator', operator, text, key }, nowMs)
  await markFirstAnswer(tx, id, nowMs)
  await markQuestionsRead(tx, found.customer_id)
  return { message, isNew: true }
}

/** Says that who answers a conversation has read it. Refuses: NOT_FOUND, SUPPORT_CLOSED, SUPPORT_TAKEN of who does not answer it. */
export async function readQuestions(tx: Tx, id: bigint, operator: bigint): Promise<void> {
  const conversation = await lockOpen(tx, id)
  if (conversation.operator_id !== operator) throw refusal('SUPPORT_TAKEN')
  await markQuestionsRead(tx, conversation.customer_id)
}

/** Ends a conversation; one that is over stays so. Refuses: NOT_FOUND; SUPPORT_TAKEN where another answers. Returns: whether it ended now. */
export async function close(tx: Tx, id: bigint, operator: bigint, nowMs: number): Promise<boolean> {
  const conversation = await lockConversation(tx, id)
  if (conversation.operator_id !== null && conversation.operator_id !== operator)
    throw refusal('SUPPORT_TAKEN')
  return end(tx, conversation, operator, nowMs)
}

async function end(
  tx: Tx,
  conversation: ConversationRow,
  operator: bigint | undefined,
  nowMs: number,
): Promise<boolean> {
  if (conversation.status === 'closed') return false
  await endConversation(tx, conversation.id, nowMs)
  await insertMessage(tx, conversation, { sender: 'event', operator, event: 'closed' }, nowMs)
  if (operator !== undefined) await markQuestionsRead(tx, conversation.customer_id)
  return true
}

// ── Notices

const TOLD_AT_ONCE = 200

/** Tells customers by notice of answers that they have not read for a minute: once until they read. */
export async function tellUnread(db: Db, nowMs: number): Promise<void> {
  for (let told = TOLD_AT_ONCE; told === TOLD_AT_ONCE; ) {
    told = await db.transaction().execute(async (tx) => {
      const rows = await lockUntold(tx, nowMs - UNREAD_MS, TOLD_AT_ONCE)
      await writeNotices(
        tx,
        rows.map(({ customer_id, conversation_id, reference, answered }) => ({
          ...{ customer: customer_id, kind: 'support-answer' as const, subject: String(conversation_id) },
          params: { reference: supportReference(reference) },
          version: answered,
        })),
        nowMs,
      )
      for (const { customer_id, answered } of rows) await markNoticed(tx, customer_id, answered)
      return rows.length
    })
  }
}
