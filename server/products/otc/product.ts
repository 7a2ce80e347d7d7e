import { sql } from 'kysely'
import { otcChannels } from '#domain/otc/channel.ts'
import { otcConsoleEndpoints } from '#domain/otc/console.ts'
import { otcEndpoints, otcOrders, otcTerms, ownOtcOffers } from '#domain/otc/contract.ts'
import { createPasswordHasher } from '#server/users/password-hash.ts'
import type { Product } from '../product.ts'
import { equityCheck } from '../wallet/service.ts'
import { fundOf, otcAccounts } from './accounts.ts'
import { isMerchantApplicant, merchantRecord } from './applicant.ts'
import { auditOtc, auditOtcResults } from './audit.ts'
import { otcConsole } from './console.ts'
import { otcTimeline } from './console-timeline.ts'
import { offerEvents, orderEvents } from './events.ts'
import { otcJobs } from './jobs.ts'
import { otcLimits } from './limits.ts'
import { createOtcPublisher } from './publish.ts'
import { otcRoutes } from './routes.ts'
import { seedOtc } from './seed.ts'
import { forgetMerchant, openOffersOf } from './store.ts'

/** Coins between two persons for money that they pay each other at a bank, with the coin in escrow. */
export const otc: Product = {
  name: 'otc',
  endpoints: otcEndpoints,
  keeps: [otcOrders, ownOtcOffers, otcTerms],
  belongings: async (db, customer) => [{ kind: 'offer', count: (await openOffersOf(db, customer)).length }],
  forget: forgetMerchant,
  consoleEndpoints: otcConsoleEndpoints,
  isApplicant: isMerchantApplicant,
  record: merchantRecord,
  channels: otcChannels,
  accounts: otcAccounts,
  funds: [{ name: 'otc', label: 'Coins bought and sold over the counter', account: fundOf, isMovable: true }],
  events: [orderEvents, offerEvents],
  subjectsOfCustomer: (customer) => sql`
    select 'otc:' || id from otc_order where seller = ${customer} or buyer = ${customer}
    union all select ${`otc-merchant:${customer}`}::text`,
  referenced: {
    O: (number) => sql`select 'otc:' || id from otc_order where number = ${number}`,
    F: (number) => sql`select 'otc-offer:' || id from otc_offer where number = ${number}`,
    M: (customer) => sql`select ${`otc-merchant:${customer}`}::text`,
  },
  ownOrders: {
    kind: 'otc',
    of: (customer) => sql`
      select id, 'O-' || number as reference, placed_at as at from otc_order where seller = ${customer} or buyer = ${customer}`,
  },
  fundRecords: (customer) => sql`
    select 'otc' as kind, o.id, 'O-' || o.number as reference, case coalesce(l.outcome, o.outcome)
      when 'released' then 'approved' when 'returned' then 'rejected' else 'pending' end as status,
      o.status as state, o.currency, o.amount, o.placed_at as at
    from otc_order o left join otc_late l on l.order_id = o.id where o.seller = ${customer} or o.buyer = ${customer}`,
  external: ['otc', 'otc-late'],
  limits: otcLimits,
  seedDemo: seedOtc,
  audit: auditOtc,
  timeline: otcTimeline,
  auditResults: (db, { newest }) => auditOtcResults(db, newest),
  testing: () => import('./testing.ts').then(({ otcTesting }) => otcTesting),
  open({ db, clock, markets, privateData, uploads, site, products }) {
    const publisher = createOtcPublisher()
    const equity = equityCheck(products, markets)
    const deps = { equity, prices: markets, privateData, uploads, publisher }
    const { routes, proposals, queue, queueSize } = otcConsole({ ...deps, clock })
    return {
      routes: otcRoutes({ ...deps, hasher: createPasswordHasher(), platformName: site.site_name }),
      ...{ consoleRoutes: routes, proposals, queue, queueSize },
      jobs: otcJobs(db, clock, publisher),
      publish: publisher.publish,
    }
  },
}
