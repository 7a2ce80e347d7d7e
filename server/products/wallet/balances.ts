import { assert, refusal } from '#domain/errors.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatDecimal, parseDecimal } from '#domain/money/amount.ts'
import { type Currency, currencies, findCurrency } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { HoldingView, PurseView } from '#domain/wallet/contract.ts'
import { type Purse, purses } from '#domain/wallet/purses.ts'
import { ONE_USD, type UsdPrice, usdCents } from '#domain/wallet/rules.ts'
import { accountParts, accountRange } from '#server/core/ledger/accounts.ts'
import type { PutAway } from '#server/core/ledger/put-away.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** The last price of an instrument in its ticks; `undefined` while nobody knows one. */
export type LastPrice = (symbol: string) => { readonly price: number } | undefined

/** One customer's balances of one currency in one account. */
interface PurseBalance {
  available: bigint
  held: bigint
  entries: bigint
}

/** A customer's balances, whatever currency and account is asked for; unused ones are empty. */
export type Balances = (currency: string, purse: Purse) => Readonly<PurseBalance>

const EMPTY: PurseBalance = { available: 0n, held: 0n, entries: 0n }

/** Reads all of a customer's balances in one query, so that they belong to one moment. */
export async function readBalances(db: Db | Tx, owner: bigint): Promise<Balances> {
  const [first, last] = accountRange(owner)
  const rows = await db
    .selectFrom('account')
    .select(['id', 'balance', 'version'])
    .where('id', '>=', first)
    .where('id', '<=', last)
    .execute()
  const balances = new Map<string, PurseBalance>()
  for (const { id, balance, version } of rows) {
    const { currency, purse, state } = accountParts(id)
    const key = `${currency} ${purse}`
    const found = balances.get(key) ?? { ...EMPTY }
    found[state] = balance
    found.entries += version
    balances.set(key, found)
  }
  return (currency, purse) => balances.get(`${currency} ${purse}`) ?? EMPTY
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
export function purseView(balances: Balances, currency: string, purse: Purse, prices: UsdPrices): PurseView {
  const { available, held, entries } = balances(currency, purse)
  const decimals = decimalsOf(currency)
  return {
    currency,
    purse,
    available: formatDecimal(available, decimals),
    held: formatDecimal(held, decimals),
    total: formatDecimal(available + held, decimals),
    valueUsd: valueText(centsOf(available + held, currency, prices(currency))),
    entryCount: Number(entries),
  }
}

/** One currency with its four accounts. */
export function holdingView(balances: Balances, currency: Currency, prices: UsdPrices): HoldingView {
  const { code, name, decimals, colour, kind } = currency
  const all = purses.map((purse) => balances(code, purse))
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
    purses: purses.map((purse) => purseView(balances, code, purse, prices)),
  }
}

/** What is put away of one currency as pages show it. */
const savingsView = ({ currency, amount, todayInterest, ...facts }: PutAway, prices: UsdPrices) => ({
  currency,
  amount: formatAmount(amount, currency),
  valueUsd: valueText(centsOf(amount, currency, prices(currency))),
  todayInterest: formatAmount(todayInterest, currency),
  ...facts,
})

/** Everything a customer has, in their accounts and put away, and what it is worth. */
export function walletView(balances: Balances, putAway: readonly PutAway[], prices: UsdPrices) {
  const values = currencies.flatMap(({ code }) =>
    purses.map((purse) => {
      const { available, held } = balances(code, purse)
      return { purse, cents: centsOf(available + held, code, prices(code)) }
    }),
  )
  const saved = putAway.map(({ currency, amount }) => ({
    cents: centsOf(amount, currency, prices(currency)),
  }))
  const earned = putAway.map(({ currency, todayInterest }) => ({
    cents: centsOf(todayInterest, currency, prices(currency)),
  }))
  const sum = (some: readonly { cents: bigint | undefined }[]) =>
    formatCents(some.reduce((total, { cents }) => total + (cents ?? 0n), 0n))
  const everything = [...values, ...saved]
  return {
    totalUsd: sum(everything),
    isWhole: everything.every(({ cents }) => cents !== undefined),
    purses: purses.map((purse) => ({
      purse,
      valueUsd: sum(values.filter((value) => value.purse === purse)),
    })),
    holdings: currencies.map((currency) => holdingView(balances, currency, prices)),
    savings: putAway.map((one) => savingsView(one, prices)),
    savingsTotal: {
      valueUsd: sum(saved),
      todayUsd: sum(earned),
      products: putAway.reduce((count, { products }) => count + products, 0),
      earliestMaturityMs:
        putAway.length === 0
          ? null
          : Math.min(...putAway.map(({ earliestMaturityMs }) => earliestMaturityMs)),
    },
  }
}

/** Refuses: CURRENCY_UNKNOWN. */
export function mustKnow(currency: string): Currency {
  const known = findCurrency(currency)
  if (!known) throw refusal('CURRENCY_UNKNOWN')
  return known
}

function decimalsOf(currency: string): number {
  const known = findCurrency(currency)
  assert(known, `currency ${currency} exists`)
  return known.decimals
}
