import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { type NoticeKind, type NoticeParams, noticeRules } from '#domain/notice/kinds.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { FIRST_CUSTOMER } from '../ledger/accounts.ts'

/**
 * What customers are told of. Whatever something happens in writes the notice in its own transaction, and
 * `products/notice` shows it and tells it by mail and push once that has committed.
 */

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    notice: {
      customer_id: CustomerId
      id: bigint
      kind: string
      /** The id of what it is about: one notice of a kind for each. */
      subject: string
      /** Rises with what the notice tells of the same subject. */
      version: bigint
      params: unknown
      /** Nothing more will be told of the subject. */
      is_final: boolean
      /** In the app: not where the customer chose otherwise. */
      is_shown: boolean
      /** This version went out by the ways that the customer chose. */
      is_delivered: boolean
      /** An earlier version did. */
      is_told: boolean
      created_at: number | Date
      read_at: number | Date | null
    }
    notice_choice: {
      customer_id: CustomerId
      topic: string
      app: boolean
      mail: boolean
      push: boolean
    }
    notice_position: { source: string; part: string; position: bigint }
    notice_broadcast: {
      id: bigint
      kind: string
      subject: string
      params: unknown
      after_customer: bigint
    }
  }
}

/** What is told, of whatever kind. */
export type NoticeContent = {
  [Kind in NoticeKind]: { readonly kind: Kind; readonly subject: string; readonly params: NoticeParams<Kind> }
}[NoticeKind]

/** A notice to be written. */
export type NewNotice = NoticeContent & {
  readonly customer: CustomerId
  /** Of a subject that is told of as it goes on: a later version takes the place of the notice, unread again. */
  readonly version?: bigint
  /** Whether this is the last version; mail and push go out for the first, the last and what is `alwaysHeard`. */
  readonly isFinal?: boolean
}

/**
 * Writes notices in the caller's transaction. One that is there already is left as it is, or replaced by a later
 * version. The platform's own traders get none.
 */
export async function writeNotices(tx: Tx, notices: readonly NewNotice[], nowMs: number): Promise<void> {
  const own = notices.filter(({ customer }) => customer >= FIRST_CUSTOMER)
  if (own.length === 0) return
  const ids = own.map(() => nextId())
  await sql`
    insert into notice (customer_id, id, kind, subject, version, params, is_final, is_shown, created_at)
    select n.customer_id, n.id, n.kind, n.subject, n.version, n.params, n.is_final,
      n.is_always_shown or coalesce(c.app, true),
      ${new Date(nowMs)}::timestamptz
    from unnest(
      ${arrayLiteral(own, (notice) => notice.customer)}::bigint[], ${arrayLiteral(ids, (id) => id)}::bigint[],
      ${textArrayLiteral(own, (notice) => notice.kind)}::text[],
      ${textArrayLiteral(own, (notice) => noticeRules(notice.kind).topic)}::text[],
      ${textArrayLiteral(own, (notice) => notice.subject)}::text[],
      ${arrayLiteral(own, (notice) => notice.version ?? 0n)}::bigint[],
      ${textArrayLiteral(own, (notice) => JSON.stringify(notice.params))}::jsonb[],
      ${arrayLiteral(own, (notice) => notice.isFinal ?? true)}::boolean[],
      ${arrayLiteral(own, (notice) => noticeRules(notice.kind).isAlwaysShown ?? false)}::boolean[])
      n (customer_id, id, kind, topic, subject, version, params, is_final, is_always_shown)
    left join notice_choice c on c.customer_id = n.customer_id and c.topic = n.topic
    on conflict (customer_id, kind, subject) do update set id = excluded.id, version = excluded.version,
      params = excluded.params, is_final = excluded.is_final, is_shown = excluded.is_shown,
      is_told = notice.is_delivered or notice.is_told, is_delivered = false, created_at = excluded.created_at,
      read_at = null
    where notice.version < excluded.version`.execute(tx)
}

/**
 * Queues something to tell to many customers, in the caller's transaction. Who they are says the product's
 * `NoticeAudience` for the kind, some at a time.
 */
export async function broadcast(tx: Tx, { kind, subject, params }: NoticeContent): Promise<void> {
  const row = { id: nextId(), kind, subject, params: JSON.stringify(params), after_customer: 0n }
  await tx.insertInto('notice_broadcast').values(row).execute()
}

/** Whom a broadcast of a kind is for: the customers after one, in the order of their ids. */
export interface NoticeAudience {
  readonly kind: NoticeKind
  next(tx: Db | Tx, subject: string, after: CustomerId, limit: number): Promise<CustomerId[]>
}

/**
 * What is told of without the transaction that it happens in knowing: a source is followed from where it was left,
 * so that what must be quick writes nothing more.
 */
export interface NoticeSource {
  readonly name: string
  /**
   * The notices of what came after `positions`, of at most `limit` events of each part, and the positions after them. What
   * came before may be among them again: the same notice is not written twice.
   */
  follow(
    tx: Tx,
    positions: ReadonlyMap<string, bigint>,
    limit: number,
  ): Promise<{ readonly notices: readonly NewNotice[]; readonly positions: ReadonlyMap<string, bigint> }>
}

/** What a product brings to what customers are told of. */
export interface ProductNotices {
  readonly sources?: readonly NoticeSource[]
  readonly audiences?: readonly NoticeAudience[]
}
