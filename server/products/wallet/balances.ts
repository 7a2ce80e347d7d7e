import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatPrice, type Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatDecimal, parseDecimal, units } from '#domain/money/amount.ts'
import { type Currency, currencies, findCurrency } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { HoldingView, ProductTotal, WalletBalanceView } from '#domain/wallet/contract.ts'
import {
  centsOfParts,
  centsOfSum,
  type ExactUsd,
  exactUsd,
  ONE_USD,
  type UsdPrice,
  usdCents,
} from '#domain/wallet/rules.ts'
import { type WalletType, walletTypes } from '#domain/wallet/wallet-types.ts'
import { balancesOf, type KindBalance } from '#server/core/ledger/ledger.ts'
import type { ProductBalance } from '#server/core/ledger/product-balances.ts'
import type { Unrealized } from '#server/core/ledger/unrealized.ts'
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

/** The prices of moments that are over, in ticks; `undefined` of what nobody knows any more. */
export type ClosesBefore = (symbol: string, moments: readonly number[]) => Promise<(number | undefined)[]>

/** The instrument that says what a currency costs in dollars; null for the dollar and its coin, which are one. */
export function dollarInstrument(currency: string): Instrument | null | undefined {
  if (currency === 'USD' || currency === 'USDT') return null
  return findInstrument(`${currency}-${findCurrency(currency)?.kind === 'fiat' ? 'USD' : 'USDT'}`)
}

function usdPrice(instrument: Instrument, ticks: number | undefined): UsdPrice | undefined {
  if (ticks === undefined) return undefined
  const price = parseDecimal(formatPrice(instrument, ticks), instrument.priceDecimals)
  return price === undefined ? undefined : { price, decimals: instrument.priceDecimals }
}

/** What currencies cost in dollars: the dollar's coin at one dollar, others by their last price in it. */
export function usdPrices(lastPrice: LastPrice): (currency: string) => UsdPrice | undefined {
  return (currency) => {
    const instrument = dollarInstrument(currency)
    if (instrument === null) return ONE_USD
    return instrument && usdPrice(instrument, lastPrice(instrument.symbol)?.price)
  }
}

export type UsdPrices = ReturnType<typeof usdPrices>

/** The same of moments that are over. */
export function pastUsdPrices(closesBefore: ClosesBefore) {
  return async (currency: string, moments: readonly number[]): Promise<(UsdPrice | undefined)[]> => {
    const instrument = dollarInstrument(currency)
    if (instrument === null) return moments.map(() => ONE_USD)
    if (instrument === undefined) return moments.map(() => undefined)
    return (await closesBefore(instrument.symbol, moments)).map((ticks) => usdPrice(instrument, ticks))
  }
}

export type PastUsdPrices = ReturnType<typeof pastUsdPrices>

/** Dollars with two decimals. */
export const formatCents = (cents: bigint) => formatDecimal(cents, 2)

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

/** What a customer's open positions in one product have gained or lost. */
export interface OpenProfit extends Unrealized {
  readonly product: string
  readonly walletType: WalletType
  readonly currency: string
}

/** The same of all products, now. */
export type ListOpenProfits = (db: Db | Tx, customer: CustomerId) => Promise<readonly OpenProfit[]>

/** What everything is worth, in cents. */
export interface Worth {
  readonly total: bigint
  /** False when a price is unknown and something held is missing. */
  readonly isWhole: boolean
  /** Of each wallet and each product that has something; together they are the total. */
  readonly wallets: ReadonlyMap<WalletType, bigint>
  readonly products: ReadonlyMap<string, bigint>
}

/**
 * What everything is worth that a customer has, in wallets and in products, with what open positions gained or lost.
 *
 * Rounds: the total once, down; its parts so that they add up to it.
 */
export function worthOf(
  balances: Balances,
  open: readonly OpenProfit[],
  productOf: ProductOf,
  prices: UsdPrices,
): Worth {
  let isWhole = open.every((one) => one.isWhole)
  const sumOf = (lines: readonly { readonly currency: string; readonly amount: bigint }[]): ExactUsd =>
    lines.reduce((sum, { currency, amount }) => {
      if (amount === 0n) return sum
      const price = prices(currency)
      if (price === undefined) isWhole = false
      return price === undefined ? sum : sum + exactUsd(amount, currency, price)
    }, 0n)
  const inWallets = walletTypes.map((walletType) =>
    sumOf([
      ...currencies.map(({ code }) => {
        const { available, held } = balances.wallet(code, walletType)
        return { currency: code, amount: available + held }
      }),
      ...open.filter((one) => one.walletType === walletType),
    ]),
  )
  const names = [...new Set(balances.inProducts.map(({ kind }) => productOf(kind)))]
  const inProducts = names.map((name) =>
    sumOf(
      balances.inProducts
        .filter(({ kind }) => productOf(kind) === name)
        .map(({ currency, available }) => ({ currency, amount: available })),
    ),
  )
  const parts = [...inWallets, ...inProducts]
  const total = centsOfSum(parts)
  const cents = centsOfParts(parts, total)
  return {
    total,
    isWhole,
    wallets: new Map(walletTypes.map((walletType, index) => [walletType, cents[index]!])),
    products: new Map(names.map((name, index) => [name, cents[walletTypes.length + index]!])),
  }
}

/** What a customer has in products, and what products know of it; of one product where a name is given. */
export function productTotal(
  worth: Worth,
  known: readonly ProductBalance[],
  productOf: ProductOf,
  prices: UsdPrices,
  product?: string,
): ProductTotal {
  const isIn = (name: string) => product === undefined || name === product
  const own = known.filter(({ kind }) => isIn(productOf(kind)))
  const ends = own.flatMap(({ earliestMaturityMs }) => earliestMaturityMs ?? [])
  const today = own.map((line) => centsOf(line.todayInterest ?? 0n, line.currency, prices(line.currency)))
  const sum = (cents: readonly bigint[]) => formatCents(cents.reduce((total, one) => total + one, 0n))
  return {
    valueUsd: sum([...worth.products].filter(([name]) => isIn(name)).map(([, cents]) => cents)),
    todayUsd: today.includes(undefined) ? null : sum(today.map((cents) => cents!)),
    products: own.reduce((count, { products = 0 }) => count + products, 0),
    earliestMaturityMs: ends.length === 0 ? null : Math.min(...ends),
  }
}

/** Everything a customer has, in wallets and in products, and what it is worth. */
export function walletView(
  balances: Balances,
  known: readonly ProductBalance[],
  open: readonly OpenProfit[],
  productOf: ProductOf,
  prices: UsdPrices,
) {
  const worth = worthOf(balances, open, productOf, prices)
  return {
    totalUsd: formatCents(worth.total),
    isWhole: worth.isWhole,
    wallets: [...worth.wallets].map(([walletType, cents]) => ({ walletType, valueUsd: formatCents(cents) })),
    unrealized: open.map(({ product, walletType, currency, amount, isWhole }) => ({
      ...{ product, walletType, currency, amount: isWhole ? formatAmount(amount, currency) : null },
      valueUsd: isWhole ? valueText(centsOf(amount, currency, prices(currency))) : null,
    })),
    holdings: currencies.map((currency) => holdingView(balances, currency, prices)),
    savings: [...balances.inProducts]
      .sort((a, b) => a.kind - b.kind)
      .map((balance) => savingsView(balance, known, productOf, prices)),
    savingsTotal: productTotal(worth, known, productOf, prices),
    byProduct: [...worth.products.keys()].map((product) => ({
      product,
      ...productTotal(worth, known, productOf, prices, product),
    })),
  }
}

function decimalsOf(currency: string): number {
  const known = findCurrency(currency)
  assert(known, `currency ${currency} exists`)
  return known.decimals
}
