import { sql } from 'kysely'
import { consoleLoans } from '#domain/loan/console.ts'
import { LOAN_CURRENCY, MAX_SCORE } from '#domain/loan/rules.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import type { CustomerFigures } from '#server/console/customer-facts.ts'
import type { DayFigure } from '#server/console/dashboard.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { type TimelineSource, words } from '#server/console/timeline.ts'
import { usedBy } from './console.ts'
import { scoreOf } from './store.ts'
import { show } from './views.ts'

/** What a customer's page and the dashboard of the console have of loans. */

const loan = {
  topic: 'money',
  table: 'loan',
  subject: "'loan:' || r.id",
  amount: 'r.amount',
  currency: `'${LOAN_CURRENCY}'`,
} as const

export const loanTimeline: readonly TimelineSource[] = [
  {
    ...{ ...loan, kind: 'loan-applied', title: 'Loan applied for', at: 'r.applied_at' },
    detail: "r.days || ' days'",
  },
  {
    ...{ ...loan, kind: 'loan-paid-out', title: 'Loan paid out', at: 'r.paid_out_at' },
    detail: "r.days || ' days'",
  },
  {
    ...{ ...loan, kind: 'loan-ended', title: 'Loan ended', at: 'r.ended_at' },
    detail: `${words('r.status')} || coalesce(': ' || r.why, '')`,
  },
]

/** The score, as who decides on an application sees it, and what is owed already. */
export const loanFigures: CustomerFigures = async (db, customer) => {
  const used = await usedBy(db, { customer_id: customer })
  return [
    {
      title: 'Credit score',
      ...{ value: formatDecimal(BigInt(await scoreOf(db, customer)), 0), unit: null },
      of: formatDecimal(BigInt(MAX_SCORE), 0),
      basis: used === 0n ? 'No open loans' : `${formatAmountWithCurrency(used, LOAN_CURRENCY)} owed`,
    },
  ]
}

/** What was applied for today. */
export const loansOfDay: DayFigure = {
  name: 'loan',
  list: consoleLoans,
  async read(db, { fromMs }) {
    const { rows } = await sql<{ count: number; amount: bigint }>`
      select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount
      from loan where applied_at >= ${new Date(fromMs)}::timestamptz`.execute(db)
    const { count, amount } = rows[0]!
    return { count, amounts: count === 0 ? [] : [{ currency: LOAN_CURRENCY, amount: show(amount) }] }
  },
}
