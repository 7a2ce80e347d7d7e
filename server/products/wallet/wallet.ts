import { assert } from '#domain/errors.ts'
import { type ListHolds, listNamedHolds } from '#server/core/ledger/holds.ts'
import type { ProductBalances } from '#server/core/ledger/product-balances.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Uploads } from '#server/platform/uploads/uploads.ts'
import { type LastPrice, usdPrices } from './balances.ts'
import { walletRoutes } from './routes.ts'
import { checkReference, creditDeposit, rejectDeposit } from './service.ts'
import { depositsByStatus, findDeposit, lockDeposit } from './store.ts'

export interface Wallet {
  readonly routes: readonly Route[]
  readonly deposits: ReturnType<typeof depositService>
}

/**
 * The wallet, ready to be served.
 *
 * `isRealMoney` is false in a demonstration, whose deposits are play money; with real money deposits are
 * taken only while prices are live.
 */
export const createWallet = (options: {
  lastPrice: LastPrice
  /** What holds money beside the holds that the ledger names. */
  holds: readonly ListHolds[]
  productBalances: readonly ProductBalances[]
  uploads: Uploads
  isRealMoney: boolean
  isFeedLive: boolean
}): Wallet => ({
  routes: walletRoutes({
    prices: usdPrices(options.lastPrice),
    holds: [listNamedHolds, ...options.holds],
    productBalances: options.productBalances,
    areDepositsClosed: options.isRealMoney && !options.isFeedLive,
  }),
  deposits: depositService(options.uploads),
})

/** What the console does with deposits by proof. */
const depositService = (uploads: Uploads) => ({
  list: depositsByStatus,
  find: findDeposit,
  lock: lockDeposit,
  credit: creditDeposit,
  reject: rejectDeposit,
  checkReference: (deposit: { hashTail: string }, typed: string): void => void checkReference(deposit, typed),
  /** The screenshot, for an operator's eyes; the console notes who looked. */
  async readProof({ image }: { image: string }) {
    const stored = await uploads.readUpload(image)
    assert(stored, `the proof ${image} of a deposit exists`)
    return { bytes: stored.bytes, type: stored.type }
  },
})
