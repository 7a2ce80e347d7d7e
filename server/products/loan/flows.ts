import type { CustomerId } from '#domain/ids.ts'
import { LOAN_CURRENCY, type Repayment } from '#domain/loan/rules.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import { fundingOf, fundOf, interestOf } from './accounts.ts'
import type { LoanRow } from './store.ts'

/** How money moves in loans, as debit and credit. What is owed is no balance: a loan's row has it. */

const fund = () => fundOf(LOAN_CURRENCY)
const income = () => interestOf(LOAN_CURRENCY)

/** The accounts that a loan moves money between, to be locked before it is decided. */
export const accountsOf = (customer: CustomerId) => ({
  funding: fundingOf(customer),
  fund: fund(),
  income: income(),
})

/** Lent to the customer. */
export const payOutTransfers = ({ id, customer_id: customer, amount }: LoanRow): Transfer[] => [
  { debit: fund(), credit: fundingOf(customer), amount, reason: 'loan-payout', reference: id },
]

/** Paid back in its parts, each a transfer of its own. */
export function repaymentTransfers(
  { id: reference, customer_id: customer }: LoanRow,
  { principal, interest, overdueInterest }: Repayment,
): Transfer[] {
  const debit = fundingOf(customer)
  const transfers: Transfer[] = [
    { debit, credit: income(), amount: overdueInterest, reason: 'loan-overdue-interest', reference },
    { debit, credit: income(), amount: interest, reason: 'loan-interest', reference },
    { debit, credit: fund(), amount: principal, reason: 'loan-repayment', reference },
  ]
  return transfers.filter(({ amount }) => amount > 0n)
}
