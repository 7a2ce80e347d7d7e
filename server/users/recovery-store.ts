import { type Generated, sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import {
  type MissingPart,
  NEW_PASSWORD_MS,
  RECOVERY_HOLD_MS,
  RECOVERY_WAIT_MS,
  type RecoveryStatus,
  recoveryOpensAtMs,
  UNVERIFIED_WAIT_MS,
} from '#domain/user/recovery.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { CustomerRow } from './store.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    account_recovery: {
      id: bigint
      customer_id: CustomerId
      missing: MissingPart
      /** Whether the document's number was named; without it, it takes longer. */
      by_document: Generated<boolean>
      note: string
      device: string
      ip: string
      asked_at: number | Date
      status: Generated<RecoveryStatus>
      maker: bigint | null
      checker: bigint | null
      ended_at: number | Date | null
    }
  }
}

/** Those that may still take effect. */
const open = ['asked', 'approved'] as const
const columns = [
  'id',
  'customer_id',
  'missing',
  'by_document',
  'note',
  'device',
  'ip',
  'asked_at',
  'status',
  'ended_at',
] as const

/** A request as it is kept. */
export interface RecoveryRow {
  readonly id: bigint
  readonly customer_id: CustomerId
  readonly missing: MissingPart
  readonly by_document: boolean
  readonly note: string
  readonly device: string
  readonly ip: string
  readonly asked_at: number
  readonly status: RecoveryStatus
  readonly ended_at: number | null
}

/** Writes a request down. Whoever has the customer's lock is the only one who does. */
export async function insertRecovery(
  tx: Tx,
  asked: Pick<RecoveryRow, 'id' | 'customer_id' | 'missing' | 'by_document' | 'note' | 'device' | 'ip'>,
  nowMs: number,
): Promise<void> {
  await tx
    .insertInto('account_recovery')
    .values({ ...asked, asked_at: new Date(nowMs) })
    .execute()
}

/** A recovery by its id. */
export const findRecovery = async (db: Db | Tx, id: bigint): Promise<RecoveryRow | undefined> =>
  (await db.selectFrom('account_recovery').select(columns).where('id', '=', id).executeTakeFirst()) as
    | RecoveryRow
    | undefined

/** The same, held so that nobody else decides it before the transaction ends. */
export const lockRecovery = async (tx: Tx, id: bigint): Promise<RecoveryRow | undefined> =>
  (await tx
    .selectFrom('account_recovery')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as RecoveryRow | undefined

/** The requests of a customer since a moment, newest first. */
export const recoveriesOf = async (
  db: Db | Tx,
  customer: CustomerId,
  sinceMs: number,
): Promise<RecoveryRow[]> =>
  (await db
    .selectFrom('account_recovery')
    .select(columns)
    .where('customer_id', '=', customer)
    .where('asked_at', '>', new Date(sinceMs))
    .orderBy('id', 'desc')
    .execute()) as RecoveryRow[]

/** A customer's request that may still take effect: there is at most one. */
export const openRecovery = async (db: Db | Tx, customer: CustomerId): Promise<RecoveryRow | undefined> =>
  (await db
    .selectFrom('account_recovery')
    .select(columns)
    .where('customer_id', '=', customer)
    .where('status', 'in', open)
    .executeTakeFirst()) as RecoveryRow | undefined

/** What waits for operators, whoever has waited longest first. */
export const waitingRecoveries = async (db: Db, limit: number): Promise<RecoveryRow[]> =>
  (await db
    .selectFrom('account_recovery')
    .select(columns)
    .where('status', '=', 'asked')
    .orderBy('id')
    .limit(limit)
    .execute()) as RecoveryRow[]

/** How many wait, and since when. */
export async function waitingRecoveryCount(db: Db): Promise<{ waiting: number; oldestAtMs: number | null }> {
  const { rows } = await sql<{ waiting: number; oldest: number | null }>`
    select count(*)::int as waiting, min(asked_at) as oldest
    from account_recovery where status = 'asked'`.execute(db)
  return { waiting: rows[0]!.waiting, oldestAtMs: rows[0]!.oldest }
}

/** Approves a request; false when it does not wait any more. */
export async function approveRecovery(
  tx: Tx,
  id: bigint,
  by: { readonly maker: bigint; readonly checker: bigint },
): Promise<boolean> {
  const approved = await tx
    .updateTable('account_recovery')
    .set({ status: 'approved', ...by })
    .where('id', '=', id)
    .where('status', '=', 'asked')
    .executeTakeFirst()
  return approved.numUpdatedRows === 1n
}

/** Ends an open request; false when it had ended, or is done without having been approved. */
export async function endRecovery(
  tx: Tx,
  id: bigint,
  status: 'done' | 'refused' | 'cancelled',
  nowMs: number,
): Promise<boolean> {
  const ended = await tx
    .updateTable('account_recovery')
    .set({ status, ended_at: new Date(nowMs) })
    .where('id', '=', id)
    .where('status', 'in', status === 'done' ? ['approved'] : open)
    .executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

/** Approved requests whose time has come. */
export const dueRecoveries = (db: Db, nowMs: number): Promise<{ id: bigint; customer_id: CustomerId }[]> =>
  db
    .selectFrom('account_recovery')
    .select(['id', 'customer_id'])
    .where('status', '=', 'approved')
    .where((where) =>
      where.or([
        where.and([
          where('by_document', '=', true),
          where('asked_at', '<=', new Date(nowMs - RECOVERY_WAIT_MS)),
        ]),
        where('asked_at', '<=', new Date(nowMs - UNVERIFIED_WAIT_MS)),
      ]),
    )
    .orderBy('id')
    .limit(100)
    .execute()

/**
 * Until when a customer's withdrawals are held by a recovery; 0 without one. Where no document was named they are held from
 * the request on, and as long as it is open: until what would follow it.
 */
export async function heldByRecoveryUntilMs(
  db: Db | Tx,
  customer: CustomerId,
  nowMs: number,
): Promise<number> {
  const waiting = await openRecovery(db, customer)
  if (waiting && !waiting.by_document)
    return Math.max(recoveryOpensAtMs(waiting.asked_at, false), nowMs) + RECOVERY_HOLD_MS
  const { rows } = await sql<{ at: number | null }>`
    select max(ended_at) as at from account_recovery
    where customer_id = ${customer} and status = 'done'`.execute(db)
  return rows[0]!.at === null ? 0 : rows[0]!.at + RECOVERY_HOLD_MS
}

/**
 * Whether a code may replace the password of a frozen account: within a week of a recovery, once. The new password is a
 * change of what guards the account, and after one it may not any more.
 */
export async function mayReplacePassword(
  db: Db | Tx,
  { id, security_changed_at }: Pick<CustomerRow, 'id' | 'security_changed_at'>,
  nowMs: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('account_recovery')
    .select('id')
    .where('customer_id', '=', id)
    .where('status', '=', 'done')
    .where('missing', '=', 'password')
    .where('ended_at', '>', new Date(nowMs - NEW_PASSWORD_MS))
    .where('ended_at', '>=', new Date(security_changed_at ?? 0))
    .executeTakeFirst()
  return row !== undefined
}
