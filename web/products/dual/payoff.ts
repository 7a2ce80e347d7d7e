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
import { type Units, units } from '#domain/money/amount.ts'
import { parseRate } from '#domain/money/rate.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'

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

/** How many units can be bought with what there is: by what is left, the customer's maximum, and what is available. */
export function mostUnits(
  product: Pick<DualProductView, 'left' | 'maximum' | 'own' | 'unit' | 'currency'>,
  available: string | undefined,
): number {
  const { left, maximum, own, unit, currency } = product
  const bound = Math.max(0, Math.min(left, maximum - own))
  if (available === undefined) return bound
  const has = available.replace(/[.0]/g, '') === '' ? units(0n) : readAmount(available, currency)
  return Math.min(bound, Number(has / readAmount(unit, currency)))
}
