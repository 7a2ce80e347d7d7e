import { type Generated, sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { EXPORT_CONFIRMED_MS, GRACE_MS } from '#domain/privacy/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'

/** The SQL of deletions of accounts, and of the copies that customers take of their data. */

type DeletionStatus = 'asked' | 'cancelled' | 'stopped' | 'erasing' | 'done'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    account_deletion: {
      id: bigint
      customer_id: CustomerId
      asked_at: number | Date
      status: Generated<DeletionStatus>
      erased_from: number | Date | null
      ended_at: number | Date | null
    }
    data_export: {
      id: bigint
      customer_id: CustomerId
      session_id: bigint
      confirmed_at: number | Date
      taken_at: number | Date | null
    }
  }
}

/** A deletion that is not over. */
export interface DeletionRow {
  readonly id: bigint
  readonly customer_id: CustomerId
  readonly status: DeletionStatus
}

/** Writes a deletion down. Whoever has the customer's lock is the only one who does. */
export async function insertDeletion(tx: Tx, customer: CustomerId, nowMs: number): Promise<void> {
  await tx
    .insertInto('account_deletion')
    .values({ id: nextId(), customer_id: customer, asked_at: new Date(nowMs) })
    .execute()
}

/** A customer's deletion that is not over. */
export const openDeletion = async (db: Db | Tx, customer: CustomerId): Promise<DeletionRow | undefined> =>
  (await db
    .selectFrom('account_deletion')
    .select(['id', 'customer_id', 'status'])
    .where('customer_id', '=', customer)
    .where('status', 'in', ['asked', 'erasing'])
    .executeTakeFirst()) as DeletionRow | undefined

/** Whether an account was deleted, or is being: nobody signs in to it any more. */
export async function isDeleted(db: Db | Tx, customer: CustomerId): Promise<boolean> {
  const row = await db
    .selectFrom('account_deletion')
    .select('id')
    .where('customer_id', '=', customer)
    .where('status', 'in', ['erasing', 'done'])
    .executeTakeFirst()
  return row !== undefined
}

/** Those whose time has come, and those that were begun; some at a time. */
export const dueDeletions = async (db: Db, nowMs: number, limit: number): Promise<DeletionRow[]> =>
  (await db
    .selectFrom('account_deletion')
    .select(['id', 'customer_id', 'status'])
    .where('status', 'in', ['asked', 'erasing'])
    .where('asked_at', '<=', new Date(nowMs - GRACE_MS))
    .orderBy('asked_at')
    .orderBy('id')
    .limit(limit)
    .execute()) as DeletionRow[]

/** Ends one, or begins to erase; false where it went on meanwhile. */
export async function stepDeletion(
  tx: Db | Tx,
  { id, status: from }: DeletionRow,
  to: Exclude<DeletionStatus, 'asked'>,
  nowMs: number,
): Promise<boolean> {
  const now = new Date(nowMs)
  const { numUpdatedRows } = await tx
    .updateTable('account_deletion')
    .set({ status: to, ...(to === 'erasing' ? { erased_from: now } : { ended_at: now }) })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** When the copies of the last day were confirmed, the oldest first. */
export async function exportsOfDay(tx: Tx, customer: CustomerId, nowMs: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('data_export')
    .select('confirmed_at')
    .where('customer_id', '=', customer)
    .where('confirmed_at', '>', new Date(nowMs - DAY_MS))
    .orderBy('id')
    .execute()
  return rows.map(({ confirmed_at }) => Number(confirmed_at))
}

/** Notes that a session may take a copy. */
export async function insertExport(
  tx: Tx,
  customer: CustomerId,
  sessionId: bigint,
  nowMs: number,
): Promise<void> {
  await tx
    .insertInto('data_export')
    .values({ id: nextId(), customer_id: customer, session_id: sessionId, confirmed_at: new Date(nowMs) })
    .execute()
}

/** Takes a copy that this session confirmed, and was not taken; false where there is none. */
export async function takeExport(
  db: Db,
  customer: CustomerId,
  sessionId: bigint,
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    update data_export set taken_at = ${new Date(nowMs)}
    where id = (
      select id from data_export
      where customer_id = ${customer} and session_id = ${sessionId} and taken_at is null
        and confirmed_at > ${new Date(nowMs - EXPORT_CONFIRMED_MS)}
      order by id limit 1 for update skip locked
    ) returning 1`.execute(db)
  return rows.length === 1
}
