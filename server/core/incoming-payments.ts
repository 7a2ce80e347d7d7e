import { sql } from 'kysely'
import { BANK, hasOutputs, type Payment } from '#domain/deposit/rules.ts'
import { refusal } from '#domain/errors.ts'
import type { Units } from '#domain/money/amount.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    incoming_payment: {
      /**
       * Empty for what stands for the whole transaction: what was credited before outputs were told apart, and what is
       * booked with all that its transaction pays.
       */
      chain: string
      tx_reference: string
      output_index: number
      numbered_by: Numbering
      address: string | null
      amount: Units | null
      credited_as: string
    }
  }
}

/**
 * Whose number of a payment within its transaction it is. Outputs have the chain's own. Of logs a watcher counts those of
 * the transaction and people read the number in the block, so the two say nothing of each other.
 */
type Numbering = 'chain' | 'watcher' | 'person'

/** A payment as it is to be credited. */
export interface IncomingPayment extends Payment {
  /** Who says which of the transaction's payments it is. */
  readonly by: 'watcher' | 'person'
  /** Which of our addresses it came to; null where that is not known. */
  readonly address: string | null
  /** What arrived, in the ledger's units. */
  readonly amount: Units
}

/** What of a transaction was credited before, and as what. */
export interface CreditedPayment {
  readonly isWhole: boolean
  readonly chain: string
  readonly outputIndex: number
  readonly numberedBy: Numbering
  readonly address: string | null
  readonly amount: Units | null
  /** @example 'deposit:10001' */
  readonly creditedAs: string
}

/** Holds a transaction until one's own ends: two who book payments of it do so one after the other, and the second sees the first. */
export async function lockTransaction(tx: Tx, txReference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${txReference}, 0))`.execute(tx)
}

/**
 * A payment that takes its whole transaction, on a chain on which people number what it pays as they like: nothing else of it
 * is booked before or after.
 */
export const takingWhole = (payment: IncomingPayment): IncomingPayment =>
  payment.chain === BANK || hasOutputs(payment.chain) ? payment : { ...payment, chain: '', outputIndex: 0 }

/**
 * Writes down that a payment is booked, in the transaction that books it: a deposit, the platform's own funds, or what was paid
 * out by hand. One payment is one of them, and only once.
 *
 * Refuses: DEPOSIT_REFERENCE_USED when it was credited before, as whatever it was.
 */
export async function claimPayment(tx: Tx, payment: IncomingPayment, creditedAs: string): Promise<void> {
  const { chain, txReference, outputIndex, address, amount } = payment
  await lockTransaction(tx, txReference)
  await checkPaymentIsNew(tx, payment)
  const row = await tx
    .insertInto('incoming_payment')
    .values({
      ...{ chain, address, amount },
      ...{ tx_reference: txReference, output_index: outputIndex, numbered_by: numberingOf(payment) },
      credited_as: creditedAs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('tx_reference')
    .executeTakeFirst()
  if (!row) throw refusal('DEPOSIT_REFERENCE_USED')
}

/** Refuses, before anybody checks it, a payment that was credited: DEPOSIT_REFERENCE_USED. */
export async function checkPaymentIsNew(tx: Tx, payment: IncomingPayment): Promise<void> {
  if (await isCredited(tx, payment)) throw refusal('DEPOSIT_REFERENCE_USED')
}

/** Whether a payment was credited, as whatever it was, or one that cannot be told from it. */
export async function isCredited(db: Db | Tx, payment: IncomingPayment): Promise<boolean> {
  const credited = await creditedOf(db, payment.txReference)
  return credited.some((one) => isSame(one, payment))
}

/**
 * Whether a payment that left to an address was booked as anything but a deposit to that address. One to an address here is both
 * what left and what came; what is booked without an address is neither. What a person booked at another address may be what
 * left, where people number what a transaction pays as they like; what a watcher booked there was seen there.
 */
export async function isBookedElsewhere(tx: Tx, payment: Payment, paidTo: string): Promise<boolean> {
  const booked = await creditedOf(tx, payment.txReference)
  return booked.some((one) => {
    if (one.address === null) return isSame(one, { ...payment, by: 'person', address: null, amount: null })
    if (one.address === paidTo || one.numberedBy === 'watcher' || one.chain !== payment.chain) return false
    return !hasOutputs(payment.chain) || one.outputIndex === payment.outputIndex
  })
}

/** A payment that is compared with what was booked; `amount`: null where that says nothing. */
type Compared = Omit<IncomingPayment, 'amount'> & { readonly amount: Units | null }

const numberingOf = ({ chain, by }: Pick<IncomingPayment, 'chain' | 'by'>): Numbering =>
  hasOutputs(chain) ? 'chain' : by

/**
 * Whether a credited payment is, or may be, the one to be credited. By numbers of the same kind it is the one with the
 * same number; else any that cannot be told apart by its address and by its amount. Both must differ: the address is the
 * customer's word, and of the amount a person may have read another.
 */
function isSame(one: CreditedPayment, payment: Compared): boolean {
  if (one.isWhole || payment.chain === '') return true
  if (one.chain !== payment.chain) return false
  if (one.numberedBy === numberingOf(payment)) return one.outputIndex === payment.outputIndex
  const isElsewhere = one.address !== null && payment.address !== null && one.address !== payment.address
  return !isElsewhere || one.amount === null || one.amount === payment.amount
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
    numberedBy: row.numbered_by,
    address: row.address,
    amount: row.amount,
    creditedAs: row.credited_as,
  }))
}
