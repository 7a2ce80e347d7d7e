import { throughLeg } from '#domain/convert/rules.ts'
import type { DualProductView } from '#domain/dual/contract.ts'
import {
  breakEven,
  type DualTerms,
  decideAt,
  type Payouts,
  paidCurrency,
  payoutBy,
  payoutsOf,
  principalOf,
} from '#domain/dual/rules.ts'
import { formatPrice, type Instrument, parsePrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { parseDecimal, type Units } from '#domain/money/amount.ts'
import { parseRate } from '#domain/money/rate.ts'
import { formatAmount, readAmount, requireCurrency } from '#domain/money/read-amount.ts'

/** What an order of a product pays at each settlement price, by the rules that pay it. */

export interface Payoff {
  readonly instrument: Instrument
  readonly terms: DualTerms
  readonly principal: Units
  readonly payouts: Payouts
  /** As texts, in their currencies. */
  readonly shown: {
    readonly principal: string
    readonly above: string
    readonly below: string
    readonly gain: string
  }
}

/** The pay-off of so many units; undefined of an instrument that is listed no more. */
export function payoffOf(product: DualProductView, num: number): Payoff | undefined {
  const { symbol, type, currency, base, quote } = product
  const instrument = findInstrument(symbol)
  const strike = instrument && parsePrice(instrument, product.strike)
  const yieldRate = parseRate(product.yieldRate)
  if (!instrument || strike === undefined || yieldRate === undefined) return undefined
  const terms = { symbol, type, strike: Number(strike), yieldRate }
  const principal = principalOf({ unit: readAmount(product.unit, currency) }, num)
  const payouts = payoutsOf(terms, principal)
  const own = type === 'call' ? payouts.below : payouts.above
  return {
    ...{ instrument, terms, principal, payouts },
    shown: {
      principal: formatAmount(principal, currency),
      above: formatAmount(payouts.above, quote),
      below: formatAmount(payouts.below, base),
      gain: formatAmount(own - principal, currency),
    },
  }
}

/** A settlement price with what is paid then. */
export interface PayoffPoint {
  /** In ticks. */
  readonly price: number
  readonly priceText: string
  readonly paid: string
  readonly currency: string
  /** What that is worth in the quote currency at this price, and what the principal is without the investment. */
  readonly worth: bigint
  readonly held: bigint
}

/** What a settlement price pays. Rounds: down, as a sale at that price. */
export function pointAt({ instrument, terms, principal, payouts }: Payoff, price: number): PayoffPoint {
  const { outcome = 'unpriced' } = decideAt({ strike: terms.strike, settlesAtMs: 0 }, 0, price)
  const currency = paidCurrency(terms.type, instrument, outcome)
  const paid = payoutBy(terms.type, payouts, outcome)
  const inQuote = (amount: Units, of: string) =>
    of === instrument.quote ? amount : throughLeg({ instrument, side: 'sell' }, price, amount)
  const own = terms.type === 'call' ? instrument.base : instrument.quote
  return {
    ...{ price, priceText: formatPrice(instrument, price), paid: formatAmount(paid, currency), currency },
    worth: inQuote(paid, currency),
    held: inQuote(principal, own),
  }
}

/** The prices that a picture goes from and to, in ticks: around the strike and the price of now. */
export function pictureRange({ terms: { strike } }: Payoff, now: number | undefined) {
  const [least, most] = [Math.min(strike, now ?? strike), Math.max(strike, now ?? strike)]
  const margin = Math.round(strike * 0.05)
  return { low: Math.max(1, least - margin), high: most + margin }
}

/** The price at which a put is worth what was put in; undefined of a call. */
export const breakEvenOf = ({ terms, instrument }: Payoff) =>
  terms.type === 'put'
    ? { price: breakEven(terms), text: formatPrice(instrument, breakEven(terms)) }
    : undefined

/** How far the strike is from a price, in percent with its sign. @example '-4.38' */
export function distanceOf(strike: string, price: string | undefined): string | undefined {
  const now = Number(price)
  return now > 0 ? ((Number(strike) / now - 1) * 100).toFixed(2) : undefined
}

type Bounded = Pick<DualProductView, 'left' | 'maximum' | 'own' | 'unit' | 'currency'>

/** What an order may not exceed: what one customer may have, what is left on sale, and what there is in funding. */
export type DualLimit = 'own' | 'left' | 'balance'

/** The limit that is reached first, with the units that it leaves; funding counts only while it is known. */
export function tightestLimit(
  { left, maximum, own, unit, currency }: Bounded,
  available: string | undefined,
): { readonly limit: DualLimit; readonly most: number } {
  const limits: { readonly limit: DualLimit; readonly most: number }[] = [
    { limit: 'own', most: Math.max(0, maximum - own) },
    { limit: 'left', most: Math.max(0, left) },
  ]
  if (available !== undefined)
    limits.push({ limit: 'balance', most: wholeUnits({ unit, currency }, available) })
  return limits.reduce((tightest, one) => (one.most < tightest.most ? one : tightest))
}

/** How many units can be bought with what there is: by what is left, the customer's maximum, and what is available. */
export const mostUnits = (product: Bounded, available: string | undefined): number =>
  tightestLimit(product, available).most

/** As many units as can be typed: more than there are of any product. */
const MAX_UNITS_TYPED = 9_999_999

/** How many whole units an amount buys. Rounds: down. @example wholeUnits({ unit: '100', currency: 'USDT' }, '450') // 4 */
export function wholeUnits({ unit, currency }: Pick<Bounded, 'unit' | 'currency'>, typed: string): number {
  const has = parseDecimal(typed.replace(/\.$/, ''), requireCurrency(currency).decimals) ?? 0n
  return Math.min(MAX_UNITS_TYPED, Number(has / readAmount(unit, currency)))
}

/** What so many units are in money. @example moneyOf({ unit: '100', currency: 'USDT' }, 4) // '400.00' */
export const moneyOf = ({ unit, currency }: Pick<Bounded, 'unit' | 'currency'>, num: number): string =>
  formatAmount(principalOf({ unit: readAmount(unit, currency) }, num), currency)
