import { sql } from 'kysely'
import { saleConsoleEndpoints } from '#domain/sale/console.ts'
import { saleEndpoints, sales } from '#domain/sale/contract.ts'
import { createPasswordHasher } from '#server/users/password-hash.ts'
import type { Product } from '../product.ts'
import { equityCheck } from '../wallet/service.ts'
import { feesOf, fundOf, saleAccounts } from './accounts.ts'
import { auditResults, auditSales } from './audit.ts'
import { saleConsole } from './console.ts'
import { saleTimeline } from './console-timeline.ts'
import { saleEvents } from './events.ts'
import { saleJobs } from './jobs.ts'
import { saleRoutes } from './routes.ts'
import { seedSale } from './seed.ts'

/** Coins sold for US dollars, which two operators pay to the customer's bank card. */
export const sale: Product = {
  name: 'sale',
  endpoints: saleEndpoints,
  keeps: [sales],
  consoleEndpoints: saleConsoleEndpoints,
  accounts: saleAccounts,
  funds: [
    { name: 'sale', label: 'Fund of coins sold', account: fundOf, isMovable: true },
    { name: 'sale-fees', label: 'Fees of coins sold', account: feesOf, isMovable: true },
  ],
  events: [saleEvents],
  fundRecords: (customer) => sql`
    select 'sale' as kind, id, 'S-' || number as reference, case status when 'paid' then 'approved'
      when 'returned' then 'rejected' else 'pending' end as status, status as state, currency, amount, sold_at as at
    from sale where customer_id = ${customer}`,
  subjectsOfCustomer: (customer) => sql`select 'sale:' || id from sale where customer_id = ${customer}`,
  referenced: { S: (number) => sql`select 'sale:' || id from sale where number = ${number}` },
  ownOrders: {
    kind: 'sale',
    of: (customer) =>
      sql`select id, 'S-' || number as reference, sold_at as at from sale where customer_id = ${customer}`,
  },
  external: ['sale'],
  seedDemo: seedSale,
  audit: auditSales,
  auditResults: (db, { newest }) => auditResults(db, newest),
  timeline: saleTimeline,
  testing: () => import('./testing.ts').then(({ saleTesting }) => saleTesting),
  open({ db, clock, markets, privateData, products }) {
    const { routes, proposals, queue, queueSize } = saleConsole({ privateData, clock })
    return {
      routes: saleRoutes({
        ...{ prices: markets, equity: equityCheck(products, markets) },
        ...{ privateData, hasher: createPasswordHasher() },
      }),
      ...{ consoleRoutes: routes, proposals, queue, queueSize },
      jobs: saleJobs(db, clock),
    }
  },
}
