import { sql } from 'kysely'
import { depositConsoleEndpoints } from '#domain/deposit/console.ts'
import { depositEndpoints } from '#domain/deposit/contract.ts'
import type { Product } from '../product.ts'
import { addressProposals, addressRoutes } from './address-proposals.ts'
import { publishDepositAddresses } from './addresses.ts'
import { creditedOfDay, depositProposals, depositQueue, depositQueueSize, requestRoutes } from './console.ts'
import { depositEvents } from './events.ts'
import { depositRoutes } from './routes.ts'
import { demoAddresses } from './seed.ts'

/** Deposits by proof, and where customers pay to. */
export const deposit: Product = {
  name: 'deposit',
  endpoints: depositEndpoints,
  consoleEndpoints: depositConsoleEndpoints,
  events: [depositEvents],
  dayFigures: [creditedOfDay],
  subjectsOfCustomer: (customer) =>
    sql`select 'deposit:' || id from deposit_request where customer_id = ${customer}`,
  external: ['deposit'],
  seedDemo: (tx) => publishDepositAddresses(tx, demoAddresses),
  testing: () => import('./testing.ts').then(({ depositTesting }) => depositTesting),
  open: ({ uploads }) => ({
    routes: depositRoutes,
    consoleRoutes: [...requestRoutes(uploads), ...addressRoutes],
    proposals: [...depositProposals, ...addressProposals],
    queue: depositQueue,
    queueSize: depositQueueSize,
  }),
}
