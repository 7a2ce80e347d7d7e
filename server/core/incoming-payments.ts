import { refusal } from '#domain/errors.ts'
import type { Tx } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    incoming_payment: { tx_reference: string; credited_as: string }
  }
}

/**
 * Writes down that a payment from outside is credited, in the transaction that credits it: one payment is
 * either a customer's deposit or the platform's own funds, and only once.
 *
 * Refuses: DEPOSIT_REFERENCE_USED when it was credited before, as whatever it was.
 */
export async function claimPayment(tx: Tx, txReference: string, creditedAs: string): Promise<void> {
  const row = await tx
    .insertInto('incoming_payment')
    .values({ tx_reference: txReference, credited_as: creditedAs })
    .onConflict((conflict) => conflict.doNothing())
    .returning('tx_reference')
    .executeTakeFirst()
  if (!row) throw refusal('DEPOSIT_REFERENCE_USED')
}

/** Refuses, before anybody checks it, a payment that was credited: DEPOSIT_REFERENCE_USED. */
export async function checkPaymentIsNew(tx: Tx, txReference: string): Promise<void> {
  const row = await tx
    .selectFrom('incoming_payment')
    .select('tx_reference')
    .where('tx_reference', '=', txReference)
    .executeTakeFirst()
  if (row) throw refusal('DEPOSIT_REFERENCE_USED')
}
