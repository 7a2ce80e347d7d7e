import { walletChannels, walletEndpoints, walletList, walletTransfers } from '#domain/wallet/contract.ts'
import { transferMoments } from '#server/core/ledger/history.ts'
import { listNamedHolds } from '#server/core/ledger/holds.ts'
import type { ProductBalances } from '#server/core/ledger/product-balances.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { ofEach } from '#server/platform/of-each.ts'
import type { Product } from '../product.ts'
import { type ListOpenProfits, type ProductOf, pastUsdPrices, usdPrices } from './balances.ts'
import { type PnlDeps, pnlView } from './pnl.ts'
import { walletRoutes } from './routes.ts'
import { seedDemoMoney } from './seed.ts'

/** The wallet that is no product's own. */
const { funding } = wallets

/** A customer's balances in wallets and products, and transfers between the wallets. */
export const wallet: Product = {
  name: 'wallet',
  endpoints: walletEndpoints,
  keeps: [walletList, walletTransfers],
  channels: walletChannels,
  accounts: { funding },
  events: [{ kind: 'account-transfer' }, { kind: 'demo-grant' }],
  external: ['demo-grant', 'cell-sent', 'cell-received', 'cell-returned'],
  seedDemo: seedDemoMoney,
  testing: () => import('./testing.ts').then(({ walletTesting }) => walletTesting),
  open({ db, markets, products, chains }) {
    const prices = usdPrices(markets.lastPrice)
    const productOf: ProductOf = (kind) =>
      products.find(({ accounts }) => Object.values(accounts ?? {}).some(({ number }) => number === kind))
        ?.name ?? ''
    const listInProducts: ProductBalances = (db, customer, nowMs) =>
      ofEach(products, ({ balances }) => balances?.(db, customer, nowMs))
    const brought = products.flatMap(({ name, unrealized }) => (unrealized ? [{ name, unrealized }] : []))
    const listOpenProfits: ListOpenProfits = async (db, customer) => {
      const profits = []
      for (const { name: product, unrealized } of brought) {
        const { walletType, currency } = unrealized
        profits.push({ product, walletType, currency, ...(await unrealized.now(db, customer, markets)) })
      }
      return profits
    }
    const pnlDeps: PnlDeps = {
      ...{ db, prices, productOf, listInProducts, listOpenProfits },
      async pastOpenProfits(db, customer, moments) {
        const read = []
        for (const { unrealized } of brought) {
          const value = await unrealized.openThen(db, customer, moments)
          read.push({ currency: unrealized.currency, value: () => value(markets) })
        }
        return read
      },
      pastPrices: pastUsdPrices(markets.closesBefore),
      external: products.flatMap(({ external }) => external ?? []),
      transferMoments: transferMoments(),
    }
    return {
      routes: walletRoutes({
        ...{ prices, productOf, listInProducts, listOpenProfits, chains },
        limits: products.flatMap(({ name: product, limits }) => (limits ? [{ product, ...limits }] : [])),
        holds: [listNamedHolds, ...products.flatMap(({ holds }) => holds ?? [])],
        pnl: (customer, range, nowMs) => pnlView(pnlDeps, customer, range, nowMs),
      }),
    }
  },
}
