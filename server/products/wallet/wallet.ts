import type { Holder } from '#server/core/ledger/holder.ts'
import type { Route } from '#server/platform/http/route.ts'
import { type LastPrice, usdPrices } from './balances.ts'
import { walletRoutes } from './routes.ts'

/**
 * The wallet, ready to be served. What the console does with deposits is in `service.ts`.
 *
 * `isRealMoney` is false in a demo world, whose deposits are play money; with real money deposits are
 * taken only while prices are live.
 */
export const createWallet = (options: {
  lastPrice: LastPrice
  holders: readonly Holder[]
  isRealMoney: boolean
  isFeedLive: boolean
}): { readonly routes: readonly Route[] } => ({
  routes: walletRoutes({
    prices: usdPrices(options.lastPrice),
    holders: options.holders,
    areDepositsClosed: options.isRealMoney && !options.isFeedLive,
  }),
})
