import { sql } from 'kysely'
import { earnConsoleEndpoints } from '#domain/earn/console.ts'
import { earnEndpoints, earnSubscriptions } from '#domain/earn/contract.ts'
import { platformAccount } from '#server/core/ledger/accounts.ts'
import type { Product } from '../product.ts'
import { earnAccounts } from './accounts.ts'
import { earnConsoleRoutes, earnProposals, listConsoleBalances } from './console.ts'
import { subscriptionsDue } from './console-due.ts'
import { earnTimeline } from './console-timeline.ts'
import { subscriptionEvents } from './events.ts'
import { earnJobs } from './jobs.ts'
import { termsAudience } from './notices.ts'
import { auditEarn, coverage, isCovered } from './products.ts'
import { earnRoutes } from './routes.ts'
import { seedEarn } from './seed.ts'
import { earnBalances, earnExits, earnIncome, savings } from './service.ts'
import { subscribedOfDay, subscriptionRoutes } from './subscription-table.ts'

/** Term products: locked deposits, quantitative savings and lock-mining. */
export const earn: Product = {
  name: 'earn',
  endpoints: earnEndpoints,
  keeps: [earnSubscriptions],
  ownOrders: {
    kind: 'subscription',
    of: (customer) =>
      sql`select id, currency as reference, subscribed_at as at from earn_subscription where customer_id = ${customer}`,
  },
  consoleEndpoints: earnConsoleEndpoints,
  accounts: earnAccounts,
  funds: [
    {
      name: 'interest',
      label: 'Interest fund',
      account: (currency) => platformAccount(earnAccounts.interest, currency),
      isMovable: true,
    },
    {
      name: 'reserved',
      label: 'Set aside for interest',
      account: (currency) => platformAccount(earnAccounts.reserve, currency),
    },
    {
      name: 'penalties',
      label: 'Penalties',
      account: (currency) => platformAccount(earnAccounts.penalties, currency),
    },
  ],
  balances: earnBalances,
  income: earnIncome,
  savings,
  exits: earnExits,
  events: [subscriptionEvents],
  consoleBalances: listConsoleBalances,
  dayFigures: [subscribedOfDay],
  notices: { audiences: [termsAudience] },
  audit: auditEarn,
  uncovered: async (db) =>
    (await coverage(db)).filter((line) => !isCovered(line)).map(({ currency }) => currency),
  seedDemo: seedEarn,
  timeline: earnTimeline,
  testing: () => import('./testing.ts').then(({ earnTesting }) => earnTesting),
  open: ({ db, clock, markets }) => ({
    routes: earnRoutes(markets),
    consoleRoutes: [...earnConsoleRoutes, ...subscriptionRoutes],
    jobs: earnJobs(db, clock),
    proposals: earnProposals,
    due: subscriptionsDue,
  }),
}
