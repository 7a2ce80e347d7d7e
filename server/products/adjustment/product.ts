import { sql } from 'kysely'
import { adjustmentConsoleEndpoints } from '#domain/adjustment/console.ts'
import { adjustmentEndpoints, ownSuspended } from '#domain/adjustment/contract.ts'
import type { Product } from '../product.ts'
import { adjustmentAccounts, suspenseOf, suspenseSetAside } from './accounts.ts'
import { auditAdjustment } from './audit.ts'
import { adjustment as adjusting, adjustmentConsoleRoutes } from './console.ts'
import { adjustmentTimeline } from './console-timeline.ts'
import { adjustmentEvents } from './events.ts'
import { adjustmentRoutes } from './routes.ts'

/** Adjustments of customers' balances: by two operators, balanced in the ledger, and told to the customer. */
export const adjustment: Product = {
  name: 'adjustment',
  endpoints: adjustmentEndpoints,
  keeps: [ownSuspended],
  consoleEndpoints: adjustmentConsoleEndpoints,
  accounts: adjustmentAccounts,
  funds: [{ name: 'suspense', label: 'Suspense, owed to customers', account: suspenseOf }],
  events: [adjustmentEvents],
  external: ['adjustment-take', 'adjustment-give'],
  internal: ['adjustment-take', 'adjustment-give'],
  setAside: suspenseSetAside,
  subjectsOfCustomer: (customer) => sql`select ${`adjustment:${customer}`}::text`,
  timeline: adjustmentTimeline,
  audit: auditAdjustment,
  testing: () => import('./testing.ts').then(({ adjustmentTesting }) => adjustmentTesting),
  open: () => ({ routes: adjustmentRoutes, consoleRoutes: adjustmentConsoleRoutes, proposals: [adjusting] }),
}
