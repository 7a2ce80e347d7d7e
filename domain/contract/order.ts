import { allowed, type Decision, refused } from '../errors.ts'
import { formatPrice, type Instrument, parsePrice } from '../market/instrument.ts'
import { divDown, mulDiv, type Price, parseDecimal, price, type Units, units } from '../money/amount.ts'
import { BPS_ONE } from '../money/rate.ts'
import { nearestMultiple } from '../spot/price-range.ts'
import { opensAt } from './lifecycle.ts'
import {
  type BidAsk,
  type Direction,
  formatLots,
  formatMark,
  initialMargin,
  isLiquidatedAt,
  MAX_LOTS,
  MAX_NOTIONAL,
  MAX_SEEN_TIMES,
  MAX_STOP_TIMES,
  markOf,
  notionalAt,
  openingPrice,
  priceOfEquity,
  profitAtMark,
  profitBetween,
  settleClose,
  shareOf,
} from './rules.ts'
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

/** What a customer asks for: read, checked, and previewed with the same functions that decide it. */

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
  const size = checkSize(market, sized.lots, entryOf(order, tick))
  if (!size.ok) return size
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
  return limitPrice === null || opensAt(direction, limitPrice, tick)
    ? openingPrice(direction, tick)
    : limitPrice
}

/** The mark price when it opens, in half ticks. */
function markAtEntry(order: Pick<CheckedContract, 'direction' | 'limitPrice'>, tick: BidAsk): number {
  const spread = tick.ask - tick.bid
  return 2 * entryOf(order, tick) + (order.direction === 'long' ? -spread : spread)
}

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

/** The smallest position at a price, in hundredths of a lot: one at least. */
export function smallestLots(value: Ratio, at: number): bigint {
  const minimum = parseDecimal(MIN_NOTIONAL, marginDecimals())!
  return mulDiv(minimum, value.denominator, BigInt(at) * value.numerator, 'up')
}

/** Whether so many lots may be ordered at a price. Refuses: CONTRACT_TOO_SMALL, LOTS_TOO_MANY. */
export function checkSize(
  { instrument, terms, conversionMark }: ContractMarket,
  lots: bigint,
  at: number,
): Decision {
  const value = tickValueIn(instrument, terms, conversionMark)
  const perLot = BigInt(at) * value.numerator
  const smallest = smallestLots(value, at)
  if (lots < smallest) {
    return refused('CONTRACT_TOO_SMALL', {
      minimum: MIN_NOTIONAL,
      currency: MARGIN_CURRENCY,
      lots: formatLots(smallest),
    })
  }
  const largest = mulDiv(MAX_NOTIONAL, value.denominator, perLot, 'down')
  return lots > largest ? refused('LOTS_TOO_MANY', { maximum: formatLots(largest) }) : allowed({})
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
  /** In half ticks: the middle of bid and ask, at which it is valued from its opening on. */
  readonly mark: number
  /** Between both: what it is behind once it is open. It is in the price, and no payment of its own. */
  readonly spread: Units
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
  const lots = BigInt(order.lots)
  const notional = notionalAt(value, lots, BigInt(entryPrice))
  const mark = markAtEntry(order, tick)
  const margin = initialMargin(notional, order.leverage)
  const fee = shareOf(notional, terms.feeBps)
  const maintenance = shareOf(margin, terms.maintenanceBps)
  return {
    ...{ entryPrice, notional, margin, maintenance, openingFee: fee, closingFee: fee, mark },
    spread: units(-profitAtMark(value, order.direction, lots, BigInt(entryPrice), BigInt(mark))),
    financing: shareOf(notional, terms.financingBps),
    liquidationPrice: priceOfEquity(
      {
        ...{ direction: order.direction, lots, margin, value, feeBps: terms.feeBps },
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
  const moved = divDown(BigInt(shown.entryPrice) * (BPS_ONE + BigInt(moveBps)), BPS_ONE)
  return profitAtPrice(market, order, shown, moved > 0n ? moved : 0n)
}
