import { units } from '#domain/money/amount.ts'
import type { Transfer } from '#server/core/ledger/ledger.ts'
import { feesOf, fundingOf, fundOf } from './accounts.ts'
import type { ConversionRow } from './store.ts'

/** What a conversion moves, all of it together: the fee, what is given and what is received. */
export function conversionTransfers(row: ConversionRow): Transfer[] {
  const { id: reference, customer_id: customer, from_currency: from, to_currency: to } = row
  const own = fundingOf(customer, from)
  return [
    { debit: own, credit: feesOf(from), amount: row.fee, reason: 'convert-fee', reference },
    {
      debit: own,
      credit: fundOf(from),
      amount: units(row.amount - row.fee),
      reason: 'convert-sold',
      reference,
    },
    {
      debit: fundOf(to),
      credit: fundingOf(customer, to),
      amount: row.received,
      reason: 'convert-bought',
      reference,
    },
  ]
}
