import { allowed, type Decision, type Refused, refused } from '../errors.ts'
import { formatPrice, type Instrument, parsePrice } from '../market/instrument.ts'
import {
  type DecimalString,
  formatDecimal,
  MAX_UNITS,
  mulDiv,
  type Price,
  parseDecimal,
  price,
  type Units,
  units,
} from '../money/amount.ts'
import { BPS_ONE } from '../money/rate.ts'
import { nearestMultiple } from '../spot/price-range.ts'
import { DAY_MS } from '../time.ts'
import {
  type ContractTerms,
  type Conversion,
  LOT_DECIMALS,
  LOT_STEP,
  MARGIN_CURRENCY,
  marginDecimals,
  type Ratio,
  tickValue,
} from './terms.ts'

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
const MAX_NOTIONAL = MAX_UNITS / 1_000_000n
/** Lots and prices are JavaScript's safe integers in the engine. */
const MAX_LOTS = 2n ** 40n
/** How many times the mark price a take profit or stop loss may be. */
const MAX_STOP_TIMES = 10n

/** How many times the newest price one that was seen before it may be. */
const MAX_SEEN_TIMES = 10

const sign = (direction: Direction): bigint => (direction === 'long' ? 1n : -1n)

/** Rounds: down, towards minus infinity. */
function floorDiv(x: bigint, d: bigint): bigint {
  const quotient = x / d
  return x % d < 0n ? quotient - 1n : quotient
}

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
): bigint => floorDiv(sign(direction) * (closed - opened) * lots * numerator, denominator)

/** The profit of a position as it stands, at a mark price in half ticks. Rounds: down. */
export const profitAtMark = (
  { numerator, denominator }: Ratio,
  direction: Direction,
  lots: bigint,
  opened: bigint,
  mark: bigint,
): bigint => floorDiv(sign(direction) * (mark - 2n * opened) * lots * numerator, 2n * denominator)

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
): bigint => floorDiv(sign(direction) * (at * lots - cost) * numerator, denominator)

/** How many ticks a position gained; below zero for a loss. */
export const pointsBetween = (direction: Direction, opened: number, closed: number): number =>
  direction === 'long' ? closed - opened : opened - closed

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
  const closing = isLong ? floorDiv(rest * 2n * BPS_ONE, divisor) : -floorDiv(-rest * 2n * BPS_ONE, divisor)
  const mark = isLong ? floorDiv(closing + spread, 2n) : -floorDiv(-(closing - spread), 2n)
  return mark > 0n ? mark : 0n
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

// ── What a customer asks for

/** Reads lots. Units: hundredths of a lot. Refuses: AMOUNT_INVALID, LOTS_OFF_STEP, LOTS_TOO_MANY. */
export function readLots(text: string): Decision<{ readonly lots: bigint }> {
  const lots = parseDecimal(text, LOT_DECIMALS)
  if (lots === undefined) {
    const nearest = nearestMultiple(text, LOT_STEP)
    return nearest === undefined
      ? refused('AMOUNT_INVALID')
      : refused('LOTS_OFF_STEP', { step: LOT_STEP, nearest })
  }
  if (lots === 0n) return refused('AMOUNT_INVALID')
  return lots > MAX_LOTS ? refused('LOTS_TOO_MANY', { maximum: formatLots(MAX_LOTS) }) : allowed({ lots })
}

/** @example formatLots(150n) // '1.50' */
export const formatLots = (lots: bigint | number): DecimalString => formatDecimal(BigInt(lots), LOT_DECIMALS)

/** Writes a mark price, which may lie between two ticks: with one decimal more where it does. */
export function formatMark(instrument: Instrument, mark: bigint | number): DecimalString {
  const half = BigInt(mark)
  if (half % 2n === 0n) return formatPrice(instrument, price(half / 2n))
  const tick = parseDecimal(instrument.tickSize, instrument.priceDecimals)!
  return formatDecimal(half * tick * 5n, instrument.priceDecimals + 1)
}

/** An order as a customer writes it: decimal strings. */
export interface ContractDraft {
  readonly direction: Direction
  readonly lots: string
  readonly leverage: number
  /** None for an order at the market. */
  readonly limitPrice?: string | undefined
  readonly takeProfit?: string | undefined
  readonly stopLoss?: string | undefined
}

/** An order that keeps every rule, at the prices it was checked with. */
export interface CheckedContract {
  readonly direction: Direction
  readonly lots: number
  readonly leverage: number
  /** In ticks; null at the market. */
  readonly limitPrice: number | null
  readonly takeProfit: number | null
  readonly stopLoss: number | null
}

/** What an order is checked with: the newest ticks of the instrument and of what converts its quote. */
export interface ContractMarket {
  readonly instrument: Instrument
  readonly terms: ContractTerms
  readonly tick: BidAsk
  /** Twice the middle price of the converting instrument, where there is one. */
  readonly conversionMark: number | undefined
}

/** What a tick is worth for a hundredth of a lot by these terms, at a conversion. */
export const tickValueIn = (
  instrument: Instrument,
  { lotSize, conversion }: { readonly lotSize: number; readonly conversion: Conversion | undefined },
  conversionMark: number | undefined,
): Ratio => tickValue(instrument, lotSize, conversion, conversionMark)

/** Whether a limit entry would open at once. */
export const isMarketable = (direction: Direction, limitPrice: number, tick: BidAsk): boolean =>
  direction === 'long' ? tick.ask <= limitPrice : tick.bid >= limitPrice

/**
 * Checks an order against the terms and the market, in the order the customer should hear about it.
 *
 * Refuses: LEVERAGE_NOT_OFFERED; what `readLots` refuses; PRICE_INVALID, PRICE_OFF_TICK, PRICE_OUT_OF_RANGE;
 *          CONTRACT_TOO_SMALL, LOTS_TOO_MANY; SPREAD_TOO_WIDE; what `checkStops` refuses.
 */
export function checkContract(
  market: ContractMarket,
  draft: ContractDraft,
): Decision<{ readonly order: CheckedContract; readonly preview: Preview }> {
  const { instrument, terms, tick } = market
  if (!terms.leverages.includes(draft.leverage)) {
    return refused('LEVERAGE_NOT_OFFERED', { symbol: instrument.label, allowed: terms.leverages.join(', ') })
  }
  const sized = readLots(draft.lots)
  if (!sized.ok) return sized
  const limited = draft.limitPrice === undefined ? undefined : checkLimit(market, draft.limitPrice)
  if (limited?.ok === false) return limited
  const limitPrice = limited?.limit ?? null
  const order = { ...draft, lots: Number(sized.lots), limitPrice, takeProfit: null, stopLoss: null }
  const size = refusedSize(market, sized.lots, entryOf(order, tick))
  if (size) return size
  const shown = preview(market, order)
  const mark = markAtEntry(order, tick)
  if (isLiquidatedAt(order.direction, Number(shown.liquidationPrice), mark)) {
    return refused('SPREAD_TOO_WIDE', { symbol: instrument.label })
  }
  const stops = checkStops(instrument, order.direction, draft, mark, Number(shown.liquidationPrice))
  if (!stops.ok) return stops
  return allowed({ order: { ...order, ...given(stops) }, preview: shown })
}

/** What a position opens at, as far as that is known: a limit that waits opens at its price. */
function entryOf({ direction, limitPrice }: Pick<CheckedContract, 'direction' | 'limitPrice'>, tick: BidAsk) {
  return limitPrice === null || isMarketable(direction, limitPrice, tick)
    ? openingPrice(direction, tick)
    : limitPrice
}

/** The mark price when it opens, in half ticks. */
function markAtEntry(order: Pick<CheckedContract, 'direction' | 'limitPrice'>, tick: BidAsk): number {
  const spread = tick.ask - tick.bid
  return 2 * entryOf(order, tick) + (order.direction === 'long' ? -spread : spread)
}

/** Whether a mark price in half ticks is one at which a position is liquidated; none is where `at` is 0. */
export const isLiquidatedAt = (direction: Direction, at: number, mark: number): boolean =>
  at > 0 && (direction === 'long' ? mark <= 2 * at : mark >= 2 * at)

/**
 * Whether a position may open at the market at the newest tick, by the price in ticks that its customer saw. A better
 * one is theirs.
 *
 * Refuses: PRICE_INVALID for a price that nobody was shown, more than ten times the newest; PRICE_MOVED when that is worse
 *          by more than the slippage cap.
 */
export function checkSlippage(
  { instrument, terms, tick }: Pick<ContractMarket, 'instrument' | 'terms' | 'tick'>,
  direction: Direction,
  seen: number,
): Decision {
  const now = openingPrice(direction, tick)
  if (seen > now * MAX_SEEN_TIMES) return refused('PRICE_INVALID')
  const worse = direction === 'long' ? now - seen : seen - now
  return BigInt(worse) * BPS_ONE <= BigInt(seen) * BigInt(terms.slippageBps)
    ? allowed({})
    : refused('PRICE_MOVED', { price: formatPrice(instrument, now) })
}

function checkLimit(
  { instrument, terms, tick }: ContractMarket,
  text: string,
): Decision<{ readonly limit: number }> {
  const limit = readTicks(instrument, text)
  if (!limit.ok) return limit
  const mark = BigInt(markOf(tick))
  const [lowest, highest] = [-1n, 1n].map((way) => BPS_ONE + way * BigInt(terms.collarBps)) as [
    bigint,
    bigint,
  ]
  const from = price(mulDiv(mark, lowest, 2n * BPS_ONE, 'up'))
  const to = price(mulDiv(mark, highest, 2n * BPS_ONE, 'down'))
  if (limit.ticks >= from && limit.ticks <= to) return allowed({ limit: Number(limit.ticks) })
  return refused('PRICE_OUT_OF_RANGE', {
    lowest: formatPrice(instrument, from),
    highest: formatPrice(instrument, to),
  })
}

/** Reads a price that a customer wrote, in ticks. Refuses: PRICE_INVALID, PRICE_OFF_TICK. */
export function readTicks(instrument: Instrument, text: string): Decision<{ readonly ticks: Price }> {
  const ticks = parsePrice(instrument, text)
  if (ticks !== undefined) return ticks > 0n ? allowed({ ticks }) : refused('PRICE_INVALID')
  const nearest = nearestMultiple(text, instrument.tickSize)
  if (nearest === undefined) return refused('PRICE_INVALID')
  return refused('PRICE_OFF_TICK', { tick: instrument.tickSize, nearest })
}

function refusedSize(
  { instrument, terms, conversionMark }: ContractMarket,
  lots: bigint,
  at: number,
): Refused | undefined {
  const value = tickValueIn(instrument, terms, conversionMark)
  const minimum = parseDecimal(MIN_NOTIONAL, marginDecimals())!
  const perLot = BigInt(at) * value.numerator
  const smallest = mulDiv(minimum, value.denominator, perLot, 'up')
  if (lots < smallest) {
    return refused('CONTRACT_TOO_SMALL', {
      minimum: MIN_NOTIONAL,
      currency: MARGIN_CURRENCY,
      lots: formatLots(smallest),
    })
  }
  const largest = mulDiv(MAX_NOTIONAL, value.denominator, perLot, 'down')
  return lots > largest ? refused('LOTS_TOO_MANY', { maximum: formatLots(largest) }) : undefined
}

/** The smallest position, in the margin currency. */
const MIN_NOTIONAL = '5'

/** Where a position takes its profit or stops its loss; null is nowhere, undefined leaves it as it is. */
export interface Stops {
  readonly takeProfit?: number | null | undefined
  readonly stopLoss?: number | null | undefined
}

/** What a customer wants to set, and both as they saw them before; of what they did not say nothing is compared. */
export interface StopsDraft extends Pick<ContractDraft, 'takeProfit' | 'stopLoss'> {
  readonly seenTakeProfit?: string | undefined
  readonly seenStopLoss?: string | undefined
}

/**
 * Whether a position still has what the customer saw when they decided: two changes at once would else leave a take
 * profit of the one and a stop loss of the other, which nobody asked for.
 *
 * Refuses: PRICE_INVALID, PRICE_OFF_TICK; STOPS_CHANGED.
 */
export function checkSeenStops(instrument: Instrument, seen: StopsDraft, present: Stops): Decision {
  const [profit, loss] = [readStop(instrument, seen.seenTakeProfit), readStop(instrument, seen.seenStopLoss)]
  if (!profit.ok) return profit
  if (!loss.ok) return loss
  const isSame = (at: number | null | undefined, now: number | null | undefined) =>
    at === undefined || at === (now ?? null)
  return isSame(profit.at, present.takeProfit) && isSame(loss.at, present.stopLoss)
    ? allowed({})
    : refused('STOPS_CHANGED')
}

const given = ({ takeProfit, stopLoss }: Stops) => ({
  takeProfit: takeProfit ?? null,
  stopLoss: stopLoss ?? null,
})

/**
 * Checks where a customer wants to take a profit or stop a loss; `0` is nowhere.
 *
 * Units:   `mark` in half ticks, `liquidation` in ticks.
 * Refuses: PRICE_INVALID, PRICE_OFF_TICK; TAKE_PROFIT_…, STOP_LOSS_… on the wrong side of the mark price, or where the
 *          position would be liquidated first.
 */
export function checkStops(
  instrument: Instrument,
  direction: Direction,
  { takeProfit, stopLoss }: Pick<ContractDraft, 'takeProfit' | 'stopLoss'>,
  mark: number,
  liquidation: number,
): Decision<Stops> {
  const [profit, loss] = [readStop(instrument, takeProfit), readStop(instrument, stopLoss)]
  if (!profit.ok) return profit
  if (!loss.ok) return loss
  const isLong = direction === 'long'
  const shown = { mark: formatMark(instrument, mark) }
  if (profit.at && (isLong ? 2 * profit.at <= mark : 2 * profit.at >= mark)) {
    return refused(isLong ? 'TAKE_PROFIT_LONG' : 'TAKE_PROFIT_SHORT', shown)
  }
  if (loss.at && (isLong ? 2 * loss.at >= mark : 2 * loss.at <= mark)) {
    return refused(isLong ? 'STOP_LOSS_LONG' : 'STOP_LOSS_SHORT', shown)
  }
  if (loss.at && isLiquidatedAt(direction, liquidation, 2 * loss.at)) {
    return refused('STOP_LOSS_BEYOND_LIQUIDATION', { liquidation: formatPrice(instrument, liquidation) })
  }
  const highest = (MAX_STOP_TIMES * BigInt(mark)) / 2n
  const farthest = [profit.at, loss.at].find((at) => BigInt(at ?? 0) > highest)
  if (farthest !== undefined) {
    return refused('TRIGGER_PRICE_OUT_OF_RANGE', {
      lowest: formatPrice(instrument, 1),
      highest: formatPrice(instrument, price(highest)),
    })
  }
  return allowed({ takeProfit: profit.at, stopLoss: loss.at })
}

function readStop(
  instrument: Instrument,
  text: string | undefined,
): Decision<{ readonly at: number | null | undefined }> {
  if (text === undefined) return allowed({ at: undefined })
  if (parseDecimal(text, instrument.priceDecimals) === 0n) return allowed({ at: null })
  const read = readTicks(instrument, text)
  return read.ok ? allowed({ at: Number(read.ticks) }) : read
}

/** What an order comes to, as far as it can be said before it opens. */
export interface Preview {
  /** In ticks. */
  readonly entryPrice: number
  readonly notional: Units
  readonly margin: Units
  /** At the opening, from what is available beside the margin. */
  readonly openingFee: Units
  /** Closed at the entry price. */
  readonly closingFee: Units
  /** For the next midnight, at the entry price. */
  readonly financing: Units
  readonly maintenance: Units
  /** In ticks; 0 where no price liquidates it. */
  readonly liquidationPrice: bigint
  /** The most that can be lost with it: margin and opening fee. */
  readonly worstCase: Units
}

/** What is computed of an order that keeps the rules: the ticket shows it, the engine opens by it. */
export function preview(
  { instrument, terms, tick, conversionMark }: ContractMarket,
  order: Pick<CheckedContract, 'direction' | 'lots' | 'leverage' | 'limitPrice'>,
): Preview {
  const value = tickValueIn(instrument, terms, conversionMark)
  const entryPrice = entryOf(order, tick)
  const notional = notionalAt(value, BigInt(order.lots), BigInt(entryPrice))
  const margin = initialMargin(notional, order.leverage)
  const fee = shareOf(notional, terms.feeBps)
  const maintenance = shareOf(margin, terms.maintenanceBps)
  return {
    ...{ entryPrice, notional, margin, maintenance, openingFee: fee, closingFee: fee },
    financing: shareOf(notional, terms.financingBps),
    liquidationPrice: priceOfEquity(
      {
        ...{ direction: order.direction, lots: BigInt(order.lots), margin, value, feeBps: terms.feeBps },
        ...{ entryPrice: BigInt(entryPrice), spread: BigInt(tick.ask - tick.bid) },
      },
      maintenance,
    ),
    worstCase: units(margin + fee),
  }
}

/**
 * What a previewed order gains or loses when it is closed at a price, after both fees.
 *
 * Units:   of the margin currency; `closed` in ticks.
 * Rounds:  as the closing would.
 * Returns: never less than the worst case.
 */
export function profitAtPrice(
  market: ContractMarket,
  order: Pick<CheckedContract, 'direction' | 'lots'>,
  shown: Preview,
  closed: bigint,
): bigint {
  const value = tickValueIn(market.instrument, market.terms, market.conversionMark)
  const lots = BigInt(order.lots)
  const pnl = profitBetween(value, order.direction, lots, BigInt(shown.entryPrice), closed)
  const fee = shareOf(notionalAt(value, lots, closed), market.terms.feeBps)
  const { loss, profit, fee: charged } = settleClose(shown.margin, pnl, fee)
  return profit - loss - charged - shown.openingFee
}

/** The same when the price moves by some basis points from its entry. Rounds: the price down to a tick. */
export function profitAtMove(
  market: ContractMarket,
  order: Pick<CheckedContract, 'direction' | 'lots'>,
  shown: Preview,
  moveBps: number,
): bigint {
  const moved = floorDiv(BigInt(shown.entryPrice) * (BPS_ONE + BigInt(moveBps)), BPS_ONE)
  return profitAtPrice(market, order, shown, moved > 0n ? moved : 0n)
}
