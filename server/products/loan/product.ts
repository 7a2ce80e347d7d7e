import { sql } from 'kysely'
import { loanConsoleEndpoints } from '#domain/loan/console.ts'
import { loanEndpoints, loanScore, loans } from '#domain/loan/contract.ts'
import { LOAN_CURRENCY } from '#domain/loan/rules.ts'
import type { Product } from '../product.ts'
import { fundOf, interestOf, loanAccounts } from './accounts.ts'
import { auditLoans, auditResults } from './audit.ts'
import { loanConsoleRoutes, loanProposals, queue, queueSize } from './console.ts'
import { loanFigures, loansOfDay, loanTimeline } from './console-customer.ts'
import { loanEvents } from './events.ts'
import { loanJobs } from './jobs.ts'
import { loanRoutes } from './routes.ts'
import { seedLoan } from './seed.ts'
import { owedByLoans } from './service.ts'

/** Unsecured loans by score: applied for, reviewed by two operators, repaid in parts or at once. */
export const loan: Product = {
  name: 'loan',
  endpoints: loanEndpoints,
  keeps: [loans, loanScore],
  consoleEndpoints: loanConsoleEndpoints,
  accounts: loanAccounts,
  funds: [
    { name: 'loan', label: 'Loan fund', account: fundOf, isMovable: true },
    { name: 'loan-interest', label: 'Interest of loans', account: interestOf, isMovable: true },
  ],
  events: [loanEvents],
  fundRecords: (customer) => sql`
    select 'loan' as kind, id, 'L-' || lpad(number::text, greatest(5, length(number::text)), '0') as reference,
      case when status = 'pending' then 'pending' when status in ('rejected', 'cancelled') then 'rejected'
        else 'approved' end as status, status as state, ${LOAN_CURRENCY}::text as currency, amount, applied_at as at
    from loan where customer_id = ${customer}`,
  subjectsOfCustomer: (customer) => sql`select 'loan:' || id from loan where customer_id = ${customer}`,
  referenced: { L: (number) => sql`select 'loan:' || id from loan where number = ${number}` },
  ownOrders: {
    kind: 'loan',
    of: (customer) =>
      sql`select id, 'L-' || lpad(number::text, greatest(5, length(number::text)), '0') as reference, applied_at as at from loan where customer_id = ${customer}`,
  },
  // What is lent is no profit, and its repayment no loss; the interest is.
  external: ['loan-payout', 'loan-repayment'],
  internal: ['loan-payout', 'loan-repayment'],
  debts: async (tx, customer, nowMs) => [
    { currency: LOAN_CURRENCY, amount: await owedByLoans(tx, customer, nowMs) },
  ],
  seedDemo: seedLoan,
  audit: auditLoans,
  auditResults: (db, { newest }) => auditResults(db, newest),
  timeline: loanTimeline,
  customerFigures: loanFigures,
  dayFigures: [loansOfDay],
  testing: () => import('./testing.ts').then(({ loanTesting }) => loanTesting),
  open: ({ db, clock, site }) => ({
    routes: loanRoutes(site.site_name),
    consoleRoutes: loanConsoleRoutes,
    ...{ proposals: loanProposals, queue, queueSize },
    jobs: loanJobs(db, clock),
  }),
}
