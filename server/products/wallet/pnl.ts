import type { CustomerId } from '#domain/ids.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { Reason } from '#domain/reasons.ts'
import type { PnlCauseView, PnlView } from '#domain/wallet/contract.ts'
import {
  type Movement,
  type PnlFigures,
  type PnlRange,
  pnlCauses,
  pnlOf,
  pnlPercent,
  rangeMoments,
  UNREALIZED,
} from '#domain/wallet/pnl.ts'
import { centsOfParts, centsOfSum, type ExactUsd, exactUsd, type UsdPrice } from '#domain/wallet/rules.ts'
import { walletTypes } from '#domain/wallet/wallet-types.ts'
import {
  type AccountState,
  accountStates,
  balancesBefore,
  type MovedAmount,
  movedForReasons,
  movedSince,
  type TransferMoments,
} from '#server/core/ledger/history.ts'
import type { ProductBalances } from '#server/core/ledger/product-balances.ts'
import type { Unrealized } from '#server/core/ledger/unrealized.ts'
import { walletOf } from '#server/core/ledger/wallets.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import {
  formatCents,
  type ListOpenProfits,
  type PastUsdPrices,
  type ProductOf,
  productTotal,
  readBalances,
  type UsdPrices,
  worthOf,
} from './balances.ts'

/** What profit and loss is computed from. */
export interface PnlDeps {
  readonly db: Db
  readonly prices: UsdPrices
  readonly pastPrices: PastUsdPrices
  /** The reasons by which money comes from outside or leaves, as the products say. */
  readonly external: readonly Reason[]
  readonly productOf: ProductOf
  readonly listInProducts: ProductBalances
  readonly listOpenProfits: ListOpenProfits
  readonly pastOpenProfits: PastOpenProfits
  readonly transferMoments: TransferMoments
}

/** What was open at each of some moments, by product; `value` reads the prices of then. */
export type PastOpenProfits = (
  db: Db | Tx,
  customer: CustomerId,
  moments: readonly number[],
) => Promise<readonly { readonly currency: string; value(): Promise<readonly Unrealized[]> }[]>

/** Entries of a day that are added up by their causes for one answer: some 35 ms of PostgreSQL's time. */
export const MAX_CAUSED_ENTRIES = 10_000

/**
 * A customer's profit and loss over a range, with its line and, of today, its causes.
 *
 * Cost: for each account that moved in the range one look-up for each point of the line, at most 97; every deposit and
 * withdrawal in the range; and of today every entry, up to `maxCaused`. What was before the range is not read.
 */
export async function pnlView(
  given: PnlDeps,
  customerId: CustomerId,
  range: PnlRange,
  nowMs: number,
  maxCaused = MAX_CAUSED_ENTRIES,
): Promise<PnlView> {
  const { productOf } = given
  const prices = onePriceEach(given.prices)
  const deps = { ...given, prices }
  const moments = rangeMoments(range, nowMs)
  const ledger = await readLedger(deps, customerId, moments, range === '1d' ? maxCaused : 0, nowMs)
  const { balances, known, open } = ledger
  const { held, isPriced } = await pricedCurrencies(ledger, deps, moments)
  const values = moments.map((_, at) => valueThen(held, at))
  const worth = worthOf(balances, open, productOf, prices)
  const external = await pricedMovements(ledger.external, held, deps)
  // Without a price of something that is there, was there or moved, what is left is no profit and no loss.
  const isKnown = isPriced && worth.isWhole
  const figures =
    isKnown && values[0] !== undefined && external ? figuresOf(values[0], worth.total, external) : undefined
  const moved = figures && ledger.moved && (await pricedMovements(ledger.moved, held, deps))
  const all = moved && [...moved, ...unrealizedSince(held)]
  const percent = figures && pnlPercent(figures)
  return {
    range,
    fromMs: moments[0]!,
    atMs: nowMs,
    totalUsd: formatCents(worth.total),
    isWhole: worth.isWhole,
    wallets: walletTypes.map((walletType) => ({
      walletType,
      valueUsd: formatCents(worth.wallets.get(walletType)!),
      heldUsd: formatCents(
        centsOfSum(
          held.map(({ currency, price }) =>
            exactUsd(balances.wallet(currency, walletType).held, currency, price),
          ),
        ),
      ),
    })),
    savingsTotal: productTotal(worth, known, productOf, prices),
    entryCount: ledger.entryCount,
    pnlUsd: figures ? formatCents(pnlOf(figures)) : null,
    startUsd: figures ? formatCents(figures.start) : null,
    depositsUsd: figures ? formatCents(figures.deposits) : null,
    withdrawalsUsd: figures ? formatCents(figures.withdrawals) : null,
    percent: percent === undefined ? null : formatDecimal(percent, 2),
    points: [
      ...moments.flatMap((atMs, at) => {
        const value = values[at]
        return value === undefined ? [] : [{ atMs, valueUsd: formatCents(centsOfSum([value])) }]
      }),
      { atMs: nowMs, valueUsd: formatCents(worth.total) },
    ],
    causes: figures && all ? causesView(held, all, pnlOf(figures)) : null,
  }
}

/** Prices that stand still for one answer, each as it was first asked for: otherwise its parts would not make its sum. */
function onePriceEach(prices: UsdPrices): UsdPrices {
  const asked = new Map<string, UsdPrice | undefined>()
  return (currency) => {
    if (!asked.has(currency)) asked.set(currency, prices(currency))
    return asked.get(currency)
  }
}

/** What the ledger says now, said at each moment, and what moved since the first; all of one moment. */
function readLedger(
  { db, listInProducts, listOpenProfits, pastOpenProfits, transferMoments, external }: PnlDeps,
  customerId: CustomerId,
  moments: readonly number[],
  maxCaused: number,
  nowMs: number,
) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const then = await transferMoments(tx, moments, nowMs)
      const since = then[0]!
      const accounts = await accountStates(tx, customerId)
      const past = await balancesBefore(tx, accounts, then)
      const entriesSince = accounts.reduce(
        (sum, { id, version }) => sum + version - past.get(id)![0]!.version,
        0n,
      )
      return {
        balances: await readBalances(tx, customerId),
        known: await listInProducts(tx, customerId, nowMs),
        open: await listOpenProfits(tx, customerId),
        openThen: await pastOpenProfits(tx, customerId, moments),
        accounts,
        past,
        entryCount: accounts.filter(isCounted).reduce((count, { version }) => count + Number(version), 0),
        external: await movedForReasons(tx, accounts, external, since),
        moved: entriesSince <= BigInt(maxCaused) ? await movedSince(tx, accounts, since) : undefined,
      }
    })
}

type Ledger = Awaited<ReturnType<typeof readLedger>>

/** Whether an account's entries are among those that make the total: of wallets all, of products while something is in. */
const isCounted = ({ kind, balance }: AccountState) => walletOf(kind) !== undefined || balance > 0n

/** A currency that has a price now, with what there was of it and what it cost at each moment. */
interface PricedCurrency {
  readonly currency: string
  readonly amount: bigint
  readonly price: UsdPrice
  /** Of the amount, and of the amount at the start: what open positions had gained or lost. */
  readonly open: bigint
  readonly openAtStart: bigint
  readonly past: readonly { readonly amount: bigint; readonly price: UsdPrice | undefined }[]
}

/** What has no price now is left out, as in the total, and `isPriced` says that it is; so is what never was there. */
async function pricedCurrencies(
  { accounts, past, open, openThen }: Ledger,
  { prices, pastPrices }: PnlDeps,
  moments: readonly number[],
): Promise<{ held: PricedCurrency[]; isPriced: boolean }> {
  const openThens = await Promise.all(
    openThen.map(async ({ currency, value }) => ({ currency, past: await value() })),
  )
  const held: PricedCurrency[] = []
  let isPriced = true
  for (const currency of new Set(accounts.map((account) => account.currency))) {
    const own = accounts.filter((account) => account.currency === currency)
    const openNow = open.reduce((sum, one) => (one.currency === currency ? sum + one.amount : sum), 0n)
    const opens = openThens.filter((one) => one.currency === currency)
    const openAt = (at: number) => opens.reduce((sum, one) => sum + one.past[at]!.amount, 0n)
    const amount = own.reduce((sum, { balance }) => sum + balance, openNow)
    const amounts = moments.map((_, at) =>
      own.reduce((sum, { id }) => sum + past.get(id)![at]!.balance, openAt(at)),
    )
    const isUsed = own.some(({ id, version }) => version > past.get(id)![0]!.version)
    if (amounts[0] === 0n && !isUsed) continue
    const price = prices(currency)
    if (price === undefined) {
      isPriced = false
      continue
    }
    const then = await pastPrices(currency, moments)
    held.push({
      ...{ currency, price, amount, open: openNow, openAtStart: openAt(0) },
      past: amounts.map((amount, at) => ({
        amount,
        // What was open at a price that is not known was worth nobody knows what.
        price: opens.every((one) => one.past[at]!.isWhole) ? then[at] : undefined,
      })),
    })
  }
  return { held, isPriced }
}

/** What everything was worth at a moment; undefined where the price of something is not known. */
function valueThen(held: readonly PricedCurrency[], at: number): ExactUsd | undefined {
  let sum = 0n
  for (const { currency, past } of held) {
    const { amount, price } = past[at]!
    if (amount === 0n) continue
    if (price === undefined) return undefined
    sum += exactUsd(amount, currency, price)
  }
  return sum
}

/** Movements with the prices of their minutes; undefined where one is not known. */
async function pricedMovements(
  moved: readonly MovedAmount[],
  held: readonly PricedCurrency[],
  { pastPrices, external }: PnlDeps,
): Promise<Movement[] | undefined> {
  const movements: Movement[] = []
  for (const { currency } of held) {
    const own = moved.filter((one) => one.currency === currency)
    if (own.length === 0) continue
    const prices = await pastPrices(
      currency,
      own.map(({ minuteMs }) => minuteMs),
    )
    for (const [index, one] of own.entries()) {
      const price = prices[index]
      if (price === undefined) return undefined
      movements.push({ ...one, price, isExternal: external.includes(one.reason) })
    }
  }
  return movements
}

/** What open positions gained or lost since the start, as if it had moved now. */
const unrealizedSince = (held: readonly PricedCurrency[]): Movement[] =>
  held
    .filter(({ open, openAtStart }) => open !== openAtStart)
    .map(({ currency, price, open, openAtStart }) => ({
      ...{ currency, price, amount: open - openAtStart, entries: 0 },
      ...{ reason: UNREALIZED, isExternal: false },
    }))

function figuresOf(start: ExactUsd, now: bigint, external: readonly Movement[]): PnlFigures {
  const worth = external.map(({ amount, currency, price }) => exactUsd(amount, currency, price))
  return {
    start: centsOfSum([start]),
    now,
    deposits: centsOfSum(worth.filter((value) => value > 0n)),
    withdrawals: centsOfSum(worth.filter((value) => value < 0n).map((value) => -value)),
  }
}

/** The causes of a day, those by price first, the largest gain of each kind first. */
function causesView(held: readonly PricedCurrency[], all: readonly Movement[], pnl: bigint): PnlCauseView[] {
  const causes = pnlCauses(
    held.map(({ past, ...now }) => ({
      ...now,
      amount: past[0]!.amount,
      startPrice: past[0]!.price ?? now.price,
    })),
    all,
  )
  const cents = centsOfParts(
    causes.map(({ usd }) => usd),
    pnl,
  )
  return causes
    .map((cause, index) => ({ cause, cents: cents[index]! }))
    .filter((line) => line.cents !== 0n)
    .sort((a, b) => Number('reason' in a.cause) - Number('reason' in b.cause) || (a.cents < b.cents ? 1 : -1))
    .map(({ cause, cents }) => {
      if ('reason' in cause) {
        const { reason, entries } = cause
        return { ...NO_PRICE, reason, entries, usd: formatCents(cents) }
      }
      const { currency, amount, price, past } = held.find((one) => one.currency === cause.currency)!
      const then = past[0]!
      return {
        currency,
        amount: formatAmount(amount, currency),
        priceChange:
          then.price && then.amount === amount
            ? formatDecimal(price.price - then.price.price, price.decimals)
            : null,
        reason: null,
        entries: 0,
        usd: formatCents(cents),
      }
    })
}

const NO_PRICE = { currency: null, amount: null, priceChange: null } as const
