import { formatPrice, type Instrument } from '../market/instrument.ts'
import {
  type DecimalString,
  divDown,
  formatDecimal,
  MAX_UNITS,
  mulDiv,
  parseDecimal,
  price,
  type Units,
  units,
} from '../money/amount.ts'
import { BPS_ONE } from '../money/rate.ts'
import { DAY_MS } from '../time.ts'
import { LOT_DECIMALS, type Ratio } from './terms.ts'

/**
 * The arithmetic of leveraged contracts, for the server and the app alike.
 *
 * Prices are whole ticks, lots hundredths of a lot. A mark price is the middle of bid and ask and may lie between two
 * ticks, so it is counted in half ticks: `mark` is always bid plus ask.
 */

export const directions = ['long', 'short'] as const
export type Direction = (typeof directions)[number]

/** A position waits as a limit order (`pending`), is open, and ends as `closed`, or `cancelled` before it opened. */
export const positionStatuses = ['pending', 'open', 'closed', 'cancelled'] as const
export type PositionStatus = (typeof positionStatuses)[number]
export const activePositionStatuses = ['pending', 'open'] as const satisfies readonly PositionStatus[]

/** Which action each status allows. Pages read this table too, to disable a button with a reason. */
export const positionCan = {
  close: ['open'],
  setStops: ['pending', 'open'],
  addMargin: ['open'],
  cancel: ['pending'],
} as const satisfies Record<string, readonly PositionStatus[]>

/** Positions and pending orders that one customer may have. */
export const MAX_ACTIVE_POSITIONS = 200
/** The largest notional of one order: sums of a million of them still fit the ledger. */
export const MAX_NOTIONAL = MAX_UNITS / 1_000_000n
/** Lots and prices are JavaScript's safe integers in the engine. */
export const MAX_LOTS = 2n ** 40n
/** How many times the mark price a take profit or stop loss may be. */
export const MAX_STOP_TIMES = 10n

/** How many times the newest price one that was seen before it may be. */
export const MAX_SEEN_TIMES = 10

const sign = (direction: Direction): bigint => (direction === 'long' ? 1n : -1n)

/** What these lots are worth at a price. Units: of the margin currency. Rounds: up. */
export const notionalAt = ({ numerator, denominator }: Ratio, lots: bigint, at: bigint): Units =>
  units(mulDiv(lots * at, numerator, denominator, 'up'))

/** The same at a mark price in half ticks. */
export const notionalAtMark = (value: Ratio, lots: bigint, mark: bigint): Units =>
  units(mulDiv(lots * mark, value.numerator, 2n * value.denominator, 'up'))

/** The margin that a notional needs. Rounds: up. */
export const initialMargin = (notional: Units, leverage: number): Units =>
  units(mulDiv(notional, 1n, BigInt(leverage), 'up'))

/** What a share in basis points of an amount is. Rounds: up, to the platform. */
export const shareOf = (amount: Units, bps: number): Units =>
  units(mulDiv(amount, BigInt(bps), BPS_ONE, 'up'))

/**
 * The profit of these lots between two prices; below zero for a loss.
 *
 * Units:  of the margin currency; `value` is that of the moment at which it is closed.
 * Rounds: down, so that the odd unit is the platform's.
 */
export const profitBetween = (
  { numerator, denominator }: Ratio,
  direction: Direction,
  lots: bigint,
  opened: bigint,
  closed: bigint,
): bigint => divDown(sign(direction) * (closed - opened) * lots * numerator, denominator)

/** The profit of a position as it stands, at a mark price in half ticks. Rounds: down. */
export const profitAtMark = (
  { numerator, denominator }: Ratio,
  direction: Direction,
  lots: bigint,
  opened: bigint,
  mark: bigint,
): bigint => divDown(sign(direction) * (mark - 2n * opened) * lots * numerator, 2n * denominator)

/** Lots of one direction and instrument together: how many, and what they cost: lots times entry price, added up. */
export interface OpenLots {
  readonly lots: bigint
  readonly cost: bigint
}

/** The profit of many positions as they stand, at a price in ticks. Rounds: down, once. */
export const profitOfAll = (
  { numerator, denominator }: Ratio,
  direction: Direction,
  { lots, cost }: OpenLots,
  at: bigint,
): bigint => divDown(sign(direction) * (at * lots - cost) * numerator, denominator)

/** Bid and ask of a tick. */
export interface BidAsk {
  readonly bid: number
  readonly ask: number
}

/** The mark price of a tick, in half ticks. */
export const markOf = ({ bid, ask }: BidAsk): number => bid + ask

/** What a position opens at: the ask for a long, the bid for a short. It closes at the other side. */
export const openingPrice = (direction: Direction, { bid, ask }: BidAsk): number =>
  direction === 'long' ? ask : bid
/** The price that a position closes at, in ticks: the bid of a long one, the ask of a short one. */
export const closingPrice = (direction: Direction, { bid, ask }: BidAsk): number =>
  direction === 'long' ? bid : ask

/** What decides at which mark price a position is liquidated. */
export interface Collateral {
  readonly direction: Direction
  readonly lots: bigint
  /** In ticks. */
  readonly entryPrice: bigint
  /** What is left of the margin: with what was added, less the financing. */
  readonly margin: bigint
  /** Between bid and ask at the opening, in ticks. */
  readonly spread: bigint
  readonly feeBps: number
  /** At the conversion of the opening, so that the price stands still between two changes. */
  readonly value: Ratio
}

/**
 * The mark price at which the equity of a position is down to `floor`: its margin and profit, closed at half the
 * opening's spread from the mark and after the closing fee.
 *
 * Units:   ticks.
 * Rounds:  away from the entry: the equity at that price is at or below the floor.
 * Returns: 0 where no price takes it there.
 */
export function priceOfEquity(
  { direction, lots, entryPrice, margin, spread, feeBps, value }: Collateral,
  floor: bigint,
): bigint {
  const perTick = lots * value.numerator
  const isLong = direction === 'long'
  const afterFee = isLong ? BPS_ONE - BigInt(feeBps) : BPS_ONE + BigInt(feeBps)
  const rest = (isLong ? floor - margin : margin - floor) * value.denominator + entryPrice * perTick
  // The closing price in half ticks; half the spread lies between it and the mark.
  const divisor = afterFee * perTick
  const closing = isLong ? divDown(rest * 2n * BPS_ONE, divisor) : -divDown(-rest * 2n * BPS_ONE, divisor)
  const mark = isLong ? divDown(closing + spread, 2n) : -divDown(-(closing - spread), 2n)
  return mark > 0n ? mark : 0n
}

/**
 * The equity at which the customer of a position is warned, after so many warnings: at first at the share of the initial
 * margin that its terms say, then each time a quarter of that equity is lost; 0 where it would be liquidated before.
 *
 * `maintenance`: the equity at which it is liquidated, which is the share `maintenanceBps` of the initial margin.
 * Rounds: down.
 */
export function marginCallFloor(
  maintenance: bigint,
  { marginCallBps, maintenanceBps }: { readonly marginCallBps: number; readonly maintenanceBps: number },
  warnings: number,
): bigint {
  const times = BigInt(warnings)
  const floor = (maintenance * BigInt(marginCallBps) * 3n ** times) / (BigInt(maintenanceBps) * 4n ** times)
  return floor > maintenance ? floor : 0n
}

/** What one closing, of all or of a part, moves. All in units of the margin currency, none below zero. */
export interface Settlement {
  /** Of the customer's margin, to the platform. */
  readonly loss: Units
  /** From the platform to the customer. */
  readonly profit: Units
  /** Of the customer's margin. */
  readonly fee: Units
  /** What is given back of the margin. */
  readonly released: Units
  /** What the margin did not cover of the loss: from the insurance to the platform. */
  readonly shortfall: Units
}

/**
 * Settles a closing. A customer loses the margin of what is closed at most: the insurance pays what is missing, and
 * the fee is what the loss leaves of it.
 */
export function settleClose(margin: bigint, pnl: bigint, fullFee: Units): Settlement {
  const lost = pnl < 0n ? -pnl : 0n
  const loss = lost < margin ? lost : margin
  const fee = fullFee < margin - loss ? fullFee : margin - loss
  return {
    loss: units(loss),
    profit: units(pnl > 0n ? pnl : 0n),
    fee: units(fee),
    released: units(margin - loss - fee),
    shortfall: units(lost - loss),
  }
}

/** The part of an amount that some of the lots have. Rounds: down; what is odd stays with the rest. */
export const partOf = (amount: bigint, lots: bigint, of: bigint): bigint =>
  lots === of ? amount : mulDiv(amount, lots, of, 'down')

/** The number of the UTC day of a moment: financing is charged for each that begins while a position is open. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

/** @example formatLots(150n) // '1.50' */
export const formatLots = (lots: bigint | number): DecimalString => formatDecimal(BigInt(lots), LOT_DECIMALS)

/** Writes a mark price, which may lie between two ticks: with one decimal more where it does. */
export function formatMark(instrument: Instrument, mark: bigint | number): DecimalString {
  const half = BigInt(mark)
  if (half % 2n === 0n) return formatPrice(instrument, price(half / 2n))
  const tick = parseDecimal(instrument.tickSize, instrument.priceDecimals)!
  return formatDecimal(half * tick * 5n, instrument.priceDecimals + 1)
}

/** Whether a mark price in half ticks is one at which a position is liquidated; none is where `at` is 0. */
export const isLiquidatedAt = (direction: Direction, at: number, mark: number): boolean =>
  at > 0 && (direction === 'long' ? mark <= 2 * at : mark >= 2 * at)
