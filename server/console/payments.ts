import type { ProposalView } from '#domain/console/contract.ts'
import { BANK, type Payment } from '#domain/deposit/rules.ts'
import { creditedOf } from '#server/core/incoming-payments.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Texts } from './store.ts'

/** A payment from outside as part of a proposal. By its parameters one waits at a time for each payment. */
export const paymentParams = ({ chain, txReference, outputIndex }: Payment): Texts => ({
  chain,
  txReference,
  outputIndex: String(outputIndex),
})

/** What the checker reads of a payment: where it is found, and what else was credited of its transaction. */
export async function paymentLines(
  db: Db | Tx,
  payment: Payment,
  subject?: string,
): Promise<ProposalView['lines']> {
  const { chain, txReference, outputIndex } = payment
  const credited = await creditedOf(db, txReference)
  const others = credited.filter(
    (one) => one.creditedAs !== subject && (one.chain !== chain || one.outputIndex !== outputIndex),
  )
  return [
    { label: 'Transaction', value: txReference, before: null },
    ...(chain === BANK ? [] : [{ label: 'Output or log index', value: String(outputIndex), before: null }]),
    ...others.map((one) => ({
      label: 'Also credited of this transaction',
      value: one.isWhole ? one.creditedAs : `${one.creditedAs}, output ${one.outputIndex} on ${one.chain}`,
      before: null,
    })),
  ]
}
