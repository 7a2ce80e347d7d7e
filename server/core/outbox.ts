import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from './ids.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    outbox: {
      id: bigint
      kind: 'mail' | 'sms'
      payload: unknown
      attempts: number
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
}

export interface Sms {
  readonly to: string
  readonly text: string
}

export type Message =
  | { readonly kind: 'mail'; readonly mail: Mail }
  | { readonly kind: 'sms'; readonly sms: Sms }

/** Queues a message in the caller's transaction: it is sent if, and only if, that commits. */
export async function queueMessage(tx: Tx, message: Message, nowMs: number): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      id: nextId(),
      kind: message.kind,
      payload: JSON.stringify(message.kind === 'mail' ? message.mail : message.sms),
      attempts: 0,
      due_at: new Date(nowMs),
      created_at: new Date(nowMs),
      sent_at: null,
      failure: null,
    })
    .execute()
}

const BATCH = 20
const MAX_ATTEMPTS = 8
const FIRST_RETRY_MS = 5_000

/**
 * Sends what is due. Each message is tried at least once; a failing one again later, twice as late each
 * time, eight times at most.
 */
export async function sendDue(
  db: Db,
  send: (message: Message) => Promise<void>,
  nowMs: number,
): Promise<void> {
  const due = await sql<{ id: bigint; kind: Message['kind']; payload: unknown; attempts: number }>`
    select id, kind, payload, attempts from outbox
    where sent_at is null and due_at <= ${new Date(nowMs)} and attempts < ${MAX_ATTEMPTS}
    order by due_at limit ${BATCH}`.execute(db)
  for (const { id, kind, payload, attempts } of due.rows) {
    try {
      await send(kind === 'mail' ? { kind, mail: payload as Mail } : { kind, sms: payload as Sms })
      await db
        .updateTable('outbox')
        .set({ sent_at: new Date(nowMs), attempts: attempts + 1 })
        .where('id', '=', id)
        .execute()
    } catch (error) {
      await db
        .updateTable('outbox')
        .set({
          attempts: attempts + 1,
          failure: (error as Error).message.slice(0, 200),
          due_at: new Date(nowMs + FIRST_RETRY_MS * 2 ** attempts),
        })
        .where('id', '=', id)
        .execute()
    }
  }
}
