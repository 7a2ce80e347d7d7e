import { sql } from 'kysely'
import { hasOutputs, type Payment } from '#domain/deposit/rules.ts'
import { refusal } from '#domain/errors.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { IncomingPayment } from './incoming-payments.ts'

/** What left as withdrawals, for whoever books a payment: deposits and withdrawals need each other in one direction alone. */

/**
 * The addresses that withdrawals were paid to by a payment; null of a card. One of which people are to say what its own
 * transaction paid is not paid yet. `byAny`: whatever the number of its payment.
 */
export async function addressesPaidBy(
  tx: Tx,
  { txReference, outputIndex }: Payment,
  { byAny = false } = {},
): Promise<(string | null)[]> {
  const { rows } = await sql<{ address: string | null }>`
    select w.address from withdrawal w left join withdrawal_transaction t on t.withdrawal_id = w.id
    where w.txid = ${txReference} and (${byAny} or w.output_index = ${outputIndex})
      and (w.ended_at is not null or t.other_txid is distinct from w.txid)`.execute(tx)
  return rows.map(({ address }) => address)
}

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
