import { allowed, type Decision, refused } from '../errors.ts'
import { digitsOfPrice } from '../market/instrument.ts'
import { findInstrument } from '../market/instruments.ts'
import type { Tick } from '../market/tick.ts'
import { MAX_UNITS, mulDiv, RATE_ONE, type Rate, rate, type Units, units } from '../money/amount.ts'
import { findCurrency } from '../money/currencies.ts'
import { formatAmount, requireCurrency } from '../money/read-amount.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDayUtc } from '../time.ts'
import type { DualOutcome, DualState, DualType } from './outcomes.ts'

/**
 * Dual investment: an amount of one currency that is paid back, with a yield agreed before, in that currency or in the
 * other one of its instrument, by whether a price average is below a strike. What an order pays follows from the order
 * and from the tape alone; the server, the pages and the customer's browser run this same file.
 */

/** The version of these rules, which every order keeps. Those of version 1 can be cancelled until they start. */
export const DUAL_RULES_VERSION = 2

/** How long after it was made an order can be cancelled. Source: docs/decisions/0025. */
export const CANCEL_WINDOW_MS = MINUTE_MS

/** Over so long before its moment a price is averaged. */
export const WINDOW_MS = 30 * MINUTE_MS
/** In so many of the window's minutes there must be a tick; in fewer, there is no average. */
export const MINUTES_NEEDED = WINDOW_MS / MINUTE_MS / 2
/** How long an order is put off when there is no average, once. */
export const POSTPONED_MS = DAY_MS
/** When orders start and are settled, after midnight UTC. */
const SETTLED_AT_MS = 8 * HOUR_MS

/** The moment of a day at which orders start and are settled: 08:00 UTC. */
export const settlementOf = (dayMs: number): number => startOfDayUtc(dayMs) + SETTLED_AT_MS

/** The first such moment at or after another one. */
export function nextSettlement(fromMs: number): number {
  const today = settlementOf(fromMs)
  return today >= fromMs ? today : today + DAY_MS
}

/** The two currencies of an instrument that products are of. */
export interface DualPair {
  readonly base: string
  readonly quote: string
}

/** The currency that is put in. */
export const currencyOf = (type: DualType, { base, quote }: DualPair): string =>
  type === 'call' ? base : quote

/** The currency that an outcome pays. */
export const paidCurrency = (type: DualType, pair: DualPair, outcome: DualOutcome): string => {
  if (outcome === 'unpriced') return currencyOf(type, pair)
  return outcome === 'above' ? pair.quote : pair.base
}

/** What decides what an order pays, beside its principal. */
export interface DualTerms {
  readonly symbol: string
  readonly type: DualType
  /** In ticks. */
  readonly strike: number
  /** Of the whole term, as a share of the principal. */
  readonly yieldRate: Rate
}

/** What an order pays at or above the strike, and below it. */
export interface Payouts {
  /** Units: of the quote currency. */
  readonly above: Units
  /** Units: of the base. */
  readonly below: Units
}

/**
 * What a principal pays in either case: principal and yield, exchanged at the strike where the other currency is paid.
 *
 * Units:   principal of the currency put in.
 * Rounds:  each pay-out down, once, so that an order is short of its exact figure by less than one smallest unit.
 * @example 1,000 USDT, put at 17,000.00, yield 0.84 %: 1,008.40 USDT at or above, 0.05931764 BTC below
 */
export function payoutsOf(terms: DualTerms, principal: Units, rounding: 'up' | 'down' = 'down'): Payouts {
  const { type, yieldRate } = terms
  const grown = RATE_ONE + yieldRate
  const { quoteFor, baseFor } = exchangeAt(terms)
  const same = units(mulDiv(principal, grown, RATE_ONE, rounding))
  const exchanged = (numerator: bigint, denominator: bigint) =>
    units(mulDiv(principal * grown, numerator, RATE_ONE * denominator, rounding))
  return type === 'call'
    ? { above: exchanged(quoteFor, baseFor), below: same }
    : { above: same, below: exchanged(baseFor, quoteFor) }
}

/** So many units of the quote currency are so many of the base at the strike. */
function exchangeAt({ symbol, strike }: Pick<DualTerms, 'symbol' | 'strike'>) {
  const instrument = findInstrument(symbol)
  if (!instrument) throw new RangeError(`${symbol} is not listed`)
  const { base, quote, priceDecimals } = instrument
  return {
    quoteFor: digitsOfPrice(instrument, strike) * 10n ** BigInt(requireCurrency(quote).decimals),
    baseFor: 10n ** BigInt(requireCurrency(base).decimals + priceDecimals),
  }
}

/** What the platform sets aside for an order when it is sold, so that either pay-out is there. */
export interface Escrow {
  /** The yield in the currency put in; the principal is there already. */
  readonly own: Units
  /** All of the pay-out in the other currency. */
  readonly other: Units
}

/** What is set aside for an order with these pay-outs. */
export function escrowOf(type: DualType, principal: Units, { above, below }: Payouts): Escrow {
  const [own, other] = type === 'call' ? [below, above] : [above, below]
  return { own: units(own - principal), other }
}

/** What an outcome pays. */
export function payoutBy<Amount>(
  type: DualType,
  payouts: { readonly above: Amount; readonly below: Amount },
  outcome: DualOutcome,
): Amount {
  if (outcome === 'unpriced') return type === 'call' ? payouts.below : payouts.above
  return payouts[outcome]
}

/** A hundredth of a percent. */
const BASIS_POINT = RATE_ONE / 10_000n

/** The yield by the year: simple, not compounded. Rounds: down to a hundredth of a percent. */
export const yearlyYield = (yieldRate: Rate, termDays: number): Rate =>
  rate(((yieldRate * 365n) / BigInt(termDays) / BASIS_POINT) * BASIS_POINT)

/**
 * The price at which a put is worth exactly its principal, in ticks: below it, less. Of a call, in the coin, there is
 * none: it pays at least its principal in either case, and gives up what the coin gains beyond the strike.
 *
 * Rounds: up.
 */
export const breakEven = ({ strike, yieldRate }: Pick<DualTerms, 'strike' | 'yieldRate'>): number =>
  Number(mulDiv(BigInt(strike), RATE_ONE, RATE_ONE + yieldRate, 'up'))

/** What is averaged: when each of its prices began to hold, and what came next. */
export interface Average {
  /** Of the last valid ticks before the moment; rounded down to a tick. Null with too few minutes that have one. */
  readonly price: number | null
  /** How many of the window's minutes have a tick. */
  readonly minutes: number
  readonly ticks: number
  /** The first and the last of them, by their places on the tape; null without any. */
  readonly first: number | null
  readonly last: number | null
}

/** The window that ends with a moment: from this millisecond on, up to but not including that one. */
export const windowBefore = (atMs: number) => ({ fromMs: atMs - WINDOW_MS, toMs: atMs })

/**
 * The time-weighted average of an instrument's price in the window before a moment: each valid tick counts from when the
 * tape took it until the next one, the last one until the moment. `ticks` are of the tape, in order; those that do not
 * count may be among them.
 *
 * Rounds: down to a tick, so that it is at or above a strike exactly when the average is.
 */
export function averageBefore(symbol: string, ticks: Iterable<Tick>, atMs: number): Average {
  const { fromMs, toMs } = windowBefore(atMs)
  const minutes = new Set<number>()
  let [sum, weight, count] = [0n, 0n, 0]
  let [first, last]: (Tick | undefined)[] = []
  const add = (tick: Tick, untilMs: number) => {
    const heldMs = BigInt(untilMs - tick.atMs)
    sum += BigInt(tick.price) * heldMs
    weight += heldMs
  }
  for (const tick of ticks) {
    if (tick.symbol !== symbol || tick.isHeld || tick.atMs < fromMs || tick.atMs >= toMs) continue
    if (last) add(last, tick.atMs)
    minutes.add(Math.floor((tick.atMs - fromMs) / MINUTE_MS))
    count++
    first ??= tick
    last = tick
  }
  if (last) add(last, toMs)
  const isEnough = minutes.size >= MINUTES_NEEDED
  return {
    price: isEnough ? Number(sum / weight) : null,
    ...{ minutes: minutes.size, ticks: count },
    ...{ first: first?.sequence ?? null, last: last?.sequence ?? null },
  }
}

/** What becomes of an order at a moment: it is paid, or put off to another one. */
export type DualStep =
  | { readonly outcome: DualOutcome }
  | { readonly outcome: undefined; readonly postponedToMs: number }

/**
 * What an average decides on an order: the strike is reached at or above it. Without an average the order is put off by a
 * day, once.
 *
 * Source: rulings, section 5.
 */
export function decideAt(
  order: { readonly strike: number; readonly settlesAtMs: number },
  atMs: number,
  price: number | null,
): DualStep {
  if (price !== null) return { outcome: price >= order.strike ? 'above' : 'below' }
  return atMs > order.settlesAtMs
    ? { outcome: 'unpriced' }
    : { outcome: undefined, postponedToMs: order.settlesAtMs + POSTPONED_MS }
}

/** A product as far as the decision on an order needs it. */
export interface DualProduct extends DualTerms {
  readonly isOpen: boolean
  readonly saleFromMs: number
  readonly startsAtMs: number
  /** One unit of it, in the currency put in. */
  readonly unit: Units
  /** Units that may be sold in all, and that one customer may have. */
  readonly capacity: number
  readonly maximum: number
  /** Units that are sold. */
  readonly sold: number
}

/** What the platform has free for the pay-outs of orders to come, in both currencies. */
export interface FreeFunds {
  /** In the currency put in. */
  readonly own: bigint
  readonly other: bigint
}

/**
 * How many units can still be sold: by the capacity, and by what the funds cover of either pay-out.
 *
 * Rounds: down; what one unit needs is rounded up for it.
 */
export function unitsLeft(product: DualProduct, free: FreeFunds): number {
  const { own, other } = escrowOf(product.type, product.unit, payoutsOf(product, product.unit, 'up'))
  const covered = [free.own / own, free.other / other].map(Number)
  return Math.max(0, Math.min(product.capacity - product.sold, ...covered))
}

/** Whether a product is being sold at a moment, whatever is left of it. */
export type Sale = 'upcoming' | 'open' | 'closed'

/** Whether it is: from the beginning of its sale until the orders start, unless it is closed. */
export function saleOf(
  { isOpen, saleFromMs, startsAtMs }: Pick<DualProduct, 'isOpen' | 'saleFromMs' | 'startsAtMs'>,
  nowMs: number,
): Sale {
  if (!isOpen || nowMs >= startsAtMs) return 'closed'
  return nowMs < saleFromMs ? 'upcoming' : 'open'
}

/** What the decision on an order needs beside the product, read under lock. */
export interface DualContext {
  readonly nowMs: number
  readonly available: bigint
  /** Units that the customer has in it. */
  readonly own: number
  readonly left: number
}

/** The principal of so many units. */
export const principalOf = ({ unit }: Pick<DualProduct, 'unit'>, num: number): Units =>
  units(unit * BigInt(num))

/**
 * Decides on an order of so many units. Checks in the order the customer should hear about them.
 *
 * Refuses: EARN_CLOSED; AMOUNT_TOO_LARGE beyond what one customer may have; INSUFFICIENT_BALANCE; EARN_SOLD_OUT.
 */
export function decideDual(
  product: DualProduct & { readonly currency: string },
  context: DualContext,
  num: number,
): Decision<{ readonly principal: Units }> {
  const { currency } = product
  const shown = (count: number) => formatAmount(principalOf(product, count), currency)
  if (saleOf(product, context.nowMs) !== 'open') return refused('EARN_CLOSED')
  const ownLeft = Math.max(0, product.maximum - context.own)
  if (num > ownLeft) return refused('AMOUNT_TOO_LARGE', { maximum: shown(ownLeft), currency })
  const principal = principalOf(product, num)
  if (principal > context.available) return refused('INSUFFICIENT_BALANCE')
  if (num > context.left) return refused('EARN_SOLD_OUT', { left: shown(context.left), currency })
  return allowed({ principal })
}

/** An order as far as cancelling it goes. */
export interface Cancellable {
  readonly status: DualState
  readonly startsAtMs: number
  readonly acceptedAtMs: number
  readonly rulesVersion: number
}

/** Until when an order can be cancelled while it is active: for a short while after it was made, and not once it has started. */
export const cancelUntilMs = ({
  startsAtMs,
  acceptedAtMs,
  rulesVersion,
}: Omit<Cancellable, 'status'>): number =>
  rulesVersion === 1 ? startsAtMs : Math.min(startsAtMs, acceptedAtMs + CANCEL_WINDOW_MS)

/** Whether an order can be cancelled. */
export const canCancel = (order: Cancellable, nowMs: number): boolean =>
  order.status === 'active' && nowMs < cancelUntilMs(order)

/** What fixes a product for good. */
export interface DualDraft extends DualTerms {
  readonly unit: Units
  readonly capacity: number
  readonly maximum: number
  readonly saleFromMs: number
  readonly startsAtMs: number
  readonly termDays: number
}

/** When orders of a product are settled. */
export const settlesAt = ({ startsAtMs, termDays }: Pick<DualDraft, 'startsAtMs' | 'termDays'>): number =>
  startsAtMs + termDays * DAY_MS

const MAX_TERM_DAYS = 365
/** 20 % for one term: above it somebody has mistaken the unit. */
const MAX_YIELD = RATE_ONE / 5n
const MAX_CAPACITY = 1_000_000

/**
 * The first field of a product that may not be as it is; undefined when all may.
 *
 * A unit's yield must be at least a smallest unit, and the pay-outs of the whole capacity must fit the ledger.
 */
export function invalidDual(draft: DualDraft): keyof DualDraft | undefined {
  const { symbol, strike, yieldRate, unit, capacity, maximum, saleFromMs, startsAtMs, termDays } = draft
  if (!isDualPair(symbol)) return 'symbol'
  if (!Number.isSafeInteger(strike) || strike <= 0) return 'strike'
  if (!Number.isInteger(termDays) || termDays < 1 || termDays > MAX_TERM_DAYS) return 'termDays'
  if (startsAtMs !== settlementOf(startsAtMs)) return 'startsAtMs'
  if (saleFromMs >= startsAtMs) return 'saleFromMs'
  if (yieldRate <= 0n || yieldRate > MAX_YIELD) return 'yieldRate'
  if (unit <= 0n) return 'unit'
  const one = payoutsOf(draft, unit)
  if (one.above === 0n || one.below === 0n || escrowOf(draft.type, unit, one).own === 0n) return 'unit'
  if (!Number.isInteger(maximum) || maximum < 1) return 'maximum'
  if (!Number.isInteger(capacity) || capacity < maximum || capacity > MAX_CAPACITY) return 'capacity'
  const all = payoutsOf(draft, units(unit * BigInt(capacity)), 'up')
  return all.above > MAX_UNITS || all.below > MAX_UNITS ? 'capacity' : undefined
}

/** Whether products can be of an instrument: a coin for USDT, which is put in and paid. */
export function isDualPair(symbol: string): boolean {
  const instrument = findInstrument(symbol)
  // Some are quoted, and their coin is held by nobody.
  return (
    instrument?.class === 'crypto' &&
    instrument.quote === QUOTE &&
    findCurrency(instrument.base) !== undefined
  )
}

/** What coins are sold for and bought with. */
export const QUOTE = 'USDT'
