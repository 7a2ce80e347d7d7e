import type { ProposalView } from '#domain/console/contract.ts'
import { paymentChainsOf } from '#domain/deposit/networks.ts'
import { BANK, type Payment } from '#domain/deposit/rules.ts'
import { refusal } from '#domain/errors.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { requireCurrency } from '#domain/money/read-amount.ts'
import { creditedOf } from '#server/core/incoming-payments.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Texts } from './store.ts'

/** A payment from outside as part of a proposal. By its parameters one waits at a time for each payment. */
export const paymentParams = ({ chain, txReference, outputIndex }: Payment): Texts => ({
  chain,
  txReference,
  outputIndex: String(outputIndex),
})

/** Refuses: NETWORK_NOT_FOR_CURRENCY for a chain by which nobody can pay the currency, with those by which one can. */
export function requireCarried(chain: string, currency: string): void {
  const chains = paymentChainsOf(requireCurrency(currency))
  if (!chains.includes(chain))
    throw refusal('NETWORK_NOT_FOR_CURRENCY', { currency, network: chain, networks: chains.join(', ') })
}

/**
 * Whether four digits and an amount, as who checks a payment to a card reads them in the bank's own record, are those of the
 * payment; of the amount, however many zeros are written.
 *
 * @example isSameCardPayment({ lastDigits: '1234', amount: '56.70' }, '1234 56.7', 'USD') // true
 */
export function isSameCardPayment({ lastDigits, amount }: Texts, typed: string, currency: string): boolean {
  const [, digits, paid = ''] = /^(\d{4})\s+(\S+)$/.exec(typed.trim()) ?? []
  const { decimals } = requireCurrency(currency)
  return digits === lastDigits && parseDecimal(paid, decimals) === parseDecimal(amount!, decimals)
}

/**
 * What the checker reads of a payment: where it is found, and what else was booked of its transaction. `bookedAs` is what this
 * one is booked as once it is approved.
 */
export async function paymentLines(
  db: Db | Tx,
  payment: Payment,
  bookedAs: string,
): Promise<ProposalView['lines']> {
  const { chain, txReference, outputIndex } = payment
  const credited = await creditedOf(db, txReference)
  const others = credited.filter(({ creditedAs }) => creditedAs !== bookedAs)
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
