import { sql } from 'kysely'
import { boxConsoleEndpoints } from '#domain/box/console.ts'
import { boxEndpoints, myBoxes } from '#domain/box/contract.ts'
import type { Product } from '../product.ts'
import { equityCheck } from '../wallet/service.ts'
import { boxAccounts, proceedsOf } from './accounts.ts'
import { auditBoxes, auditDraws } from './audit.ts'
import { boxConsoleRoutes, boxProposals } from './console.ts'
import { boxesOfDay, boxTableRoutes, boxTimeline, consoleBalances } from './console-table.ts'
import type { BoxDeps } from './drawing.ts'
import { endedBoxes } from './ended.ts'
import { boxEvents } from './events.ts'
import { boxJobs } from './jobs.ts'
import { boxRoutes } from './routes.ts'
import { seedBoxes } from './seed.ts'
import { balancesIn, countUnopened } from './store.ts'

/** Blind boxes: an artwork each, drawn so that neither side can choose, and that anybody can compute again. */
export const box: Product = {
  name: 'box',
  endpoints: boxEndpoints,
  keeps: [myBoxes],
  belongings: async (db, customer) => [{ kind: 'box', count: await countUnopened(db, customer) }],
  ownOrders: {
    kind: 'blind-box',
    of: (customer) =>
      sql`select id, (select code from box_series s where s.id = series_id) || ' #' || number as reference, bought_at as at from box where customer_id = ${customer}`,
  },
  consoleEndpoints: boxConsoleEndpoints,
  accounts: boxAccounts,
  funds: [{ name: 'box-proceeds', label: 'Paid for blind boxes', account: proceedsOf, isMovable: true }],
  balances: balancesIn,
  events: [boxEvents],
  ended: endedBoxes,
  consoleBalances,
  timeline: boxTimeline,
  dayFigures: [boxesOfDay],
  audit: auditBoxes,
  auditResults: auditDraws,
  seedDemo: seedBoxes,
  testing: () => import('./testing.ts').then(({ boxTesting }) => boxTesting),
  open({ db, clock, log, markets, products, privateData: { sealer } }) {
    const deps: BoxDeps = { db, clock, log, sealer, markets }
    return {
      routes: boxRoutes({ ...deps, equity: equityCheck(products, markets) }),
      consoleRoutes: [...boxConsoleRoutes(sealer), ...boxTableRoutes],
      proposals: boxProposals(sealer),
      jobs: boxJobs(deps),
    }
  },
}
