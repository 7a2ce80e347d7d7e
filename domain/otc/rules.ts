import { type CardKind, cardKinds } from '../card/rules.ts'
import { VALUE_CURRENCY } from '../convert/rules.ts'
import { allowed, type Decision, refused } from '../errors.ts'
import { digitsOfPrice, type Instrument } from '../market/instrument.ts'
import { findInstrument } from '../market/instruments.ts'
import type { Tick } from '../market/tick.ts'
import { formatDecimal, mulDiv, parseDecimal, type Units, units } from '../money/amount.ts'
import { formatAmount, requireCurrency } from '../money/read-amount.ts'
import { isSellable } from '../sale/rules.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'

/**
 * Coins bought and sold between two persons for dollars or euros that they pay each other at their banks: every
 * calculation, and which status allows what. The coin is in the ledger, the fiat never is.
 */

/** What is paid at a bank. */
export const otcFiats = ['USD', 'EUR'] as const
export type OtcFiat = (typeof otcFiats)[number]

/** What the maker of an offer does: who takes it does the other. */
export const otcSides = ['buy', 'sell'] as const
export type OtcSide = (typeof otcSides)[number]

/** How the fiat is paid: by a transfer to a card of this kind. */
export const otcPayments = cardKinds
export type OtcPayment = CardKind

export const otcStatuses = [
  'placed',
  'paid',
  'released',
  'cancelled',
  'expired',
  'disputed',
  'decided',
] as const
export type OtcStatus = (typeof otcStatuses)[number]

/** Which action each status allows. A seller may give in while it is disputed. */
export const otcCan = {
  pay: ['placed'],
  cancel: ['placed'],
  expire: ['placed'],
  release: ['paid', 'disputed'],
  appeal: ['paid'],
  decide: ['disputed'],
} as const satisfies Record<string, readonly OtcStatus[]>
export type OtcAction = keyof typeof otcCan

/** Whether an order of this status allows an action. */
export const otcAllows = (action: OtcAction, status: OtcStatus): boolean =>
  (otcCan[action] as readonly OtcStatus[]).includes(status)

/** Statuses in which the coin is in escrow. */
export const openOtcStatuses: readonly OtcStatus[] = ['placed', 'paid', 'disputed']

/** Orders that ended unpaid. A buyer may have paid all the same, too late or after cancelling. */
const unpaidStatuses: readonly OtcStatus[] = ['expired', 'cancelled']

/** Until when the buyer of an order that ended unpaid can say that they paid; undefined of every other. */
export const lateUntilMs = ({
  status,
  endedAtMs,
}: {
  readonly status: OtcStatus
  readonly endedAtMs: number | null
}): number | undefined =>
  endedAtMs !== null && unpaidStatuses.includes(status) ? endedAtMs + LATE_WINDOW_MS : undefined

/** What happens in an order, as its messages say it. */
export const otcEvents = [...otcStatuses, 'late-claimed', 'late-released', 'late-returned'] as const
export type OtcEvent = (typeof otcEvents)[number]

/** How a dispute is decided, and where the coin went of an order that ended. */
export const otcOutcomes = ['released', 'returned'] as const
export type OtcOutcome = (typeof otcOutcomes)[number]

export const merchantStatuses = ['under-review', 'active', 'refused', 'stopped'] as const
export type MerchantStatus = (typeof merchantStatuses)[number]
/** From which status a customer may apply, and an operator decide. */
export const merchantCan = {
  apply: ['refused', 'stopped'],
  review: ['under-review'],
  stop: ['active'],
} as const satisfies Record<string, readonly MerchantStatus[]>

/** How long the buyer has to pay. Source: rulings, section 5. */
export const PAY_WINDOW_MS = 15 * MINUTE_MS
/**
 * How soon a seller should release what the buyer says is paid: said to both sides. Nothing happens by itself then, since
 * only the seller's bank knows; the buyer can dispute the order at any time.
 */
export const RELEASE_WINDOW_MS = 15 * MINUTE_MS
/** How long after an order ended unpaid its buyer can say that they paid: a bank's transfer shows within a day. */
export const LATE_WINDOW_MS = DAY_MS
/** How much of it is left at least when an operator is shown where the platform pays. */
export const TIME_TO_PAY_MS = 5 * MINUTE_MS
/** Orders that one customer has taken and that are not over. */
export const MAX_OPEN_ORDERS = 10
/** Purchases, and sales, that one customer took and that ended unpaid within `UNPAID_WINDOW_MS`, before the next is refused. */
export const MAX_UNPAID = 5
/** Purchases that one customer took and said to be paid, and that nobody has released yet: with so many, the next is refused. */
export const MAX_CLAIMED = 4
export const UNPAID_WINDOW_MS = DAY_MS
/** How long ago somebody was sold to who is a known payee. */
export const PAYEE_KNOWN_MS = DAY_MS
/** Offers of one merchant that are open. */
export const MAX_OPEN_OFFERS = 10
/** Messages that one side of an order may send. */
export const MAX_MESSAGES = 100
/** Pictures that come with an appeal. */
export const MAX_EVIDENCE = 3
export const MAX_TEXT = 500
export const MAX_TERMS = 300
export const MAX_NAME = 30
export const MAX_INTRODUCTION = 300
/** How far an offer may be from the tape, in basis points. */
export const MAX_MARGIN_BPS = 2_000
/** By how much the price may have moved against who takes an offer at the tape, in basis points. */
export const PRICE_TOLERANCE_BPS = 50

/** What support, the bank's statement and both sides call an order. @example otcReference(431001n) // 'O-431001' */
export const otcReference = (number: bigint): string => `O-${number}`
/** The same of an offer. */
export const offerReference = (number: bigint): string => `F-${number}`

/** Whether a coin is one that is bought and sold here: one that the tape has a price of. */
export const isOtcCoin = isSellable

/** A price: fiat for one coin, with so many decimals. */
export const PRICE_DECIMALS = 7
const PRICE_ONE = 10n ** BigInt(PRICE_DECIMALS)
const MAX_PRICE = 10n ** 17n

/** The tape's part in a price or a value: the last price of an instrument, in its ticks. */
export type OtcTick = Pick<Tick, 'symbol' | 'sequence' | 'price'>

/**
 * The instruments that say what a coin costs in a fiat currency: the coin's against USDT, and of euros theirs against
 * dollars. 1 USDT counts as 1 US dollar, as everywhere (decisions 0017).
 */
export const priceInstruments = (currency: string, fiat: OtcFiat): readonly Instrument[] =>
  [
    currency === VALUE_CURRENCY ? undefined : findInstrument(`${currency}-${VALUE_CURRENCY}`),
    fiat === 'USD' ? undefined : findInstrument(`${fiat}-USD`),
  ].filter((one) => one !== undefined)

const priceOf = (ticks: readonly OtcTick[], symbol: string): bigint => {
  const tick = ticks.find((one) => one.symbol === symbol)
  const instrument = findInstrument(symbol)
  if (!tick || !instrument) return PRICE_ONE
  return digitsOfPrice(instrument, tick.price) * 10n ** BigInt(PRICE_DECIMALS - instrument.priceDecimals)
}

/** What a coin and one of the fiat cost in dollars at these ticks, with `PRICE_DECIMALS` decimals. */
export const dollarPrices = (currency: string, fiat: OtcFiat, ticks: readonly OtcTick[]) => ({
  coin: priceOf(ticks, `${currency}-${VALUE_CURRENCY}`),
  fiat: priceOf(ticks, `${fiat}-USD`),
})

/** An offer's price: fixed, or so far from the tape. Exactly one of both. */
export interface OfferPrice {
  readonly side: OtcSide
  readonly currency: string
  readonly fiat: OtcFiat
  readonly price: bigint | null
  readonly margin_bps: number | null
}

/**
 * What one coin costs by an offer at these ticks, with `PRICE_DECIMALS` decimals.
 *
 * Rounds: for the maker, to the decimals that are shown: up where they sell, down where they buy.
 * @example offerPrice({ side: 'sell', currency: 'USDT', fiat: 'EUR', price: null, margin_bps: 0 }, [eurUsd]) // 9445000n
 */
export function offerPrice(
  { side, currency, fiat, price, margin_bps }: OfferPrice,
  ticks: readonly OtcTick[],
): bigint {
  if (price !== null) return price
  const of = dollarPrices(currency, fiat, ticks)
  const rounding = side === 'sell' ? 'up' : 'down'
  const exact = mulDiv(of.coin * BigInt(10_000 + margin_bps!), PRICE_ONE, of.fiat * 10_000n, rounding)
  const step = 10n ** BigInt(PRICE_DECIMALS - shownDecimals(exact))
  return mulDiv(exact, 1n, step, rounding) * step
}

/** Two decimals from 100 on, four from a tenth on, all below. */
function shownDecimals(price: bigint): number {
  if (price >= 100n * PRICE_ONE) return 2
  return price >= PRICE_ONE / 10n ? 4 : PRICE_DECIMALS
}

/** A price as it is written: without zeros that say nothing, but at least two decimals. @example otcPriceText(9445000n) // '0.9445' */
export function otcPriceText(price: bigint) {
  let decimals = PRICE_DECIMALS
  let digits = price
  while (decimals > 2 && digits % 10n === 0n) {
    digits /= 10n
    decimals--
  }
  return formatDecimal(digits, decimals)
}

/** A fixed price as it is typed. Refuses: PRICE_INVALID. */
export function readOtcPrice(typed: string): Decision<{ readonly price: bigint }> {
  const price = parseDecimal(typed, PRICE_DECIMALS)
  return price === undefined || price === 0n || price > MAX_PRICE
    ? refused('PRICE_INVALID')
    : allowed({ price })
}

/**
 * Whether a fixed price is no further from the tape than an offer that follows it may be: nobody sells at a tenth by a digit
 * that is missing, or moves a coin to somebody for nothing.
 */
export function isNearTape(offer: OfferPrice, ticks: readonly OtcTick[]): boolean {
  if (offer.price === null) return true
  const difference = (offer.price - offerPrice({ ...offer, price: null, margin_bps: 0 }, ticks)) * 10_000n
  const allowed = offerPrice({ ...offer, price: null, margin_bps: 0 }, ticks) * BigInt(MAX_MARGIN_BPS)
  return -allowed <= difference && difference <= allowed
}

/** Percent from the tape as basis points. Refuses: PARAMETER_ERROR. @example readMargin('-0.5') // -50 */
export function readMargin(typed: string): Decision<{ readonly marginBps: number }> {
  const size = parseDecimal(typed.replace(/^[+-]/, ''), 2)
  return size === undefined || size > BigInt(MAX_MARGIN_BPS)
    ? refused('PARAMETER_ERROR', { field: 'margin' })
    : allowed({ marginBps: typed.startsWith('-') ? -Number(size) : Number(size) })
}

/**
 * What is paid at the bank for an amount of a coin.
 *
 * Units:  of the coin in, of the fiat out.
 * Rounds: up, to a cent, so that the seller never gets less than the price.
 * @example totalOf('USDT', 'EUR', units(500_0000000n), 9445000n) // 47225n: 472.25 EUR
 */
export function totalOf(currency: string, fiat: OtcFiat, amount: Units, price: bigint): Units {
  const [coin, money] = [currency, fiat].map((code) => 10n ** BigInt(requireCurrency(code).decimals))
  return units(mulDiv(amount * price, money!, coin! * PRICE_ONE, 'up'))
}

/**
 * The most of a coin that is paid with an amount at the bank: `totalOf` of it is not above that.
 *
 * Units:  of the fiat in, of the coin out.
 * Rounds: down.
 * @example coinsFor('USDT', 'EUR', units(47225n), 9445000n) // 500_0000000n: 500 USDT
 */
export function coinsFor(currency: string, fiat: OtcFiat, total: Units, price: bigint): Units {
  const [coin, money] = [currency, fiat].map((code) => 10n ** BigInt(requireCurrency(code).decimals))
  return units(mulDiv(total * PRICE_ONE, coin!, price * money!, 'down'))
}

/**
 * What an amount is worth for the limits.
 *
 * Units:  of `VALUE_CURRENCY`.
 * Rounds: up.
 */
export function otcValue(currency: string, amount: Units, ticks: readonly OtcTick[]): Units {
  const [coin, value] = [currency, VALUE_CURRENCY].map(
    (code) => 10n ** BigInt(requireCurrency(code).decimals),
  )
  const price = priceOf(ticks, `${currency}-${VALUE_CURRENCY}`)
  return units(mulDiv(amount * price, value!, coin! * PRICE_ONE, 'up'))
}

/**
 * The most of a coin that is worth no more than a limit at a price in dollars: `otcValue` of it is not above that.
 *
 * Units:  of `VALUE_CURRENCY` in, of the coin out; the price with `PRICE_DECIMALS` decimals.
 * Rounds: down.
 * @example coinsWorth('BTC', units(2000_0000000n), 200000000000n) // 10000000n: 0.1 BTC at 20,000
 */
export function coinsWorth(currency: string, limit: Units, price: bigint): Units {
  const [coin, value] = [currency, VALUE_CURRENCY].map(
    (code) => 10n ** BigInt(requireCurrency(code).decimals),
  )
  return units(mulDiv(limit * PRICE_ONE, coin!, price * value!, 'down'))
}

/** What an offer is made of that is checked: amounts of its coin. */
export interface OfferAmounts {
  readonly minimum: Units
  readonly maximum: Units
  readonly total: Units
}

/** Decides whether an offer's amounts can be right. Refuses: OTC_AMOUNTS. */
export function decideAmounts({ minimum, maximum, total }: OfferAmounts): Decision<object> {
  return minimum > 0n && minimum <= maximum && maximum <= total ? allowed({}) : refused('OTC_AMOUNTS')
}

/** An offer as far as an order of it is decided. */
export interface OfferTerms extends OfferPrice {
  readonly minimum: Units
  readonly maximum: Units
  /** Of the coin, for orders to come. */
  readonly remaining: Units
}

/** The most of an offer that one order may take. */
export const takeable = ({ maximum, remaining }: Pick<OfferTerms, 'maximum' | 'remaining'>): Units =>
  remaining < maximum ? remaining : maximum

/** The least: what is left of it where that is less than its minimum. */
export const leastOf = ({ minimum, remaining }: Pick<OfferTerms, 'minimum' | 'remaining'>): Units =>
  remaining > 0n && remaining < minimum ? remaining : minimum

export interface OtcTrade {
  readonly price: bigint
  readonly total: Units
  readonly value: Units
}

/**
 * Decides an order of an offer.
 *
 * Units:   `amount` of the coin; `total` of the fiat; `value` of `VALUE_CURRENCY`. `worst`: what the customer agrees to pay
 *          at most, or to get at least, for one coin; undefined where they say nothing. `limit`: of `VALUE_CURRENCY`.
 * Refuses: OTC_OFFER_TAKEN where so much is not left; AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE by the offer, and by the tier's
 *          limit; OTC_PRICE_MOVED.
 * Source:  rulings, sections 4 and 5.
 */
export function decideOtcOrder(
  offer: OfferTerms,
  amount: Units,
  ticks: readonly OtcTick[],
  { limit, worst }: { readonly limit: Units; readonly worst: bigint | undefined },
): Decision<OtcTrade> {
  const { currency, fiat, side } = offer
  const show = (limit: Units) => formatAmount(limit, currency)
  if (offer.remaining === 0n) return refused('OTC_OFFER_TAKEN')
  if (amount < leastOf(offer)) return refused('AMOUNT_TOO_SMALL', { minimum: show(leastOf(offer)), currency })
  if (amount > offer.maximum) return refused('AMOUNT_TOO_LARGE', { maximum: show(offer.maximum), currency })
  if (amount > offer.remaining) return refused('OTC_OFFER_TAKEN')
  const value = otcValue(currency, amount, ticks)
  if (value > limit)
    return refused('AMOUNT_TOO_LARGE', {
      maximum: formatAmount(limit, VALUE_CURRENCY),
      currency: VALUE_CURRENCY,
    })
  const price = offerPrice(offer, ticks)
  const isWorse = worst !== undefined && (side === 'sell' ? price > worst : price < worst)
  if (isWorse) return refused('OTC_PRICE_MOVED', { price: otcPriceText(price), fiat })
  const total = totalOf(currency, fiat, amount, price)
  return total > 0n ? allowed({ price, total, value }) : refused('AMOUNT_INVALID')
}

/** The worst price that a page agrees to for a customer who saw one: the same, or a little more where it follows the tape. */
export const worstPrice = (
  { side, price }: Pick<OfferPrice, 'side' | 'price'>,
  seen: bigint,
  toleranceBps = PRICE_TOLERANCE_BPS,
): bigint => {
  if (price !== null) return seen
  return side === 'sell'
    ? mulDiv(seen, BigInt(10_000 + toleranceBps), 10_000n, 'down')
    : mulDiv(seen, BigInt(10_000 - toleranceBps), 10_000n, 'up')
}

/** What the ledger and the orders say of somebody. */
export interface OtcRecord {
  /** Orders that ended with the coin released. */
  readonly completed: number
  /** Those that did not, by their own doing: not paid in time, given up, or decided against them. */
  readonly failed: number
  /** From paid to released, of what they sold; null before the first. */
  readonly releaseMs: number | null
}

/** Share of orders that somebody brought to an end as they should. Rounds: down, to a tenth of a percent. @example completionPercent({ completed: 2, failed: 1 }) // '66.6' */
export const completionPercent = ({ completed, failed }: Pick<OtcRecord, 'completed' | 'failed'>) =>
  completed + failed === 0
    ? null
    : formatDecimal(mulDiv(BigInt(completed), 1_000n, BigInt(completed + failed), 'down'), 1)

/** The ways to pay of an offer, as they are kept and sent: words with commas. Undefined where one is unknown or none is there. */
export function readPayments(typed: string): readonly OtcPayment[] | undefined {
  const words = [...new Set(typed.split(',').map((word) => word.trim()))]
  const known = otcPayments.filter((payment) => words.includes(payment))
  return known.length === words.length ? known : undefined
}
