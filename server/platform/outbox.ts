import { type RawBuilder, sql, type UpdateObject } from 'kysely'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { nextId } from './ids.ts'
import type { PushMessage } from './push/push.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    outbox: {
      id: bigint
      kind: Message['kind']
      payload: unknown
      attempts: number
      /** When to try next; `infinity` once it is given up. */
      due_at: number | Date
      created_at: number | Date
      sent_at: number | Date | null
      failure: string | null
    }
  }
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The id of the customer it is for: what they chose for the head of their mails is added when it is sent. */
  readonly customer?: string
}

export interface Sms {
  readonly to: string
  readonly text: string
}

export type Message =
  | { readonly kind: 'mail'; readonly mail: Mail }
  | { readonly kind: 'sms'; readonly sms: Sms }
  | { readonly kind: 'push'; readonly push: PushMessage }

/**
 * A queued message; it is not sent after `untilMs`. One that is not to be sent at all (`isWithheld`) is written as if it had
 * been, where the time that queueing takes must not tell the two apart.
 */
export type Queued = Message & { readonly untilMs?: number; readonly isWithheld?: boolean }

/** Queues a message in the caller's transaction: it is sent if, and only if, that commits. */
export async function queueMessage(tx: Tx, message: Queued, nowMs: number): Promise<void> {
  const { kind, untilMs, isWithheld = false } = message
  await tx
    .insertInto('outbox')
    .values({
      id: nextId(),
      kind,
      payload: isWithheld ? GONE : JSON.stringify({ ...contentOf(message), untilMs }),
      attempts: 0,
      due_at: new Date(nowMs),
      created_at: new Date(nowMs),
      sent_at: isWithheld ? new Date(nowMs) : null,
      failure: null,
    })
    .execute()
}

function contentOf(message: Message): Mail | Sms | PushMessage {
  if (message.kind === 'mail') return message.mail
  return message.kind === 'sms' ? message.sms : message.push
}

const BATCH = 20
const FIRST_RETRY_MS = 5 * SECOND_MS
/** Bounded, so that the backlog is sent soon after the sender recovers. */
const MAX_RETRY_MS = 15 * MINUTE_MS
const GIVE_UP_AFTER_MS = 2 * DAY_MS
/** When a message that was given up is due. */
const NEVER = sql<Date>`'infinity'::timestamptz`

/** The payload of a sent or expired message is erased: it may have held a code and an address. */
const GONE = '{}'

interface DueRow {
  readonly id: bigint
  readonly kind: Message['kind']
  readonly payload: (Mail | Sms | PushMessage) & { readonly untilMs?: number }
  readonly attempts: number
  readonly created_at: number
}

/**
 * Sends what is due of some kinds, one after the other, or `atOnce` where the receivers are many and one that is
 * slow must not keep the others waiting. A failing message is tried again, twice as late each time and at most a
 * quarter of an hour later, for two days. Each is tried at least once unless it has expired, and none while the database
 * takes no writes. The payload is erased afterwards.
 */
export async function sendDue(
  db: Db,
  send: (message: Message) => Promise<void>,
  nowMs: number,
  { kinds = ['mail', 'sms', 'push'], atOnce = false }: { kinds?: Message['kind'][]; atOnce?: boolean } = {},
): Promise<void> {
  const due = await sql<DueRow>`
    select id, kind, payload, attempts, created_at from outbox
    where sent_at is null and due_at <= ${new Date(nowMs)} and kind = any(${kinds}::text[])
    order by due_at limit ${BATCH}`.execute(db)
  if (atOnce) await Promise.all(due.rows.map((row) => sendOne(db, send, row, nowMs)))
  else for (const row of due.rows) await sendOne(db, send, row, nowMs)
}

async function sendOne(
  db: Db,
  send: (message: Message) => Promise<void>,
  row: DueRow,
  nowMs: number,
): Promise<void> {
  const { id, kind, payload, attempts, created_at } = row
  const { untilMs, ...content } = payload
  if (untilMs !== undefined && untilMs <= nowMs) {
    const failure = 'of no use any more before it could be sent'
    return updateMessage(db, id, { due_at: NEVER, failure, payload: GONE })
  }
  const retryAtMs = nowMs + Math.min(FIRST_RETRY_MS * 2 ** attempts, MAX_RETRY_MS)
  if (!(await claim(db, row, nowMs, retryAtMs))) return
  try {
    await send({ kind, [kind]: content } as unknown as Message)
  } catch (error) {
    const isOver = retryAtMs >= created_at + GIVE_UP_AFTER_MS
    return updateMessage(db, id, {
      failure: (error as Error).message.slice(0, 200),
      ...(isOver && { due_at: NEVER }),
    })
  }
  await updateMessage(db, id, { sent_at: new Date(nowMs), payload: GONE })
}

/**
 * Counts the attempt and sets when the next is due, before anything is sent: a database that takes no writes would have the
 * same message sent at each look for as long as that lasts, and a sender that ends under way would have it sent at once.
 *
 * Returns: whether it is this sender's; another may have claimed it meanwhile.
 */
async function claim(db: Db, { id, attempts }: DueRow, nowMs: number, retryAtMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ attempts: attempts + 1, due_at: new Date(retryAtMs) })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('attempts', '=', attempts)
    .where('due_at', '<=', new Date(nowMs))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many messages wait to be sent. */
export const countWaiting = (db: Db): Promise<number> => count(db, sql`due_at < ${NEVER}`)

/** How many messages were given up and never sent. */
export const countGivenUp = (db: Db): Promise<number> => count(db, sql`due_at = ${NEVER}`)

/**
 * When the oldest mail or SMS that waits was queued; undefined while none does. A browser may be away for days: what is
 * pushed to it is left out.
 */
export async function oldestWaitingAtMs(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(created_at)) * 1000)::float8 as ms
    from outbox where sent_at is null and due_at < ${NEVER} and kind <> 'push'`.execute(db)
  return rows[0]!.ms ?? undefined
}

async function count(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox where sent_at is null and ${condition}`.execute(db)
  return rows[0]!.count
}

async function updateMessage(db: Db, id: bigint, change: UpdateObject<Tables, 'outbox'>): Promise<void> {
  await db.updateTable('outbox').set(change).where('id', '=', id).execute()
}
