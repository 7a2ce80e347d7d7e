import { treasuryConsoleEndpoints } from '#domain/treasury/console.ts'
import { TREASURY } from '#domain/treasury/rules.ts'
import { platformAccount } from '#server/core/ledger/accounts.ts'
import type { Product } from '../product.ts'
import { treasuryAccounts } from './accounts.ts'
import { treasuryConsole } from './console.ts'
import { seedTreasury } from './seed.ts'

/** The platform's own funds: what it brings in from outside, and which product works with it. */
export const treasury: Product = {
  name: 'treasury',
  endpoints: [],
  consoleEndpoints: treasuryConsoleEndpoints,
  accounts: treasuryAccounts,
  external: ['treasury-funding'],
  funds: [
    {
      name: TREASURY,
      label: 'Treasury',
      account: (currency) => platformAccount(treasuryAccounts.treasury, currency),
      isMovable: true,
    },
  ],
  seedDemo: seedTreasury,
  testing: () => import('./testing.ts').then(({ treasuryTesting }) => treasuryTesting),
  open({ products }) {
    const { routes: consoleRoutes, proposals } = treasuryConsole(products)
    return { routes: [], consoleRoutes, proposals }
  },
}
