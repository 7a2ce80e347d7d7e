import { least, type Units, units } from '../money/amount.ts'
import type { EndReason } from './end-reasons.ts'
import {
  type BidAsk,
  closingPrice,
  type Direction,
  initialMargin,
  isLiquidatedAt,
  notionalAt,
  notionalAtMark,
  openingPrice,
  partOf,
  priceOfEquity,
  profitBetween,
  type Settlement,
  settleClose,
  shareOf,
} from './rules.ts'
import type { Ratio } from './terms.ts'

/**
 * What opening, midnight and closing do to one position: the engine decides by these, and whoever verifies a position
 * computes it again with them.
 */

/** What a position was ordered with. */
export interface Ordered {
  readonly direction: Direction
  readonly lots: number
  readonly leverage: number
  /** In ticks; null at the market. */
  readonly limitPrice: number | null
  readonly feeBps: number
}

/** What it takes to open a position's lots at a tick. */
export function costOfOpening(value: Ratio, ordered: Ordered, tick: BidAsk) {
  const { direction, lots, leverage, limitPrice, feeBps } = ordered
  const entryPrice = openingPrice(direction, tick)
  const at = (price: number) => notionalAt(value, BigInt(lots), BigInt(price))
  // A limit that fills at a better price asks for no more margin than it has set aside.
  const marginAt =
    limitPrice === null ? entryPrice : direction === 'short' ? Math.min(entryPrice, limitPrice) : entryPrice
  return { entryPrice, margin: initialMargin(at(marginAt), leverage), fee: shareOf(at(entryPrice), feeBps) }
}

/** What an order sets aside while it waits: margin and fee at its price. */
export function costOfWaiting(value: Ratio, { lots, leverage, limitPrice, feeBps }: Ordered) {
  const entryPrice = limitPrice!
  const notional = notionalAt(value, BigInt(lots), BigInt(entryPrice))
  return { entryPrice, margin: initialMargin(notional, leverage), fee: shareOf(notional, feeBps) }
}

/** What an order that has set this much aside opens with: the fee first, then the margin; the rest is given back. */
export function openedFrom(held: bigint, cost: { readonly margin: bigint; readonly fee: bigint }) {
  const fee = least(cost.fee, held)
  const margin = least(cost.margin, held - fee)
  return { fee: units(fee), margin: units(margin), released: units(held - fee - margin) }
}

/** Whether a limit order opens at these prices, at once or once it waits: a long one at the ask, a short one at the bid. */
export const opensAt = (direction: Direction, limitPrice: number, { bid, ask }: BidAsk): boolean =>
  direction === 'long' ? ask <= limitPrice : bid >= limitPrice

/** What a mark price does to an open position. Prices in ticks; null is nowhere. */
export interface Exits {
  readonly direction: Direction
  readonly takeProfit: number | null
  readonly stopLoss: number | null
  readonly liquidationPrice: number | null
}

const takesProfitAt = ({ direction, takeProfit }: Exits, mark: number): boolean =>
  takeProfit !== null && (direction === 'long' ? mark >= 2 * takeProfit : mark <= 2 * takeProfit)

/** What a mark price in half ticks does to an open position; undefined where it does not end it. */
export function endAt(
  exits: Exits,
  mark: number,
): Extract<EndReason, 'take-profit' | 'stop-loss' | 'liquidation'> | undefined {
  const { direction, stopLoss, liquidationPrice } = exits
  const isReached = (at: number | null) => at !== null && isLiquidatedAt(direction, at, mark)
  if (takesProfitAt(exits, mark)) return 'take-profit'
  // Where one tick passes both, the first of the two is what closed it: the price is the same.
  const stopIsFirst =
    stopLoss !== null &&
    (liquidationPrice === null ||
      (direction === 'long' ? stopLoss > liquidationPrice : stopLoss < liquidationPrice))
  if (stopIsFirst && isReached(stopLoss)) return 'stop-loss'
  if (isReached(liquidationPrice)) return 'liquidation'
  return isReached(stopLoss) ? 'stop-loss' : undefined
}

/** What decides the liquidation price of an open position, and how it settles. */
export interface OpenPosition {
  readonly direction: Direction
  readonly openLots: number
  readonly entryPrice: number
  /** Between bid and ask at the opening, in ticks. */
  readonly spread: number
  readonly margin: bigint
  readonly maintenance: bigint
  readonly feeBps: number
}

/**
 * The mark price at which an open position's equity is down to a floor, in ticks; null where no price takes it there.
 *
 * `value`: at the conversion of the opening.
 */
export function priceAtFloor(value: Ratio, position: OpenPosition, floor: bigint): number | null {
  const { direction, openLots, entryPrice, spread, margin, feeBps } = position
  const at = priceOfEquity(
    {
      ...{ direction, lots: BigInt(openLots), entryPrice: BigInt(entryPrice), margin },
      ...{ spread: BigInt(spread), feeBps, value },
    },
    floor,
  )
  return at === 0n ? null : Number(at)
}

/** What closing some lots of an open position comes to, and what is left of it. */
export interface Closing {
  readonly price: number
  readonly pnl: bigint
  readonly settled: Settlement
  readonly margin: bigint
  readonly maintenance: bigint
}

/** Closes lots of an open position at a tick. `value`: at the conversion of this moment. */
export function closeLots(
  value: Ratio,
  position: Omit<OpenPosition, 'spread'>,
  tick: BidAsk,
  lots: number,
): Closing {
  const { direction, openLots, entryPrice, margin, maintenance, feeBps } = position
  const price = closingPrice(direction, tick)
  const [part, all] = [BigInt(lots), BigInt(openLots)]
  const closed = BigInt(price)
  const pnl = profitBetween(value, direction, part, BigInt(entryPrice), closed)
  const own = partOf(margin, part, all)
  const settled = settleClose(own, pnl, shareOf(notionalAt(value, part, closed), feeBps))
  return {
    price,
    pnl,
    settled,
    margin: margin - own,
    maintenance: maintenance - partOf(maintenance, part, all),
  }
}

/** What a position has come to by now: what its closings gained or lost, and what it was charged. */
export interface Booked {
  readonly realizedPnl: bigint
  readonly fee: bigint
  readonly financing: bigint
}

/** The same once a closing is booked too. */
export const bookedWith = (booked: Booked, { settled }: Pick<Closing, 'settled'>): Booked => ({
  realizedPnl: booked.realizedPnl + settled.profit - settled.loss,
  fee: booked.fee + settled.fee,
  financing: booked.financing,
})

/** What a position has paid its customer, all in all: after fees and financing; below zero for a loss. */
export const resultOf = ({ realizedPnl, fee, financing }: Booked): bigint => realizedPnl - fee - financing

/** The financing of one midnight, at a mark price in half ticks: no more than the margin that there is. */
export const financingOf = (
  value: Ratio,
  { openLots, margin }: Pick<OpenPosition, 'openLots' | 'margin'>,
  financingBps: number,
  mark: number,
): Units => units(least(shareOf(notionalAtMark(value, BigInt(openLots), BigInt(mark)), financingBps), margin))
