import type { Payment } from '#domain/deposit/rules.ts'
import { refusal } from '#domain/errors.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    incoming_payment: {
      /** Empty for what was credited before outputs were told apart: it stands for the whole transaction. */
      chain: string
      tx_reference: string
      output_index: number
      credited_as: string
    }
  }
}

/** What of a transaction was credited before, and as what. */
export interface CreditedPayment {
  readonly isWhole: boolean
  readonly chain: string
  readonly outputIndex: number
  /** @example 'deposit:10001' */
  readonly creditedAs: string
}

/**
 * Writes down that a payment from outside is credited, in the transaction that credits it: one payment is
 * either a customer's deposit or the platform's own funds, and only once.
 *
 * Refuses: DEPOSIT_REFERENCE_USED when it was credited before, as whatever it was.
 */
export async function claimPayment(tx: Tx, payment: Payment, creditedAs: string): Promise<void> {
  const { chain, txReference, outputIndex } = payment
  const credited = await creditedOf(tx, txReference)
  if (credited.some(({ isWhole }) => isWhole || chain === '')) throw refusal('DEPOSIT_REFERENCE_USED')
  const row = await tx
    .insertInto('incoming_payment')
    .values({ chain, tx_reference: txReference, output_index: outputIndex, credited_as: creditedAs })
    .onConflict((conflict) => conflict.doNothing())
    .returning('tx_reference')
    .executeTakeFirst()
  if (!row) throw refusal('DEPOSIT_REFERENCE_USED')
}

/** Refuses, before anybody checks it, a payment that was credited: DEPOSIT_REFERENCE_USED. */
export async function checkPaymentIsNew(tx: Tx, { chain, txReference, outputIndex }: Payment): Promise<void> {
  const credited = await creditedOf(tx, txReference)
  const isUsed = credited.some(
    (one) => one.isWhole || chain === '' || (one.chain === chain && one.outputIndex === outputIndex),
  )
  if (isUsed) throw refusal('DEPOSIT_REFERENCE_USED')
}

/** Everything that was credited of a transaction, on whatever chain it is said to be. */
export async function creditedOf(db: Db | Tx, txReference: string): Promise<CreditedPayment[]> {
  const rows = await db
    .selectFrom('incoming_payment')
    .selectAll()
    .where('tx_reference', '=', txReference)
    .orderBy('output_index')
    .execute()
  return rows.map((row) => ({
    isWhole: row.chain === '',
    chain: row.chain,
    outputIndex: row.output_index,
    creditedAs: row.credited_as,
  }))
}
