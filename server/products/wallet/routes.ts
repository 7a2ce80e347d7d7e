import type { CustomerId } from '#domain/ids.ts'
import { currencies } from '#domain/money/currencies.ts'
import { formatAmount, requireCurrency } from '#domain/money/read-amount.ts'
import { isAtLeast } from '#domain/user/tiers.ts'
import * as calls from '#domain/wallet/contract.ts'
import type { PnlRange } from '#domain/wallet/pnl.ts'
import { walletTypes } from '#domain/wallet/wallet-types.ts'
import type { ListHolds } from '#server/core/ledger/holds.ts'
import type { ProductBalances } from '#server/core/ledger/product-balances.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { ProductLimits } from '#server/core/limits.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { ofEach } from '#server/platform/of-each.ts'
import { ownRails } from '#server/users/guard-rails.ts'
import { tierOf } from '#server/users/tiers.ts'
import { listDepositNetworks } from '../deposit/service.ts'
import { transferPage } from '../statement/service.ts'
import {
  holdingView,
  type ListOpenProfits,
  type ProductOf,
  readBalances,
  type UsdPrices,
  walletBalanceView,
  walletView,
} from './balances.ts'
import { transferBetweenAccounts } from './service.ts'

export interface WalletSettings {
  /** The chains for which customers have addresses of their own. */
  readonly chains: readonly ChainSettings[]
  /** What currencies cost in dollars now. */
  readonly prices: UsdPrices
  readonly holds: readonly ListHolds[]
  /** What limits a customer in each product. */
  readonly limits: readonly (ProductLimits & { readonly product: string })[]
  /** What products know of the money that a customer has in them. */
  readonly listInProducts: ProductBalances
  readonly listOpenProfits: ListOpenProfits
  /** Whose a kind of account is. */
  readonly productOf: ProductOf
  /** A customer's profit and loss over a range. */
  readonly pnl: (customer: CustomerId, range: PnlRange, nowMs: number) => Promise<calls.PnlView>
}

/** The calls of the wallet. */
export const walletRoutes = ({
  prices,
  chains,
  holds,
  limits,
  listInProducts,
  listOpenProfits,
  productOf,
  pnl,
}: WalletSettings): Route[] => [
  route(calls.walletList, async (_, { db, clock, customer }) => {
    const nowMs = clock.nowMs()
    // Of one moment: what the ledger has in a product is what the product knows of.
    const [balances, known, open] = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(
        async (tx) =>
          [
            await readBalances(tx, customer.id),
            await listInProducts(tx, customer.id, nowMs),
            await listOpenProfits(tx, customer.id),
          ] as const,
      )
    return walletView(balances, known, open, productOf, prices)
  }),

  route(calls.walletLimits, async (_, { db, clock, customer }) => {
    const tier = await tierOf(db, customer.id)
    const views: calls.LimitView[] = []
    for (const { product, needs, read } of limits) {
      const found = await read(db, { customer: customer.id, nowMs: clock.nowMs() })
      for (const { needs: own, isOpen = true, ...one } of found)
        views.push({ product, ...one, isAllowed: isOpen && isAtLeast(tier, own ?? needs) })
    }
    const ways = await ofEach(limits, ({ waysOut }) => waysOut?.(db))
    const withdrawals = ways.map(({ fee: _, staysPaused: __, ...way }) => way)
    const { items: own } = await ownRails({ db, clock }, customer)
    return { tier, limits: views, deposits: await listDepositNetworks(db, chains), withdrawals, own }
  }),

  route(calls.walletPnl, ({ range }, { clock, customer }) => pnl(customer.id, range, clock.nowMs())),

  route(calls.walletDetail, async ({ currency, walletType }, { db, customer }) =>
    walletBalanceView(
      await readBalances(db, customer.id),
      requireCurrency(currency).code,
      walletType,
      prices,
    ),
  ),

  route(calls.walletUsed, async (_, { db, customer }) => {
    const balances = await readBalances(db, customer.id)
    return currencies.flatMap(({ code }) =>
      walletTypes
        .filter(
          (walletType) =>
            balances.wallet(code, walletType).available + balances.wallet(code, walletType).held > 0n,
        )
        .map((walletType) => walletBalanceView(balances, code, walletType, prices)),
    )
  }),

  route(calls.walletCurrencies, async (_, { db, customer }) => {
    const balances = await readBalances(db, customer.id)
    const networks = await listDepositNetworks(db, chains)
    return currencies.map(({ code, name, decimals, colour, kind }) => ({
      code,
      name,
      decimals,
      colour,
      kind,
      available: formatAmount(balances.wallet(code, 'funding').available, code),
      canDeposit: networks.some(({ currency }) => currency === code),
    }))
  }),

  route(calls.walletInfo, async ({ currency }, { db, customer }) => {
    const known = requireCurrency(currency)
    const networks = await listDepositNetworks(db, chains)
    return {
      ...holdingView(await readBalances(db, customer.id), known, prices),
      deposit: networks.filter((one) => one.currency === currency).map(({ currency: _, ...way }) => way),
    }
  }),

  moneyRoute(calls.walletTransfer, async (input, { clock, customer }, tx) => {
    const { reference, amount } = await transferBetweenAccounts(tx, customer.id, input, clock.nowMs())
    const balances = await readBalances(tx, customer.id)
    return {
      id: String(reference),
      amount: formatAmount(amount, input.currency),
      from: walletBalanceView(balances, input.currency, input.from, prices),
      to: walletBalanceView(balances, input.currency, input.to, prices),
    }
  }),

  route(calls.walletTransfers, ({ currency, ...page }, { db, history, customer }) =>
    transferPage({ db, history }, customer.id, currency, page),
  ),

  route(calls.walletHolds, async ({ currency }, { db, customer }) => {
    // Of one moment: what is not listed is what remains of the held side.
    const [balances, held] = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const lists = []
        for (const list of holds) lists.push(await list(tx, customer.id))
        return [await readBalances(tx, customer.id), lists.flat()] as const
      })
    return currencies
      .filter(({ code }) => currency === undefined || code === currency)
      .flatMap(({ code }) =>
        walletTypes
          .filter((walletType) => balances.wallet(code, walletType).held > 0n)
          .map((walletType) => {
            const all = balances.wallet(code, walletType).held
            const { number } = wallets[walletType]
            const listed = held.filter((one) => one.currency === code && one.kind === number)
            const rest = listed.reduce((left, { amount }) => left - amount, all as bigint)
            return {
              currency: code,
              walletType,
              held: formatAmount(all, code),
              holds: listed.map(({ purpose, reference, amount, sinceMs }) => ({
                kind: purpose,
                reference: String(reference),
                amount: formatAmount(amount, code),
                sinceMs,
              })),
              rest: formatAmount(rest > 0n ? rest : 0n, code),
            }
          }),
      )
  }),
]
