import {
  type DecimalString,
  formatDecimal,
  type Price,
  parseDecimal,
  price,
  type Quantity,
  quantity,
  type Units,
  units,
} from '../money/amount.ts'
import { findCurrency } from '../money/currencies.ts'

/**
 * What can be quoted and traded, and the integers it is counted in.
 *
 * A price is a whole number of the instrument's ticks, a quantity a whole number of its steps. Where base
 * and quote change hands (spot), tick and step are chosen so that one tick times one step is a whole
 * number of the quote currency's units: a notional is then exact, with nothing to round.
 */

/**
 * A price in ticks as market data carries it: quotes, candles and the tape compare and draw millions of
 * these. It is a safe integer, exact, but not a money type: `price(BigInt(count))` before money is made of it.
 */
export type TickCount = number

/** A quantity in steps as market data carries it: a safe integer. `quantity(BigInt(count))` for money. */
export type StepCount = number

export const instrumentClasses = ['forex', 'crypto', 'future', 'stock', 'etf'] as const
export type InstrumentClass = (typeof instrumentClasses)[number]

/** The products that may use an instrument. */
export type TradingProduct = 'spot' | 'contract' | 'option'

/** Which calendar an instrument trades by; session.ts knows each. */
export type SessionRule = 'always' | 'forex' | 'us-stock' | 'us-future'

/** How far a limit price may stand from the market, and how much one tick may move: majors are tighter. */
export type CollarClass = 'major' | 'other'

/** Whether orders are taken; quotes go on either way. */
export type InstrumentStatus = 'trading' | 'halted'

export type Instrument = {
  /** `BTC-USDT`, `AAPL`: the name in code, in the database and on the wire. */
  readonly symbol: string
  /** `BTC/USDT`: the name a customer reads. */
  readonly label: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly class: InstrumentClass
  readonly base: string
  readonly quote: string
  /** Decimal string: the smallest price difference, in quote. */
  readonly tickSize: string
  /** Decimal string: the smallest quantity difference, in base. */
  readonly stepSize: string
  /** Decimal string, in quote: the smallest order. */
  readonly minNotional: string
  /** How much of base one lot of its contract is. */
  readonly lotSize: number
  readonly priceDecimals: number
  readonly quantityDecimals: number
  readonly session: SessionRule
  readonly timeZone: string
  readonly products: readonly TradingProduct[]
  readonly makerFeeBps: number
  readonly takerFeeBps: number
  readonly collar: CollarClass
  /** How far from the last price an order may rest on its own side of it, where it would not trade at once. */
  readonly restingBandBps: number
  /** Decimal string: a plausible level, where simulated prices begin when nothing is stored. */
  readonly referencePrice: string
  readonly status: InstrumentStatus
  /** Raised when fees, minimum, collar or status change; orders keep the terms they were made under. */
  readonly termsVersion: number
}

/**
 * The numbers that the wire uses for classes, and the order of the tabs.
 *
 * Source: spec section 2, home screen categories.
 */
export const classIds = { forex: 0, stock: 6, future: 3, crypto: 2, etf: 9 } as const satisfies Record<
  InstrumentClass,
  number
>

/** The pseudo class that holds a customer's watchlist. */
export const FAVOURITES_CLASS_ID = 100

export type ClassId = (typeof classIds)[InstrumentClass] | typeof FAVOURITES_CLASS_ID

/** Returns the class that a wire number means; undefined for favourites and for numbers nobody uses. */
export function classOfId(id: number): InstrumentClass | undefined {
  return (Object.keys(classIds) as InstrumentClass[]).find((name) => classIds[name] === id)
}

const sessions: Readonly<Record<InstrumentClass, SessionRule>> = {
  crypto: 'always',
  forex: 'forex',
  stock: 'us-stock',
  etf: 'us-stock',
  future: 'us-future',
}

/** By which calendar, and in whose time zone, a class trades. */
export const sessionOf = (kind: InstrumentClass): Pick<Instrument, 'session' | 'timeZone'> => ({
  session: sessions[kind],
  timeZone: kind === 'crypto' ? 'UTC' : 'America/New_York',
})

/** A symbol as a pair is written. @example pairText('BTC-USDT') // 'BTC/USDT' */
export const pairText = (symbol: string): string => symbol.replace('-', '/')

/** How many decimals a decimal string shows: `0.25` has 2. */
export const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

/** The digits of a tick or step size as an integer: `0.25` is 25, `0.01` is 1. */
function digitsOf(size: string): bigint {
  let digits = knownDigits.get(size)
  if (digits === undefined) {
    digits = BigInt(size.replace('.', ''))
    knownDigits.set(size, digits)
  }
  return digits
}

/** By size: the engine asks for the same few with every fill. */
const knownDigits = new Map<string, bigint>()

/**
 * Writes a price as a decimal string, always with the instrument's decimals.
 *
 * Units: ticks in, quote per base out.
 * @example formatPrice(btc, 1777849) // '17778.49', the tick being 0.01
 * @example formatPrice(es, 16094) // '4023.50', the tick being 0.25
 */
export const formatPrice = (instrument: Instrument, value: Price | TickCount): DecimalString =>
  formatDecimal(digitsOfPrice(instrument, value), instrument.priceDecimals)

/** A price as an integer with the instrument's decimals. @example digitsOfPrice(es, 16094) // 402350n, the tick being 0.25 */
export const digitsOfPrice = (instrument: Instrument, value: Price | TickCount): bigint =>
  BigInt(value) * digitsOf(instrument.tickSize)

/**
 * Writes a quantity as a decimal string, always with the instrument's decimals.
 *
 * Units: steps in, base out.
 * @example formatQuantity(btc, 150) // '0.00150', the step being 0.00001
 */
export const formatQuantity = (instrument: Instrument, value: Quantity | StepCount): DecimalString =>
  formatDecimal(BigInt(value) * digitsOf(instrument.stepSize), instrument.quantityDecimals)

/**
 * Reads a decimal string as a whole number of ticks.
 *
 * Refuses: (as `undefined`) what is not a plain decimal, and what lies between two ticks.
 * @example parsePrice(es, '4023.60') // undefined, the tick being 0.25
 */
export function parsePrice(instrument: Instrument, text: string): Price | undefined {
  const count = parseMultiple(text, instrument.tickSize)
  return count === undefined ? undefined : price(count)
}

/**
 * Reads a decimal string as a whole number of steps.
 *
 * Refuses: (as `undefined`) what is not a plain decimal, and what lies between two steps.
 */
export function parseQuantity(instrument: Instrument, text: string): Quantity | undefined {
  const count = parseMultiple(text, instrument.stepSize)
  return count === undefined ? undefined : quantity(count)
}

function parseMultiple(text: string, size: string): bigint | undefined {
  const value = parseDecimal(text, decimalsOf(size))
  if (value === undefined || value % digitsOf(size) !== 0n) return undefined
  return value / digitsOf(size)
}

/**
 * Puts what a feed says on the nearest tick.
 *
 * Rounds:  to the nearest tick: a feed's finer price is an observation, not somebody's money.
 * Refuses: (as `undefined`) what is not a positive number, or smaller than half a tick.
 */
export function priceFromFeed(instrument: Instrument, value: string | number): TickCount | undefined {
  const count = Math.round(Number(value) / Number(instrument.tickSize))
  return Number.isSafeInteger(count) && count > 0 ? count : undefined
}

/**
 * What a quantity costs at a price, exactly.
 *
 * Units: of `instrument.quote`.
 * @example notionalOf(btc, price(1777849n), quantity(100000n)) // 177784900000n: one BTC for 17,778.49 USDT
 */
export const notionalOf = (instrument: Instrument, atPrice: Price, size: Quantity): Units =>
  units(atPrice * size * unitsPerTickStep(instrument))

/**
 * A quantity as an amount of the base currency.
 *
 * Units: of `instrument.base`.
 */
export const baseAmountOf = (instrument: Instrument, size: Quantity): Units =>
  units(size * unitsPerStep(instrument))

/**
 * What one tick times one step is worth.
 *
 * Units:   of `instrument.quote`.
 * Refuses: (by throwing) an instrument listed so that this is not a whole number.
 */
export const unitsPerTickStep = (instrument: Instrument): bigint =>
  scaled(
    digitsOf(instrument.tickSize) * digitsOf(instrument.stepSize),
    instrument.priceDecimals + instrument.quantityDecimals,
    instrument.quote,
  )

/**
 * What one step is.
 *
 * Units:   of `instrument.base`.
 * Refuses: (by throwing) an instrument listed so that this is not a whole number.
 */
export const unitsPerStep = (instrument: Instrument): bigint =>
  scaled(digitsOf(instrument.stepSize), instrument.quantityDecimals, instrument.base)

/** Whether base and quote keep enough decimals for a step, and for a tick times a step, to be whole numbers. */
export const isWholeNotional = (instrument: Instrument): boolean =>
  keeps(instrument.base, instrument.quantityDecimals) &&
  keeps(instrument.quote, instrument.priceDecimals + instrument.quantityDecimals)

const keeps = (code: string, decimals: number): boolean => (findCurrency(code)?.decimals ?? -1) >= decimals

/** `digits` with `decimals` implied decimals, in units of the currency. */
function scaled(digits: bigint, decimals: number, code: string): bigint {
  const currency = findCurrency(code)
  if (currency === undefined) throw new Error(`${code} is not a currency`)
  if (currency.decimals < decimals)
    throw new Error(`${code} keeps ${currency.decimals} decimals, ${decimals} are needed`)
  return digits * 10n ** BigInt(currency.decimals - decimals)
}
