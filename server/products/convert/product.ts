import { sql } from 'kysely'
import { convertConsoleEndpoints } from '#domain/convert/console.ts'
import { conversions, convertEndpoints } from '#domain/convert/contract.ts'
import type { Product } from '../product.ts'
import { convertAccounts, feesOf, fundOf } from './accounts.ts'
import { auditConversions, auditResults } from './audit.ts'
import { convertConsoleRoutes, convertProposals } from './console.ts'
import { convertTimeline } from './console-timeline.ts'
import { conversionEvents } from './events.ts'
import { convertJobs } from './jobs.ts'
import { convertRoutes } from './routes.ts'
import { seedConvert } from './seed.ts'

/** Conversions between two currencies of a customer, at firm quotes from the tape. */
export const convert: Product = {
  name: 'convert',
  endpoints: convertEndpoints,
  keeps: [conversions],
  consoleEndpoints: convertConsoleEndpoints,
  accounts: convertAccounts,
  funds: [
    { name: 'convert', label: 'Conversion fund', account: fundOf, isMovable: true },
    { name: 'convert-fees', label: 'Conversion fees', account: feesOf },
  ],
  events: [conversionEvents],
  seedDemo: seedConvert,
  audit: auditConversions,
  auditResults: (db, { newest }) => auditResults(db, newest),
  ownOrders: {
    kind: 'conversion',
    of: (customer) =>
      sql`select id, from_currency || ' → ' || to_currency as reference, converted_at as at from conversion where customer_id = ${customer}`,
  },
  timeline: convertTimeline,
  testing: () => import('./testing.ts').then(({ convertTesting }) => convertTesting),
  open: ({ db, clock, markets }) => ({
    routes: convertRoutes(markets),
    consoleRoutes: convertConsoleRoutes,
    jobs: convertJobs(db, clock),
    proposals: convertProposals,
  }),
}
