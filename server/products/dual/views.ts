import type { DualOrderView, DualProductView } from '#domain/dual/contract.ts'
import type { DualOutcome } from '#domain/dual/outcomes.ts'
import {
  canCancel,
  cancelUntilMs,
  paidCurrency,
  payoutBy,
  saleOf,
  unitsLeft,
  yearlyYield,
} from '#domain/dual/rules.ts'
import { assert } from '#domain/errors.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatPercent, formatRate } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import {
  cancellableOf,
  currenciesOf,
  type FixingRow,
  type OrderRow,
  type ProductRow,
  pairOf,
  productOfRow,
} from './store.ts'

/** Rows as the contract shows them: amounts and prices as texts, and everything that follows from the rules. */

/** What the funds have free, by currency. */
export type Free = ReadonlyMap<string, bigint>

/** A price in ticks as a decimal of its instrument. */
export function showPrice(symbol: string, ticks: bigint) {
  const instrument = findInstrument(symbol)
  assert(instrument, `${symbol} is listed`)
  return formatPrice(instrument, Number(ticks))
}

const termsView = (
  row: Pick<
    ProductRow,
    'symbol' | 'type' | 'strike' | 'yield_rate' | 'term_days' | 'starts_at' | 'settles_at'
  >,
) => {
  const { base, quote } = pairOf(row.symbol)
  return {
    ...{ symbol: row.symbol, base, quote, type: row.type, currency: currenciesOf(row).own },
    strike: showPrice(row.symbol, row.strike),
    yieldRate: formatRate(row.yield_rate),
    yieldPercent: formatPercent(row.yield_rate),
    aprPercent: formatPercent(yearlyYield(row.yield_rate, row.term_days)),
    ...{ termDays: row.term_days, startsAtMs: row.starts_at, settlesAtMs: row.settles_at },
  }
}

/** A product, with what can still be sold of it while the funds have so much free. */
export function productView(row: ProductRow, free: Free, nowMs: number, own = 0): DualProductView {
  const { own: currency, other } = currenciesOf(row)
  const product = productOfRow(row)
  const left = unitsLeft(product, { own: free.get(currency) ?? 0n, other: free.get(other) ?? 0n })
  const sale = saleOf(product, nowMs)
  return {
    id: String(row.id),
    ...termsView(row),
    saleFromMs: row.sale_from,
    availability: sale === 'open' && left === 0 ? 'sold-out' : sale,
    unit: formatAmount(row.unit, currency),
    ...{ capacity: row.capacity, maximum: row.maximum, own, left },
    leftPercent: Math.floor((left * 100) / row.capacity),
  }
}

/** An average. */
export const fixingView = (row: FixingRow) => ({
  atMs: row.fixed_at,
  price: row.price === null ? null : showPrice(row.symbol, row.price),
  ...{ minutes: row.minutes, ticks: row.ticks },
})

/** What an order was paid; undefined while it is active. */
export function paidOf(row: OrderRow): { readonly amount: bigint; readonly currency: string } | undefined {
  const { status, type, principal, currency } = row
  if (status === 'active') return undefined
  if (status === 'cancelled') return { amount: principal, currency }
  return paidAs(row, status, type)
}

const paidAs = (row: OrderRow, outcome: DualOutcome, type: OrderRow['type']) => ({
  amount: payoutBy(type, row, outcome),
  currency: paidCurrency(type, pairOf(row.symbol), outcome),
})

/** An order as it stands, with the average that decided it. */
export function orderView(row: OrderRow, nowMs: number, fixing?: FixingRow): DualOrderView {
  const { status } = row
  const { base, quote } = pairOf(row.symbol)
  const paid = paidOf(row)
  return {
    ...{ id: String(row.id), productId: String(row.product_id), ...termsView(row), num: row.num },
    principal: formatAmount(row.principal, row.currency),
    above: formatAmount(row.above, quote),
    below: formatAmount(row.below, base),
    ...(status === 'active' ? { status, end: null } : { status: 'ended', end: status }),
    canCancel: canCancel(cancellableOf(row), nowMs),
    cancelUntilMs: cancelUntilMs(cancellableOf(row)),
    ...{ subscribedAtMs: row.accepted_at, dueAtMs: row.due_at },
    fixing: fixing ? fixingView(fixing) : null,
    result:
      paid && row.ended_at !== null
        ? { amount: formatAmount(paid.amount, paid.currency), currency: paid.currency, atMs: row.ended_at }
        : null,
    rulesVersion: row.rules_version,
  }
}
