import { sql } from 'kysely'
import { depositConsoleEndpoints } from '#domain/deposit/console.ts'
import { depositEndpoints, ownDepositsChannel } from '#domain/deposit/contract.ts'
import type { Product } from '../product.ts'
import { addressProposals, addressRoutes } from './address-proposals.ts'
import { publishDepositAddresses } from './addresses.ts'
import { watchChains } from './chain-jobs.ts'
import { auditChainDeposits, reversedDeposits } from './chain-store.ts'
import { creditedOfDay, depositProposals, depositQueue, depositQueueSize, requestRoutes } from './console.ts'
import { depositSigns, depositTimeline } from './console-customer.ts'
import { depositEvents } from './events.ts'
import { watchedAssets } from './own-addresses.ts'
import { depositRoutes } from './routes.ts'
import { demoAddresses } from './seed.ts'

/** Deposits by proof and as chains show them, and where customers pay to. */
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
  timeline: depositTimeline,
  signs: depositSigns,
  testing: () => import('./testing.ts').then(({ depositTesting }) => depositTesting),
  channels: [ownDepositsChannel],
  audit: auditChainDeposits,
  uncovered: async (db) => (await reversedDeposits(db)).map(({ currency }) => currency),
  open: ({ db, clock, log, uploads, chains }) => ({
    ...watchChains({ db, clock, log, chains }),
    routes: depositRoutes(watchedAssets(chains)),
    consoleRoutes: [...requestRoutes(uploads), ...addressRoutes],
    proposals: [...depositProposals, ...addressProposals],
    queue: depositQueue,
    queueSize: depositQueueSize,
  }),
}
