import { reservesConsoleEndpoints } from '#domain/reserves/console.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { hasBalances } from '#server/core/chain/balances.ts'
import type { OpenProduct, Product } from '../product.ts'
import { reservesConsoleRoutes } from './console.ts'
import { createLooker } from './look.ts'
import { reservesProposals } from './proposals.ts'
import { openReserves, type Reserves, readChains } from './service.ts'

/** What the platform's own addresses have on chains, beside what the ledger says should be there. */
export const reserves: Product<OpenProduct & { readonly reserves: Reserves }> = {
  name: 'reserves',
  endpoints: [],
  consoleEndpoints: reservesConsoleEndpoints,
  readChains,
  testing: () => import('./testing.ts').then(({ reservesTesting }) => reservesTesting),
  open: ({ db, clock, log, chains }) => ({
    reserves: openReserves({ db, clock, chains }),
    routes: [],
    consoleRoutes: reservesConsoleRoutes(chains),
    proposals: reservesProposals,
    jobs: chains.filter(hasBalances).map((settings) => ({
      name: `reserves: look at ${settings.chain.name}`,
      everyMs: 2 * MINUTE_MS,
      run: createLooker({ db, clock, log }, settings),
    })),
  }),
}
