import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { heldByRecoveryUntilMs } from './recovery-store.ts'

/** How long withdrawals are held after a password, a pay password, a contact or a second factor changed, or an account was frozen or unfrozen. */
export const WITHDRAWAL_HOLD_MS = DAY_MS

/** Until when a customer's withdrawals are held by a change of what guards their account, or by a recovery; `undefined` when they are not. */
export async function withdrawalsHeldUntilMs(
  db: Db | Tx,
  customer: CustomerId,
  nowMs: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('customer')
    .select('security_changed_at')
    .where('id', '=', customer)
    .executeTakeFirst()
  if (!row?.security_changed_at) return undefined
  // A recovery is such a change as well: without one there is none.
  const changedUntilMs = Number(row.security_changed_at) + WITHDRAWAL_HOLD_MS
  const untilMs = Math.max(changedUntilMs, await heldByRecoveryUntilMs(db, customer))
  return untilMs > nowMs ? untilMs : undefined
}
