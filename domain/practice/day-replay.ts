import type { EndReason } from '../contract/end-reasons.ts'
import {
  type Booked,
  bookedWith,
  closeLots,
  costOfOpening,
  endAt,
  priceAtFloor,
  resultOf,
} from '../contract/lifecycle.ts'
import { type ContractDraft, checkContract, tickValueIn } from '../contract/order.ts'
import {
  type BidAsk,
  closingPrice,
  type Direction,
  markOf,
  profitAtMark,
  shareOf,
} from '../contract/rules.ts'
import type { ContractTerms, Ratio } from '../contract/terms.ts'
import { allowed, type Decision, refused } from '../errors.ts'
import type { Instrument } from '../market/instrument.ts'
import { MINUTE_MS } from '../time.ts'

/**
 * Contracts against a day of the past, by the functions that the engine decides with: nothing of it is kept anywhere.
 *
 * Of each minute its candle is known: four prices that there were. Of what they leave open the rules here are the worse for
 * the position: of the highest and the lowest price of a minute the one that hurts it comes first, so that a stop loss
 * or a liquidation comes before a take profit. A position ends at the price it waits for, or at the minute’s first where
 * the price has leapt past it. Candles have no spread: that of now stands around each price, as an even number of ticks.
 */

/** A minute of the past, in ticks. */
export interface ReplayMinute {
  readonly openAtMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

export interface ReplayPosition extends Booked {
  readonly id: number
  readonly direction: Direction
  readonly lots: number
  readonly leverage: number
  readonly entryPrice: number
  readonly spread: number
  readonly margin: bigint
  readonly initialMargin: bigint
  readonly maintenance: bigint
  readonly takeProfit: number | null
  readonly stopLoss: number | null
  readonly liquidationPrice: number | null
  readonly openedAtMs: number
  readonly closed: { readonly price: number; readonly atMs: number; readonly reason: EndReason } | null
}

/** What is played: whatever happens makes another one. Amounts in units of the margin currency. */
export interface DayReplay {
  readonly instrument: Instrument
  readonly terms: ContractTerms
  /** Between bid and ask, in ticks; even. */
  readonly spread: number
  readonly start: bigint
  readonly available: bigint
  /** The newest price and its time; null before the first minute. */
  readonly now: { readonly price: number; readonly atMs: number } | null
  /** In the order of their opening, closed ones too. */
  readonly positions: readonly ReplayPosition[]
}

/** A replay before its first minute. `spread`: between bid and ask now, in ticks. */
export const beginReplay = (
  instrument: Instrument,
  terms: ContractTerms,
  spread: number,
  start: bigint,
): DayReplay => ({
  ...{ instrument, terms, start, available: start, now: null, positions: [] },
  spread: Math.max(2, 2 * Math.ceil(spread / 2)),
})

/** Bid and ask around a price: the middle of both is the price itself. */
const around = ({ spread }: Pick<DayReplay, 'spread'>, price: number): BidAsk => ({
  bid: Math.max(1, price - spread / 2),
  ask: price + spread / 2,
})

const valueIn = ({ instrument, terms }: DayReplay): Ratio => tickValueIn(instrument, terms, undefined)

/**
 * Opens a position at the price that the replay has reached.
 *
 * Refuses: PRICE_STALE before the first minute; what `checkContract` refuses; INSUFFICIENT_BALANCE.
 */
export function openInReplay(
  replay: DayReplay,
  draft: Omit<ContractDraft, 'limitPrice'>,
): Decision<{ readonly replay: DayReplay }> {
  const { instrument, terms, now, positions } = replay
  if (!now) return refused('PRICE_STALE', { symbol: instrument.label })
  const tick = around(replay, now.price)
  const checked = checkContract({ instrument, terms, tick, conversionMark: undefined }, draft)
  if (!checked.ok) return checked
  const { order } = checked
  const value = valueIn(replay)
  const cost = costOfOpening(value, { ...order, feeBps: terms.feeBps }, tick)
  const { entryPrice, margin, fee } = cost
  if (replay.available < margin + fee) return refused('INSUFFICIENT_BALANCE')
  const maintenance = shareOf(margin, terms.maintenanceBps)
  const { direction, lots, leverage, takeProfit, stopLoss } = order
  const position = { direction, openLots: lots, entryPrice, spread: replay.spread, margin, maintenance }
  const opened: ReplayPosition = {
    ...{ id: positions.length + 1, direction, lots, leverage, entryPrice, spread: replay.spread, margin },
    ...{ initialMargin: margin, maintenance, takeProfit, stopLoss, openedAtMs: now.atMs, closed: null },
    ...{ realizedPnl: 0n, fee, financing: 0n },
    liquidationPrice: priceAtFloor(value, { ...position, feeBps: terms.feeBps }, maintenance),
  }
  return allowed({
    replay: { ...replay, available: replay.available - margin - fee, positions: [...positions, opened] },
  })
}

/** Closes a position at a price. */
function closeAt(
  replay: DayReplay,
  position: ReplayPosition,
  price: number,
  atMs: number,
  reason: EndReason,
): DayReplay {
  const { lots, direction } = position
  const tick = around(replay, price)
  const open = { ...position, openLots: lots, feeBps: replay.terms.feeBps }
  const closing = closeLots(valueIn(replay), open, tick, lots)
  const { profit, released } = closing.settled
  const ended: ReplayPosition = {
    ...position,
    ...bookedWith(position, closing),
    margin: 0n,
    closed: { price: closingPrice(direction, tick), atMs, reason },
  }
  return {
    ...replay,
    available: replay.available + released + profit,
    positions: replay.positions.map((each) => (each.id === position.id ? ended : each)),
  }
}

/** Closes an open position at the price that the replay has reached; one that is over stays as it is. */
export function closeInReplay(replay: DayReplay, id: number): DayReplay {
  const position = replay.positions.find((each) => each.id === id)
  if (!position || position.closed || !replay.now) return replay
  return closeAt(replay, position, replay.now.price, replay.now.atMs, 'user')
}

/** Closes all that is open, as at the end of the day. */
export const closeAllInReplay = (replay: DayReplay): DayReplay =>
  replay.positions.reduce((after, { id }) => closeInReplay(after, id), replay)

/** The price that ends a position for a reason. */
const levelOf = (position: ReplayPosition, reason: EndReason): number =>
  reason === 'take-profit'
    ? position.takeProfit!
    : reason === 'stop-loss'
      ? position.stopLoss!
      : position.liquidationPrice!

/** Goes on by a minute: what ends in it ends, and the price is the minute’s last. */
export function playMinute(replay: DayReplay, minute: ReplayMinute): DayReplay {
  const { openAtMs: atMs, open, high, low, close } = minute
  let after: DayReplay = replay
  for (const position of replay.positions) {
    if (position.closed) continue
    const path = position.direction === 'long' ? [low, high] : [high, low]
    const leapt = endAt(position, markOf(around(replay, open)))
    if (leapt) {
      after = closeAt(after, position, open, atMs, leapt)
      continue
    }
    for (const price of path) {
      const reason = endAt(position, markOf(around(replay, price)))
      if (!reason) continue
      after = closeAt(after, position, levelOf(position, reason), atMs, reason)
      break
    }
  }
  return { ...after, now: { price: close, atMs: atMs + MINUTE_MS } }
}

/** What an open position has gained at the price of now, before the fee of its closing. */
export const gainInReplay = (replay: DayReplay, { direction, lots, entryPrice }: ReplayPosition): bigint =>
  replay.now === null
    ? 0n
    : profitAtMark(
        valueIn(replay),
        direction,
        BigInt(lots),
        BigInt(entryPrice),
        BigInt(markOf(around(replay, replay.now.price))),
      )

/** What came of a replay: of closed positions, after every fee. */
export function replayResult({ positions, start }: DayReplay) {
  const closed = positions.filter((position) => position.closed)
  const sum = (of: (position: ReplayPosition) => bigint) =>
    closed.reduce((total, each) => total + of(each), 0n)
  return {
    ...{ start, trades: closed.length, won: closed.filter((each) => resultOf(each) > 0n).length },
    fees: sum(({ fee }) => fee),
    result: sum(resultOf),
  }
}
