import { walletEndpoints } from '#domain/wallet/contract.ts'
import { listNamedHolds } from '#server/core/ledger/holds.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Product } from '../product.ts'
import { usdPrices } from './balances.ts'
import { walletRoutes } from './routes.ts'
import { seedDemoMoney } from './seed.ts'

/** The wallets that are no product's own. */
const { funding, contract, options } = wallets

/** A customer's balances in wallets and products, and transfers between the wallets. */
export const wallet: Product = {
  name: 'wallet',
  endpoints: walletEndpoints,
  accounts: { funding, contract, options },
  events: [{ kind: 'account-transfer' }, { kind: 'demo-grant' }],
  seedDemo: seedDemoMoney,
  testing: () => import('./testing.ts').then(({ walletTesting }) => walletTesting),
  open: ({ markets, products }) => ({
    routes: walletRoutes({
      prices: usdPrices(markets.lastPrice),
      holds: [listNamedHolds, ...products.flatMap(({ holds }) => holds ?? [])],
      productBalances: products.flatMap(({ balances }) => balances ?? []),
      productOf: (kind) =>
        products.find(({ accounts }) => Object.values(accounts ?? {}).some(({ number }) => number === kind))
          ?.name ?? '',
    }),
  }),
}
