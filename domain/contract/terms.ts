import { decimalsOf, type Instrument, type InstrumentClass } from '../market/instrument.ts'
import { findInstrument, instruments } from '../market/instruments.ts'
import { parseDecimal, type Units, units } from '../money/amount.ts'
import { findCurrency } from '../money/currencies.ts'

/** What contracts are margined and settled in. A US dollar counts as one of it, by the contract's definition. */
export const MARGIN_CURRENCY = 'USDT'
/** How many decimals its amounts have. */
export const marginDecimals = (): number => findCurrency(MARGIN_CURRENCY)!.decimals

/** Lots are counted in hundredths. */
export const LOT_STEP = '0.01'
export const LOT_DECIMALS = decimalsOf(LOT_STEP)

/** The version of the terms of an instrument's class: those that nobody has changed. */
const FIRST_VERSION = 1

/** What two operators may change of an instrument's contract, for orders to come. */
export interface OfferedTerms {
  /** What a customer may choose from, ascending. */
  readonly leverages: readonly number[]
  /** Of the notional, at opening and at closing. */
  readonly feeBps: number
  /** Of the notional, for each midnight UTC that a position is open at. */
  readonly financingBps: number
  /** A position is liquidated when its equity is down to this share of the initial margin. */
  readonly maintenanceBps: number
  /** The customer is warned when the equity is down to this share of the initial margin. */
  readonly marginCallBps: number
  /** How far from the mark price a limit entry may be. */
  readonly collarBps: number
  /** How much worse than the price that the customer saw a market entry may fill. */
  readonly slippageBps: number
  /** The move of the net exposure that the platform must be able to pay. */
  readonly stressBps: number
  /** What one customer may have in it, open and waiting, at the mark price. Units: of the margin currency. */
  readonly maxPosition: Units
  /** What all customers may have open in it, both sides together. Units: the same. */
  readonly maxOpenInterest: Units
}

/**
 * The terms of an instrument's contract, frozen into each position with their version.
 *
 * Source: rulings, section 5; safety.md, section 6.
 */
export interface ContractTerms extends OfferedTerms {
  readonly version: number
  /** How much of base one lot is: as it is listed. */
  readonly lotSize: number
  /** Which instrument's price converts its quote to the margin currency; none where it is that or US dollars. */
  readonly conversion: Conversion | undefined
}

export interface Conversion {
  readonly symbol: string
  /** Whether that instrument says how much of our quote a dollar is, not the other way round. */
  readonly isInverse: boolean
}

const feeBps: Readonly<Record<InstrumentClass, number>> = { crypto: 5, forex: 1, future: 2, stock: 2, etf: 2 }

/** Terms that operators have changed, with their version. */
export type ChangedTerms = OfferedTerms & { readonly version: number }

/** The terms of an instrument's contract, as they were changed or those of its class; undefined where there is none. */
export function contractTermsOf(instrument: Instrument, changed?: ChangedTerms): ContractTerms | undefined {
  const conversion = conversionOf(instrument)
  if (!instrument.products.includes('contract') || conversion === null) return undefined
  return { ...(changed ?? termsOfClass(instrument)), lotSize: instrument.lotSize, conversion }
}

function termsOfClass(instrument: Instrument): ChangedTerms {
  const isMajor = instrument.collar === 'major'
  const maxPosition = units(parseDecimal(isMajor ? '2000000' : '500000', marginDecimals())!)
  return {
    version: FIRST_VERSION,
    leverages: leveragesOf(instrument),
    feeBps: feeBps[instrument.class],
    financingBps: 2,
    maintenanceBps: 5_000,
    marginCallBps: 7_500,
    collarBps: 500,
    slippageBps: isMajor ? 50 : 100,
    stressBps: instrument.class === 'crypto' ? 1_000 : 300,
    maxPosition,
    maxOpenInterest: units(maxPosition * 25n),
  }
}

function leveragesOf({ class: kind, collar }: Instrument): readonly number[] {
  if (kind === 'forex' && collar === 'major') return [5, 10, 20]
  return kind === 'stock' || kind === 'etf' ? [2, 5] : [2, 5, 10]
}

/**
 * How a quote becomes the margin currency; null where no listed instrument says how. Of the two pairs that may, the one
 * that was listed first: open positions keep theirs when the other is listed later.
 */
function conversionOf({ quote }: Instrument): Conversion | undefined | null {
  if (quote === MARGIN_CURRENCY || quote === 'USD') return undefined
  const [direct, inverse] = [findInstrument(`${quote}-USD`), findInstrument(`USD-${quote}`)]
  if (!direct && !inverse) return null
  const isInverse = !direct || (inverse !== undefined && isListedBefore(inverse, direct))
  return { symbol: (isInverse ? inverse! : direct).symbol, isInverse }
}

/** The list is in the order of listing: what is listed later comes after all others. */
const isListedBefore = (one: Instrument, other: Instrument): boolean =>
  instruments.indexOf(one) < instruments.indexOf(other)

/** A fraction of whole numbers: amounts are rounded once, when one is made of it. */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** What a quote is converted with: the size of the pair's tick, and which way it says it. */
export interface ConversionTick {
  readonly tickSize: string
  readonly isInverse: boolean
}

/**
 * What one tick of the price is worth for a hundredth of a lot.
 *
 * Units: of the margin currency. `conversionMark` is twice the middle price of the converting instrument, in its
 *        ticks; none where there is nothing to convert.
 */
export function tickValueOf(
  { tickSize, lotSize }: { readonly tickSize: string; readonly lotSize: number },
  conversion: ConversionTick | undefined,
  conversionMark: number | undefined,
): Ratio {
  const size = sizeOf(tickSize)
  const units = 10n ** BigInt(marginDecimals())
  const perLot = { numerator: size.numerator * BigInt(lotSize) * units, denominator: size.denominator }
  const inQuote = { ...perLot, denominator: perLot.denominator * 10n ** BigInt(LOT_DECIMALS) }
  if (!conversion) return reduced(inQuote.numerator, inQuote.denominator)
  if (conversionMark === undefined || conversionMark <= 0) throw new RangeError('a conversion has a price')
  const pair = sizeOf(conversion.tickSize)
  const [rate, one] = [BigInt(conversionMark) * pair.numerator, 2n * pair.denominator]
  return conversion.isInverse
    ? reduced(inQuote.numerator * one, inQuote.denominator * rate)
    : reduced(inQuote.numerator * rate, inQuote.denominator * one)
}

/** The same of a listed instrument. */
export const tickValue = (
  { tickSize }: Pick<Instrument, 'tickSize'>,
  lotSize: number,
  conversion: Conversion | undefined,
  conversionMark: number | undefined,
): Ratio => tickValueOf({ tickSize, lotSize }, conversion && conversionTickOf(conversion), conversionMark)

/** How the instrument that converts a quote is quoted. */
export const conversionTickOf = ({ symbol, isInverse }: Conversion): ConversionTick => ({
  tickSize: findInstrument(symbol)!.tickSize,
  isInverse,
})

/** The size of a tick as a fraction. @example sizeOf('0.25') // 25 / 100 */
function sizeOf(tickSize: string): Ratio {
  const decimals = decimalsOf(tickSize)
  const numerator = parseDecimal(tickSize, decimals)
  if (!numerator) throw new RangeError(`a tick has a size, got ${tickSize}`)
  return { numerator, denominator: 10n ** BigInt(decimals) }
}

function reduced(numerator: bigint, denominator: bigint): Ratio {
  let [a, b] = [numerator, denominator]
  while (b > 0n) [a, b] = [b, a % b]
  return { numerator: numerator / a, denominator: denominator / a }
}
