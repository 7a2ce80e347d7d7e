import { sql } from 'kysely'
import { requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import { causeNotices, causeOf, type HoldCause } from '#domain/user/hold-causes.ts'
import { decideHeld } from '#domain/withdrawal/rules.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { freezeOf } from './freeze-store.ts'
import { nightLockedUntilMs } from './guard-rails.ts'
import { heldByRecoveryUntilMs } from './recovery-store.ts'

/** How long withdrawals are held after a password, a pay password, a contact, a passkey or a second factor changed, or an account was frozen or unfrozen. */
export const WITHDRAWAL_HOLD_MS = DAY_MS

/** Until when a customer's withdrawals are held by a change of what guards their account, or by a recovery; `undefined` when they are not. */
export async function withdrawalsHeldUntilMs(
  db: Db | Tx,
  customer: CustomerId,
  nowMs: number,
): Promise<number | undefined> {
  const changedUntilMs = untilOf(await changedAtMs(db, customer))
  const untilMs = Math.max(changedUntilMs, await heldByRecoveryUntilMs(db, customer, nowMs))
  return untilMs > nowMs ? untilMs : undefined
}

/** When what guards a customer's account last changed; undefined where nothing has. */
async function changedAtMs(db: Db | Tx, customer: CustomerId): Promise<number | undefined> {
  const row = await db
    .selectFrom('customer')
    .select('security_changed_at')
    .where('id', '=', customer)
    .executeTakeFirst()
  return row?.security_changed_at ? Number(row.security_changed_at) : undefined
}

const untilOf = (atMs: number | undefined): number => (atMs === undefined ? 0 : atMs + WITHDRAWAL_HOLD_MS)

/** What holds withdrawals; `untilMs` is null where only the customer ends it. */
export interface WithdrawalHold {
  readonly cause: HoldCause
  readonly untilMs: number | null
}

/**
 * Everything that holds a customer's withdrawals now, for an operator who looks: what `withdrawalsHeldUntilMs` counts, each by its
 * cause, the customer's own freeze, and the hours that they locked. Holds nothing itself.
 */
export async function withdrawalHolds(
  db: Db | Tx,
  customer: CustomerId,
  nowMs: number,
): Promise<WithdrawalHold[]> {
  const atMs = await changedAtMs(db, customer)
  const holds: WithdrawalHold[] = [
    { cause: await causeOfChange(db, customer, atMs ?? 0), untilMs: untilOf(atMs) },
    { cause: 'recovery', untilMs: await heldByRecoveryUntilMs(db, customer, nowMs) },
    { cause: 'night', untilMs: (await nightLockedUntilMs(db, customer, nowMs)) ?? 0 },
    ...((await freezeOf(db, customer)) ? [{ cause: 'frozen' as const, untilMs: null }] : []),
  ]
  const inForce = holds.filter(({ untilMs }) => untilMs === null || untilMs > nowMs)
  // A freeze and a recovery are changes too: each is said once, as long as it lasts.
  return [...new Map(inForce.map((hold) => [hold.cause, hold])).values()]
}

/** What the customer was told of at the moment of a change. */
async function causeOfChange(db: Db | Tx, customer: CustomerId, atMs: number): Promise<HoldCause> {
  const notice = await db
    .selectFrom('notice')
    .select('kind')
    .where('customer_id', '=', customer)
    .where('created_at', '=', new Date(atMs))
    .where('kind', 'in', [...causeNotices])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return causeOf(notice?.kind)
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
