import { couponConsoleEndpoints } from '#domain/coupon/console.ts'
import { couponEndpoints, coupons } from '#domain/coupon/contract.ts'
import type { Product } from '../product.ts'
import { couponAccounts, fundOf, reserveOf } from './accounts.ts'
import { auditCoupons } from './audit.ts'
import { couponConsoleRoutes, couponProposals } from './console.ts'
import { couponTableRoutes } from './console-table.ts'
import { couponLedgerEvents } from './events.ts'
import { couponJobs } from './jobs.ts'
import { couponRoutes } from './routes.ts'
import { noSavings } from './savings.ts'
import { seedCoupons } from './seed.ts'
import { countTrials, endCouponsOf } from './store.ts'

/** Coupons: points a year on savings, principal to try savings with, part of spot fees. */
export const coupon: Product = {
  name: 'coupon',
  endpoints: couponEndpoints,
  consoleEndpoints: couponConsoleEndpoints,
  keeps: [coupons],
  belongings: async (db, customer) => [{ kind: 'trial', count: await countTrials(db, customer) }],
  forget: endCouponsOf,
  accounts: couponAccounts,
  funds: [
    { name: 'coupon', label: 'Coupon fund', account: fundOf, isMovable: true },
    { name: 'coupon-reserve', label: 'Set aside for coupons in orders', account: reserveOf },
  ],
  events: couponLedgerEvents,
  audit: auditCoupons,
  seedDemo: seedCoupons,
  testing: () => import('./testing.ts').then(({ couponTesting }) => couponTesting),
  open({ db, clock, products }) {
    const savings = products.find((product) => product.savings !== undefined)?.savings ?? noSavings
    return {
      routes: couponRoutes,
      consoleRoutes: [...couponConsoleRoutes(savings), ...couponTableRoutes],
      proposals: couponProposals,
      jobs: couponJobs(db, clock, savings),
    }
  },
}
