import { allowed, type Decision, refused } from '../errors.ts'
import { digitsOfPrice, type Instrument } from '../market/instrument.ts'
import { findInstrument } from '../market/instruments.ts'
import type { Tick } from '../market/tick.ts'
import { mulDiv, RATE_ONE, type Rate, rate, type Units, units } from '../money/amount.ts'
import { formatAmount, requireCurrency } from '../money/read-amount.ts'
import { DAY_MS } from '../time.ts'

/** Conversions between two currencies of one customer, at what the tape says: every calculation. */

/** What limits are counted in. A dollar counts as one, and becomes one: see `pathOf`. */
export const VALUE_CURRENCY = 'USDT'
const DOLLAR = 'USD'
const DOLLARS: readonly string[] = [VALUE_CURRENCY, DOLLAR]

/** An instrument that a conversion goes through: its base is sold at the bid, or bought at the ask. */
export interface Leg {
  readonly instrument: Instrument
  readonly side: 'buy' | 'sell'
}

/** The terms that quotes are made on. Units: limits of `VALUE_CURRENCY`. */
export interface ConvertTerms {
  readonly version: number
  readonly feeBps: number
  readonly minimum: Units
  readonly maximum: Units
  /** How much one customer may convert within `EXPOSURE_WINDOW_MS`, whichever way. */
  readonly maxPerCustomer: Units
  /** How much of one currency the platform may buy or sell on balance within `EXPOSURE_WINDOW_MS`. */
  readonly maxExposure: Units
  readonly quoteSeconds: number
}

/**
 * How one currency becomes another: by the instrument of both, or over `VALUE_CURRENCY`. Without a leg where one becomes
 * one: dollars that came from a bank, and not the other way. Undefined where the tape has no price for it.
 *
 * Source: decisions 0016 and 0017.
 * @example pathOf('BTC', 'ETH') // sell BTC-USDT, buy ETH-USDT
 */
export function pathOf(from: string, to: string): readonly Leg[] | undefined {
  if (from === DOLLAR && to === VALUE_CURRENCY) return []
  const direct = legOf(from, to)
  if (direct) return [direct]
  const [first, second] = [legOf(from, VALUE_CURRENCY), legOf(VALUE_CURRENCY, to)]
  return first && second && from !== to ? [first, second] : undefined
}

function legOf(from: string, to: string): Leg | undefined {
  if (!DOLLARS.includes(from) && !DOLLARS.includes(to)) return undefined
  const sold = findInstrument(`${from}-${to}`)
  if (sold) return { instrument: sold, side: 'sell' }
  const bought = findInstrument(`${to}-${from}`)
  return bought && { instrument: bought, side: 'buy' }
}

/** The price of a leg, in ticks: the customer sells at the bid and buys at the ask. */
export const legPrice = ({ side }: Pick<Leg, 'side'>, { bid, ask }: Pick<Tick, 'bid' | 'ask'>): number =>
  side === 'sell' ? bid : ask

/**
 * What an amount becomes in one leg.
 *
 * Units:  in of what is given, out of what is received.
 * Rounds: down, so the odd unit stays with the platform.
 * @example throughLeg({ instrument: btc, side: 'sell' }, 1_777_849, units(100_000_000n)) // 177784900000n: 17,778.49 USDT
 */
export function throughLeg({ instrument, side }: Leg, price: number, amount: Units): Units {
  const { base, quote, priceDecimals } = instrument
  // A whole unit of the base costs `digits` of the quote, with the price's decimals.
  const digits = digitsOfPrice(instrument, price) * 10n ** BigInt(requireCurrency(quote).decimals)
  const whole = 10n ** BigInt(requireCurrency(base).decimals + priceDecimals)
  return units(
    side === 'sell' ? mulDiv(amount, digits, whole, 'down') : mulDiv(amount, whole, digits, 'down'),
  )
}

/** A leg with the tick that decides it. */
export interface PricedLeg extends Leg {
  readonly tick: Pick<Tick, 'sequence' | 'bid' | 'ask'>
}

/** The figures of a conversion. */
export interface Conversion {
  readonly fee: Units
  readonly received: Units
  /** Units: of `VALUE_CURRENCY`. */
  readonly value: Units
}

/**
 * Decides what an amount is converted to.
 *
 * Units:   `amount` and `fee` of the currency given, `received` of the one wanted.
 * Rounds:  the fee up, so it is at least a unit; what is received down.
 * Refuses: AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE, by the value.
 * Source:  rulings, section 5.
 */
export function decideConversion(
  legs: readonly PricedLeg[],
  amount: Units,
  terms: Omit<ConvertTerms, 'version'>,
): Decision<Conversion> {
  const value = dollarsOf(legs, amount)
  if (value < terms.minimum) {
    return refused('AMOUNT_TOO_SMALL', {
      minimum: formatAmount(terms.minimum, VALUE_CURRENCY),
      currency: VALUE_CURRENCY,
    })
  }
  if (value > terms.maximum) {
    return refused('AMOUNT_TOO_LARGE', {
      maximum: formatAmount(terms.maximum, VALUE_CURRENCY),
      currency: VALUE_CURRENCY,
    })
  }
  const fee = units(mulDiv(amount, BigInt(terms.feeBps), 10_000n, 'up'))
  return allowed({ fee, received: through(legs, units(amount - fee)), value })
}

const through = (legs: readonly PricedLeg[], amount: Units): Units =>
  legs.length === 0
    ? oneForOne(amount)
    : legs.reduce((left, leg) => throughLeg(leg, legPrice(leg, leg.tick), left), amount)

/** As many of `VALUE_CURRENCY` as there are dollars. Units: cents in. */
const oneForOne = (dollars: Units): Units =>
  units(dollars * 10n ** BigInt(requireCurrency(VALUE_CURRENCY).decimals - requireCurrency(DOLLAR).decimals))

/** What an amount is worth for the limits: of a path, one end or the middle is a dollar. */
function dollarsOf([first]: readonly PricedLeg[], amount: Units): Units {
  if (!first) return oneForOne(amount)
  const { base, quote } = first.instrument
  const [from, to] = first.side === 'sell' ? [base, quote] : [quote, base]
  const [dollar, dollars] = DOLLARS.includes(from)
    ? [from, amount]
    : [to, throughLeg(first, legPrice(first, first.tick), amount)]
  const more = requireCurrency(VALUE_CURRENCY).decimals - requireCurrency(dollar).decimals
  return units(dollars * 10n ** BigInt(more))
}

/**
 * What is received for one of what is converted.
 *
 * Rounds: down, at twelve decimals.
 */
export function rateOf(from: string, to: string, converted: Units, received: Units): Rate {
  const [one, other] = [requireCurrency(from), requireCurrency(to)].map(
    ({ decimals }) => 10n ** BigInt(decimals),
  )
  return rate(mulDiv(received * one!, RATE_ONE, converted * other!, 'down'))
}

/**
 * What is received for one of what is converted at these prices: of so much that no unit's rounding shows.
 *
 * Rounds: down, at twelve decimals.
 */
export function rateOfPath(from: string, to: string, legs: readonly PricedLeg[]): Rate {
  const much = units(10n ** BigInt(requireCurrency(from).decimals) * MANY)
  return rateOf(from, to, much, through(legs, much))
}
const MANY = 10n ** 12n

/**
 * How far the prices of a path are from the middle of bid and ask, of all its legs together.
 *
 * Rounds: up, to a ten-thousandth of a percent.
 */
export function spreadOf(legs: readonly Pick<PricedLeg, 'tick'>[]): Rate {
  const exact = legs.reduce(
    (sum, { tick: { bid, ask } }) => sum + mulDiv(BigInt(ask - bid), RATE_ONE, BigInt(ask + bid), 'up'),
    0n,
  )
  return rate(mulDiv(exact, 1n, SPREAD_STEP, 'up') * SPREAD_STEP)
}
const SPREAD_STEP = RATE_ONE / 1_000_000n

/** Within which time what the platform bought and sold is counted. */
export const EXPOSURE_WINDOW_MS = DAY_MS

/**
 * Whether a conversion leaves the platform within its limit in a currency: `before` and `change` are what it bought of it
 * less what it sold. What brings it nearer to nothing always does.
 *
 * Units: of `VALUE_CURRENCY`.
 */
export function isWithinExposure(before: bigint, change: bigint, maxExposure: Units): boolean {
  const after = distance(before + change)
  return after <= maxExposure || after <= distance(before)
}

const distance = (value: bigint): bigint => (value < 0n ? -value : value)

/**
 * Decides whether a customer may convert so much more: all that they converted counts, whichever way, since what a quote
 * is good for does not end when it is converted back.
 *
 * Units:   of `VALUE_CURRENCY`; `before` is what they converted within `EXPOSURE_WINDOW_MS`.
 * Refuses: CONVERT_CUSTOMER_LIMIT.
 */
export function decideCustomerLimit(before: bigint, value: Units, maxPerCustomer: Units): Decision<object> {
  if (before + value <= maxPerCustomer) return allowed({})
  const left = before < maxPerCustomer ? maxPerCustomer - before : 0n
  return refused('CONVERT_CUSTOMER_LIMIT', {
    limit: formatAmount(maxPerCustomer, VALUE_CURRENCY),
    left: formatAmount(units(left), VALUE_CURRENCY),
    currency: VALUE_CURRENCY,
  })
}

/** The currencies whose exposure is counted: what everything else is counted in has none. */
export const hasExposure = (currency: string): boolean => currency !== VALUE_CURRENCY

/** The first of the terms that cannot be right; undefined where all can. */
export function invalidConvertTerm(terms: Omit<ConvertTerms, 'version'>): string | undefined {
  if (terms.feeBps < 1 || terms.feeBps > 500) return 'feeBps'
  if (terms.minimum < units(10_000_000n)) return 'minimum'
  if (terms.maximum < terms.minimum) return 'maximum'
  if (terms.maxPerCustomer < terms.maximum) return 'maxPerCustomer'
  if (terms.maxExposure < terms.maximum) return 'maxExposure'
  return terms.quoteSeconds < 3 || terms.quoteSeconds > 30 ? 'quoteSeconds' : undefined
}
