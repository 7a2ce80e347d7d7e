import { sql } from 'kysely'
import { requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import { decideHeld } from '#domain/withdrawal/rules.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { heldByRecoveryUntilMs } from './recovery-store.ts'

/** How long withdrawals are held after a password, a pay password, a contact, a passkey or a second factor changed, or an account was frozen or unfrozen. */
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
  const changedUntilMs = row?.security_changed_at ? Number(row.security_changed_at) + WITHDRAWAL_HOLD_MS : 0
  const untilMs = Math.max(changedUntilMs, await heldByRecoveryUntilMs(db, customer, nowMs))
  return untilMs > nowMs ? untilMs : undefined
}

/** The same of several customers, by id; without those whose withdrawals are not held. */
export async function heldUntilOf(
  db: Db | Tx,
  customers: readonly CustomerId[],
  nowMs: number,
): Promise<ReadonlyMap<CustomerId, number>> {
  // Few changed something within a day, or ever recovered an account: no more are looked at one by one.
  const { rows } = await sql<{ id: CustomerId }>`
    select c.id from customer c where c.id = any(${[...customers]}::bigint[])
      and (c.security_changed_at > ${new Date(nowMs - WITHDRAWAL_HOLD_MS)}
        or exists (select 1 from account_recovery r where r.customer_id = c.id))`.execute(db)
  const held = new Map<CustomerId, number>()
  for (const { id } of rows) {
    const untilMs = await withdrawalsHeldUntilMs(db, id, nowMs)
    if (untilMs !== undefined) held.set(id, untilMs)
  }
  return held
}

/** Refuses: WITHDRAWAL_HELD with the hours that are left, to whose withdrawals are held. */
export async function requireNotHeld(db: Db | Tx, customer: CustomerId, nowMs: number): Promise<void> {
  requireAllowed(decideHeld(await withdrawalsHeldUntilMs(db, customer, nowMs), nowMs))
}
