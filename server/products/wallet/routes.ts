import { refusal } from '#domain/errors.ts'
import { currencies } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import * as calls from '#domain/wallet/contract.ts'
import { walletTypes } from '#domain/wallet/wallet-types.ts'
import type { ListHolds } from '#server/core/ledger/holds.ts'
import type { ProductBalances } from '#server/core/ledger/product-balances.ts'
import { pageOf } from '#server/core/page.ts'
import type { ANSWERED } from '#server/platform/http/context.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { wallets } from '#server/products/account-kinds.ts'
import {
  holdingView,
  readBalances,
  requireCurrency,
  type UsdPrices,
  walletBalanceView,
  walletView,
} from './balances.ts'
import { findDepositAddress, listDepositAddresses } from './deposit-addresses.ts'
import { minimumOf, requestDeposit, transferBetweenAccounts } from './service.ts'
import { statementCsv, statementPage, transferPage } from './statement.ts'
import { type DepositRequest, depositsOf } from './store.ts'

export interface WalletSettings {
  /** What currencies cost in dollars now. */
  readonly prices: UsdPrices
  readonly holds: readonly ListHolds[]
  /** What products know of the money that customers have in them. */
  readonly productBalances: readonly ProductBalances[]
  /** Real money beside prices that are not: no deposits. */
  readonly areDepositsClosed: boolean
}

/** The calls of the wallet. */
export const walletRoutes = ({
  prices,
  holds,
  productBalances,
  areDepositsClosed,
}: WalletSettings): Route[] => [
  route(calls.walletList, async (_, { db, clock, customer }) => {
    const nowMs = clock.nowMs()
    // Of one moment: what the ledger has in a product is what the product knows of.
    const [balances, known] = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const lines = []
        for (const listBalances of productBalances)
          lines.push(...(await listBalances(tx, customer.id, nowMs)))
        return [await readBalances(tx, customer.id), lines] as const
      })
    return walletView(balances, known, prices)
  }),

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
    const accounts = areDepositsClosed ? [] : await listDepositAddresses(db)
    return currencies.map(({ code, name, decimals, colour, kind }) => ({
      code,
      name,
      decimals,
      colour,
      kind,
      available: formatAmount(balances.wallet(code, 'funding').available, code),
      canDeposit: accounts.some((account) => account.currency === code),
    }))
  }),

  route(calls.walletInfo, async ({ currency }, { db, customer }) => {
    const known = requireCurrency(currency)
    const accounts = areDepositsClosed ? [] : await listDepositAddresses(db)
    return {
      ...holdingView(await readBalances(db, customer.id), known, prices),
      deposit: accounts
        .filter((account) => account.currency === currency)
        .map((account) => ({
          network: account.network,
          minimum: formatAmount(minimumOf(account), currency),
        })),
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

  route(calls.walletTransfers, ({ currency, ...page }, { db, customer }) =>
    transferPage(db, customer.id, currency, page),
  ),

  route(calls.statement, ({ cursor, page, limit, ...question }, { db, customer }) =>
    statementPage(db, customer.id, question, { cursor, page, limit }),
  ),

  route(calls.statementCsv, async (question, ctx): Promise<typeof ANSWERED> => {
    const bytes = await statementCsv(ctx.db, ctx.customer.id, question)
    return ctx.reply({ bytes, type: 'text/csv; charset=utf-8', fileName: 'plumb-bill.csv' })
  }),

  route(calls.whyHeld, async ({ currency }, { db, customer }) => {
    const balances = await readBalances(db, customer.id)
    const held = (await Promise.all(holds.map((list) => list(db, customer.id)))).flat()
    return currencies
      .filter(({ code }) => currency === undefined || code === currency)
      .flatMap(({ code }) =>
        walletTypes
          .filter((walletType) => balances.wallet(code, walletType).held > 0n)
          .map((walletType) => ({
            currency: code,
            walletType,
            held: formatAmount(balances.wallet(code, walletType).held, code),
            holds: held
              .filter((one) => one.currency === code && one.kind === wallets[walletType].number)
              .map(({ purpose, reference, amount, sinceMs }) => ({
                kind: purpose,
                reference: String(reference),
                amount: formatAmount(amount, code),
                sinceMs,
              })),
          })),
      )
  }),

  route(calls.depositAddress, async ({ currency, network }, { db }) => {
    if (areDepositsClosed) throw refusal('DEPOSITS_CLOSED')
    requireCurrency(currency)
    const { account, networks } = await findDepositAddress(db, currency, network)
    return {
      currency,
      network: account.network,
      address: account.address,
      minimum: formatAmount(minimumOf(account), currency),
      networks,
      isDemo: account.isDemo,
    }
  }),

  moneyRoute(calls.requestDeposit, async (claim, { clock, customer }, tx) => {
    if (areDepositsClosed) throw refusal('DEPOSITS_CLOSED')
    return depositView(await requestDeposit(tx, customer.id, claim, clock.nowMs()))
  }),

  route(calls.deposits, ({ status, currency, ...page }, { db, customer }) =>
    pageOf(page, ['id'], (slice) => depositsOf(db, customer.id, { status, currency, ...slice }), depositView),
  ),
]

/** A deposit as its customer sees it: not what reviewers noted. */
const depositView = (deposit: DepositRequest): calls.DepositView => ({
  id: String(deposit.id),
  reference: deposit.reference,
  status: deposit.status,
  currency: deposit.currency,
  network: deposit.network,
  claimed: formatAmount(deposit.claimed, deposit.currency),
  credited: deposit.credited === null ? null : formatAmount(deposit.credited, deposit.currency),
  address: deposit.address,
  hashTail: deposit.hashTail,
  sender: deposit.sender,
  image: deposit.image,
  submittedAtMs: deposit.submittedAtMs,
  decidedAtMs: deposit.decidedAtMs,
  rejection: deposit.rejection,
})
