import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { hoursUntil } from '#domain/withdrawal/rules.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { freezeOf } from './freeze-store.ts'
import { lockCustomer } from './store.ts'
import { withdrawalsHeldUntilMs } from './withdrawal-hold.ts'

/** What an operator is refused who pays a customer: the customer's own refusals name an account as the reader's. */

/** Refuses: CUSTOMER_FROZEN. */
export async function requireNotFrozenToPay(tx: Tx, customer: CustomerId): Promise<void> {
  if (await freezeOf(tx, customer)) throw refusal('CUSTOMER_FROZEN')
}

/**
 * Whether money may be paid out of a customer's account: what guards it may have changed since they asked for it. Locks the
 * customer, so that nothing of it changes before the payment is written.
 *
 * Refuses: CUSTOMER_FROZEN; CUSTOMER_HELD with the hours that are left.
 */
export async function requirePayable(tx: Tx, customer: CustomerId, nowMs: number): Promise<void> {
  await lockCustomer(tx, customer, 'to read')
  await requireNotFrozenToPay(tx, customer)
  const heldUntilMs = await withdrawalsHeldUntilMs(tx, customer, nowMs)
  if (heldUntilMs !== undefined) throw refusal('CUSTOMER_HELD', { hours: hoursUntil(heldUntilMs, nowMs) })
}
