import { sql } from 'kysely'
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
  // Two payments of one transaction one after the other: the second sees what the first was credited as.
  await sql`select pg_advisory_xact_lock(hashtextextended(${txReference}, 0))`.execute(tx)
  await checkPaymentIsNew(tx, payment, creditedAs)
  const row = await tx
    .insertInto('incoming_payment')
    .values({ chain, tx_reference: txReference, output_index: outputIndex, credited_as: creditedAs })
    .onConflict((conflict) => conflict.doNothing())
    .returning('tx_reference')
    .executeTakeFirst()
  if (!row) throw refusal('DEPOSIT_REFERENCE_USED')
}

/** Refuses, before anybody checks it, a payment that was credited: DEPOSIT_REFERENCE_USED. */
export async function checkPaymentIsNew(tx: Tx, payment: Payment, creditedAs = ''): Promise<void> {
  const credited = await creditedOf(tx, payment.txReference)
  if (credited.some((one) => isSame(one, payment, isWatched(creditedAs))))
    throw refusal('DEPOSIT_REFERENCE_USED')
}

/** Whether a watcher of the chain has numbered the payment, and not a person. */
const isWatched = (creditedAs: string): boolean => creditedAs.startsWith('chain:')

/**
 * Whether a credited payment is, or may be, the one to be credited. People may read another number for the same payment
 * than the watcher: a transaction is credited either by the one or by the other.
 */
function isSame(one: CreditedPayment, { chain, outputIndex }: Payment, isByWatcher: boolean): boolean {
  if (one.isWhole || chain === '') return true
  if (one.chain !== chain) return false
  if (one.outputIndex === outputIndex) return true
  return isWatched(one.creditedAs) !== isByWatcher
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
