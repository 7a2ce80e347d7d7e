import { hasOutputs } from '#domain/deposit/rules.ts'
import { refusal } from '#domain/errors.ts'
import type { IncomingPayment } from '#server/core/incoming-payments.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { addressesPaidBy } from './store.ts'

/**
 * Asked of a payment that comes in, after its transaction is held: what left as a withdrawal is nothing else, except where it
 * went to the address of ours that it came to. Where people number what a transaction pays as they like, any of it counts.
 *
 * Refuses: DEPOSIT_REFERENCE_USED.
 */
export async function requireNotPaidOut(tx: Tx, payment: IncomingPayment): Promise<void> {
  const paid = await addressesPaidBy(tx, payment, { byAny: !hasOutputs(payment.chain) })
  if (paid.some((address) => address === null || address !== payment.address))
    throw refusal('DEPOSIT_REFERENCE_USED')
}
