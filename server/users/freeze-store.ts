import type { CustomerId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    account_freeze: {
      id: bigint
      customer_id: CustomerId
      device: string
      ip: string
      frozen_at: number | Date
      lifted_at: number | Date | null
    }
  }
}

/** The freeze of an account that was not lifted. */
export interface OpenFreeze {
  /** The browser that did it, and where. */
  readonly device: string
  readonly ip: string
  readonly frozenAtMs: number
}

/** Since when a customer's account is frozen, and from where; `undefined` when it is not. */
export async function freezeOf(db: Db | Tx, customer: CustomerId): Promise<OpenFreeze | undefined> {
  const row = await db
    .selectFrom('account_freeze')
    .select(['device', 'ip', 'frozen_at'])
    .where('customer_id', '=', customer)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return row && { device: row.device, ip: row.ip, frozenAtMs: Number(row.frozen_at) }
}

/** Of customers, those who froze their account. */
export const frozenCustomers = (db: Db) =>
  db.selectFrom('account_freeze').select('customer_id').where('lifted_at', 'is', null)

/** Which of these customers froze their account. */
export async function frozenAmong(
  db: Db,
  customers: readonly CustomerId[],
): Promise<ReadonlySet<CustomerId>> {
  if (customers.length === 0) return new Set()
  const rows = await frozenCustomers(db).where('customer_id', 'in', customers).execute()
  return new Set(rows.map((row) => row.customer_id))
}

/** Freezes an account from where a session began. Whoever has the customer's lock is the only one who does. */
export async function insertFreeze(
  tx: Tx,
  customer: CustomerId,
  sessionId: bigint,
  nowMs: number,
): Promise<void> {
  const { device, ip } = await tx
    .selectFrom('customer_session')
    .select(['device', 'ip'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('account_freeze')
    .values({ id: nextId(), customer_id: customer, device, ip, frozen_at: new Date(nowMs), lifted_at: null })
    .execute()
}

/** Lifts the freeze of an account; false where there is none. */
export async function liftFreeze(tx: Tx, customer: CustomerId, nowMs: number): Promise<boolean> {
  const lifted = await tx
    .updateTable('account_freeze')
    .set({ lifted_at: new Date(nowMs) })
    .where('customer_id', '=', customer)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return lifted.numUpdatedRows === 1n
}
