import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatDecimal, parseDecimal, units } from '#domain/money/amount.ts'
import { type Currency, currencies, findCurrency } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { HoldingView, ProductTotal, WalletBalanceView } from '#domain/wallet/contract.ts'
import { ONE_USD, type UsdPrice, usdCents } from '#domain/wallet/rules.ts'
import { type WalletType, walletTypes } from '#domain/wallet/wallet-types.ts'
import { balancesOf, type KindBalance } from '#server/core/ledger/ledger.ts'
import type { ProductBalance } from '#server/core/ledger/product-balances.ts'
import { walletOf, wallets } from '#server/core/ledger/wallets.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** The last price of an instrument in its ticks; `undefined` while nobody knows one. */
export type LastPrice = (symbol: string) => { readonly price: number } | undefined

type Balance = Pick<KindBalance, 'available' | 'held' | 'entries'>

/** All of a customer's balances, of one moment. */
export interface Balances {
  /** Whatever currency and wallet is asked for; unused ones are empty. */
  readonly wallet: (currency: string, walletType: WalletType) => Balance
  /** What is in products: the customer's, but in no wallet until the product pays it out. */
  readonly inProducts: readonly KindBalance[]
}

const EMPTY: Balance = { available: units(0n), held: units(0n), entries: 0n }

/** Reads all balances of a customer in one query. */
export async function readBalances(db: Db | Tx, customerId: CustomerId): Promise<Balances> {
  const balances = await balancesOf(db, customerId)
  const inWallets = new Map(balances.map((balance) => [`${balance.currency} ${balance.kind}`, balance]))
  return {
    wallet: (currency, walletType) => inWallets.get(`${currency} ${wallets[walletType].number}`) ?? EMPTY,
    inProducts: balances.filter(({ kind, available }) => walletOf(kind) === undefined && available > 0n),
  }
}

/** What currencies cost in dollars: the dollar's coin at one dollar, others by their last price in it. */
export function usdPrices(lastPrice: LastPrice): (currency: string) => UsdPrice | undefined {
  return (currency) => {
    if (currency === 'USD' || currency === 'USDT') return ONE_USD
    const instrument = findInstrument(
      `${currency}-${findCurrency(currency)?.kind === 'fiat' ? 'USD' : 'USDT'}`,
    )
    const last = instrument && lastPrice(instrument.symbol)
    if (!last) return undefined
    const price = parseDecimal(formatPrice(instrument, last.price), instrument.priceDecimals)
    return price === undefined ? undefined : { price, decimals: instrument.priceDecimals }
  }
}

export type UsdPrices = ReturnType<typeof usdPrices>

const formatCents = (cents: bigint) => formatDecimal(cents, 2)

/** Nothing is worth nothing, also while its price is unknown. */
function centsOf(amount: bigint, currency: string, price: UsdPrice | undefined): bigint | undefined {
  if (amount === 0n) return 0n
  return price && usdCents(amount, currency, price)
}

const valueText = (cents: bigint | undefined) => (cents === undefined ? null : formatCents(cents))

/** One account as pages show it. */
export function walletBalanceView(
  balances: Balances,
  currency: string,
  walletType: WalletType,
  prices: UsdPrices,
): WalletBalanceView {
  const { available, held, entries } = balances.wallet(currency, walletType)
  const decimals = decimalsOf(currency)
  return {
    currency,
    walletType,
    available: formatDecimal(available, decimals),
    held: formatDecimal(held, decimals),
    total: formatDecimal(available + held, decimals),
    valueUsd: valueText(centsOf(available + held, currency, prices(currency))),
    entryCount: Number(entries),
  }
}

/** One currency with its four wallets. */
export function holdingView(balances: Balances, currency: Currency, prices: UsdPrices): HoldingView {
  const { code, name, decimals, colour, kind } = currency
  const all = walletTypes.map((walletType) => balances.wallet(code, walletType))
  const available = all.reduce((sum, balance) => sum + balance.available, 0n)
  const held = all.reduce((sum, balance) => sum + balance.held, 0n)
  return {
    currency: code,
    name,
    decimals,
    colour,
    kind,
    available: formatDecimal(available, decimals),
    held: formatDecimal(held, decimals),
    total: formatDecimal(available + held, decimals),
    valueUsd: valueText(centsOf(available + held, code, prices(code))),
    wallets: walletTypes.map((walletType) => walletBalanceView(balances, code, walletType, prices)),
  }
}

/** Whose a kind of account is, by its number: the product's name. */
export type ProductOf = (kind: number) => string

/** What a customer has of one currency in a product, as pages show it. */
function savingsView(
  { currency, kind, available, entries }: KindBalance,
  known: readonly ProductBalance[],
  productOf: ProductOf,
  prices: UsdPrices,
) {
  const facts = known.find((line) => line.kind === kind && line.currency === currency)
  return {
    product: productOf(kind),
    currency,
    amount: formatAmount(available, currency),
    valueUsd: valueText(centsOf(available, currency, prices(currency))),
    todayInterest: formatAmount(facts?.todayInterest ?? 0n, currency),
    products: facts?.products ?? 0,
    earliestMaturityMs: facts?.earliestMaturityMs ?? null,
    entryCount: Number(entries),
  }
}

/** Everything a customer has, in wallets and in products, and what it is worth. */
export function walletView(
  balances: Balances,
  known: readonly ProductBalance[],
  productOf: ProductOf,
  prices: UsdPrices,
) {
  const values = currencies.flatMap(({ code }) =>
    walletTypes.map((walletType) => {
      const { available, held } = balances.wallet(code, walletType)
      return { walletType, cents: centsOf(available + held, code, prices(code)) }
    }),
  )
  const saved = balances.inProducts.map(({ kind, currency, available }) => ({
    product: productOf(kind),
    cents: centsOf(available, currency, prices(currency)),
  }))
  const facts = known.map((line) => ({
    ...line,
    product: productOf(line.kind),
    cents: centsOf(line.todayInterest ?? 0n, line.currency, prices(line.currency)),
  }))
  const sum = (some: readonly { cents: bigint | undefined }[]) =>
    formatCents(some.reduce((total, { cents }) => total + (cents ?? 0n), 0n))
  const totalOf = (isIn: (line: { readonly product: string }) => boolean): ProductTotal => {
    const own = facts.filter(isIn)
    const ends = own.flatMap(({ earliestMaturityMs }) => earliestMaturityMs ?? [])
    return {
      valueUsd: sum(saved.filter(isIn)),
      todayUsd: sum(own),
      products: own.reduce((count, { products = 0 }) => count + products, 0),
      earliestMaturityMs: ends.length === 0 ? null : Math.min(...ends),
    }
  }
  const everything = [...values, ...saved]
  return {
    totalUsd: sum(everything),
    isWhole: everything.every(({ cents }) => cents !== undefined),
    wallets: walletTypes.map((walletType) => ({
      walletType,
      valueUsd: sum(values.filter((value) => value.walletType === walletType)),
    })),
    holdings: currencies.map((currency) => holdingView(balances, currency, prices)),
    savings: [...balances.inProducts]
      .sort((a, b) => a.kind - b.kind)
      .map((balance) => savingsView(balance, known, productOf, prices)),
    savingsTotal: totalOf(() => true),
    byProduct: [...new Set(saved.map(({ product }) => product))].map((product) => ({
      product,
      ...totalOf((line) => line.product === product),
    })),
  }
}

function decimalsOf(currency: string): number {
  const known = findCurrency(currency)
  assert(known, `currency ${currency} exists`)
  return known.decimals
}
