import { sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import { type CustomerId, customerId } from '#domain/ids.ts'
import {
  type NewNotice,
  type NoticeAudience,
  type NoticeContent,
  type NoticeSource,
  writeNotices,
} from '#server/core/notices/notices.ts'
import { realClock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { firstIdAt } from '#server/platform/ids.ts'

/** Events of each part that one transaction takes. */
const EVENTS = 500
/** Customers that one transaction tells. */
const CUSTOMERS = 500

/**
 * A position that no event can still come before. Events are numbered by their time: one from after now was written by
 * an earlier process whose clock was ahead, and the next ones of this process come before it.
 */
function settledPosition(position: bigint): bigint {
  const now = firstIdAt(realClock.nowMs())
  return position < now ? position : now
}

/** Writes the notices of what a source has seen since it was last followed, a batch to a transaction. */
export async function followSource(db: Db, source: NoticeSource, nowMs: number): Promise<void> {
  while (await db.transaction().execute((tx) => followBatch(tx, source, nowMs))) {
    // Until there is nothing new.
  }
}

/** Returns whether there may be more. */
async function followBatch(tx: Tx, { name, follow }: NoticeSource, nowMs: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('notice_position')
    .select(['part', 'position'])
    .where('source', '=', name)
    .forUpdate()
    .execute()
  const before = new Map(rows.map(({ part, position }) => [part, position]))
  const { notices, positions } = await follow(tx, before, EVENTS)
  await writeNotices(tx, notices, nowMs)
  let isMoved = false
  for (const [part, position] of positions) {
    const settled = settledPosition(position)
    if (settled <= (before.get(part) ?? 0n)) continue
    isMoved = true
    await tx
      .insertInto('notice_position')
      .values({ source: name, part, position: settled })
      .onConflict((conflict) => conflict.columns(['source', 'part']).doUpdateSet({ position: settled }))
      .execute()
  }
  return isMoved
}

interface BroadcastRow {
  readonly id: bigint
  readonly kind: string
  readonly subject: string
  readonly params: unknown
  readonly after_customer: bigint
}

/** Tells everybody whom the queued broadcasts concern, some customers to a transaction. */
export async function sendBroadcasts(
  db: Db,
  audiences: readonly NoticeAudience[],
  nowMs: number,
): Promise<void> {
  while (await db.transaction().execute((tx) => tellSome(tx, audiences, nowMs))) {
    // Until every customer has been told.
  }
}

async function tellSome(tx: Tx, audiences: readonly NoticeAudience[], nowMs: number): Promise<boolean> {
  const { rows } = await sql<BroadcastRow>`
    select id, kind, subject, params, after_customer from notice_broadcast order by id limit 1 for update`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return false
  const audience = audiences.find(({ kind }) => kind === row.kind)
  assert(audience, `a broadcast of kind ${row.kind} has an audience`)
  const customers = await audience.next(tx, row.subject, customerId(row.after_customer), CUSTOMERS)
  const content = { kind: row.kind, subject: row.subject, params: row.params } as NoticeContent
  await writeNotices(
    tx,
    customers.map((customer): NewNotice => ({ ...content, customer })),
    nowMs,
  )
  await (customers.length < CUSTOMERS
    ? tx.deleteFrom('notice_broadcast').where('id', '=', row.id)
    : tx
        .updateTable('notice_broadcast')
        .set({ after_customer: customers.at(-1) as CustomerId })
        .where('id', '=', row.id)
  ).execute()
  return true
}
