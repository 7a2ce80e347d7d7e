import { sql } from 'kysely'
import { ieoConsoleEndpoints } from '#domain/ieo/console.ts'
import { ieoEndpoints, ieoOrders } from '#domain/ieo/contract.ts'
import type { Product } from '../product.ts'
import { ieoAccounts, proceedsOf, supplyOf } from './accounts.ts'
import { auditAllotments, auditIeo } from './audit.ts'
import { ieoConsoleRoutes, ieoProposals } from './console.ts'
import { consoleBalances, ieoOfDay, ieoTableRoutes, ieoTimeline } from './console-table.ts'
import { endedIeo } from './ended.ts'
import { ieoEvents } from './events.ts'
import { ieoJobs } from './jobs.ts'
import { ieoRoutes } from './routes.ts'
import { seedIeo } from './seed.ts'
import { balancesIn } from './store.ts'

/** New-coin sales: at a fixed price, and by subscription that is shared out; coins come with their listing. */
export const ieo: Product = {
  name: 'ieo',
  endpoints: ieoEndpoints,
  keeps: [ieoOrders],
  ownOrders: {
    kind: 'ieo-order',
    of: (customer) =>
      sql`select id, symbol as reference, placed_at as at from ieo_order where customer_id = ${customer}`,
  },
  consoleEndpoints: ieoConsoleEndpoints,
  accounts: ieoAccounts,
  funds: [
    { name: 'ieo-supply', label: 'Coins of sales, not delivered', account: supplyOf },
    { name: 'ieo-proceeds', label: 'Paid for coins of sales', account: proceedsOf, isMovable: true },
  ],
  balances: balancesIn,
  events: [ieoEvents],
  ended: endedIeo,
  consoleBalances,
  timeline: ieoTimeline,
  dayFigures: [ieoOfDay],
  audit: auditIeo,
  auditResults: (db, { newest }) => auditAllotments(db, newest),
  seedDemo: seedIeo,
  testing: () => import('./testing.ts').then(({ ieoTesting }) => ieoTesting),
  open: ({ db, clock }) => ({
    routes: ieoRoutes,
    consoleRoutes: [...ieoConsoleRoutes, ...ieoTableRoutes],
    proposals: ieoProposals,
    jobs: ieoJobs(db, clock),
  }),
}
