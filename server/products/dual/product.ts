import { sql } from 'kysely'
import { dualConsoleEndpoints } from '#domain/dual/console.ts'
import { dualEndpoints, dualOrders } from '#domain/dual/contract.ts'
import type { Product } from '../product.ts'
import { dualAccounts, escrowAccount, fundOf } from './accounts.ts'
import { auditDual, auditResults } from './audit.ts'
import { dualConsoleRoutes, dualProposals } from './console.ts'
import { consoleBalances, dualOfDay, dualTableRoutes } from './console-table.ts'
import { dualTimeline } from './console-timeline.ts'
import { endedDual } from './ended.ts'
import { dualEvents } from './events.ts'
import { dualJobs } from './jobs.ts'
import { dualExits, dualIncome } from './kept.ts'
import { coverage, isCovered } from './products.ts'
import { dualRoutes } from './routes.ts'
import { seedDual } from './seed.ts'
import { balancesIn } from './store.ts'

/** Dual investments: paid back in one of two currencies, by an average of the tape. */
export const dual: Product = {
  name: 'dual',
  endpoints: dualEndpoints,
  keeps: [dualOrders],
  ownOrders: {
    kind: 'dual-order',
    of: (customer) =>
      sql`select id, symbol as reference, accepted_at as at from dual_order where customer_id = ${customer}`,
  },
  consoleEndpoints: dualConsoleEndpoints,
  accounts: dualAccounts,
  funds: [
    { name: 'dual', label: 'Dual investment fund', account: fundOf, isMovable: true },
    { name: 'dual-escrow', label: 'Set aside for dual investments', account: escrowAccount },
  ],
  balances: balancesIn,
  events: [dualEvents],
  ended: endedDual,
  income: dualIncome,
  exits: dualExits,
  consoleBalances,
  dayFigures: [dualOfDay],
  timeline: dualTimeline,
  uncovered: async (db) =>
    (await coverage(db)).filter((line) => !isCovered(line)).map(({ currency }) => currency),
  audit: auditDual,
  auditResults: (db, { newest }) => auditResults(db, newest),
  seedDemo: seedDual,
  testing: () => import('./testing.ts').then(({ dualTesting }) => dualTesting),
  open({ db, clock, markets }) {
    const { lastTick, proofs } = markets
    return {
      routes: dualRoutes({ db, lastTick, proofs, signer: proofs.signer }),
      consoleRoutes: [...dualConsoleRoutes, ...dualTableRoutes],
      proposals: dualProposals,
      jobs: dualJobs(db, markets, clock),
    }
  },
}
