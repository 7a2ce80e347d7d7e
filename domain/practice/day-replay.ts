import type { EndReason } from '../contract/end-reasons.ts'
import {
  type Booked,
  bookedWith,
  closeLots,
  costOfOpening,
  costOfWaiting,
  endAt,
  openedFrom,
  opensAt,
  priceAtFloor,
  resultOf,
} from '../contract/lifecycle.ts'
import { type CheckedContract, type ContractDraft, checkContract, tickValueIn } from '../contract/order.ts'
import {
  type BidAsk,
  closingPrice,
  type Direction,
  markOf,
  profitAtMark,
  shareOf,
} from '../contract/rules.ts'
import { type ContractTerms, marginDecimals, type Ratio } from '../contract/terms.ts'
import { allowed, type Decision, refused } from '../errors.ts'
import type { Instrument } from '../market/instrument.ts'
import { MAX_UNITS, parseDecimal } from '../money/amount.ts'
import { MINUTE_MS } from '../time.ts'

/**
 * Contracts against a day of the past, by the functions that the engine decides with: nothing of it is kept anywhere.
 *
 * Of each minute its candle is known: four prices that there were. Of what they leave open the rules here are the worse for
 * the position: of the highest and the lowest price of a minute the one that hurts it comes first, so that a stop loss
 * or a liquidation comes before a take profit. A position ends at the price it waits for, or at the minute’s first where
 * the price has leapt past it; so does a limit order open. Of a minute within which one opens, only its worst price and its
 * last count for it: the best may have been before. Candles have no spread: that of now stands around each price, as an even
 * number of ticks.
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

/** A limit order that waits for its price, with what it has set aside for margin and fee. */
export interface ReplayOrder {
  readonly id: number
  readonly direction: Direction
  readonly lots: number
  readonly leverage: number
  readonly limitPrice: number
  readonly takeProfit: number | null
  readonly stopLoss: number | null
  readonly held: bigint
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
  /** In the order in which they came. */
  readonly waiting: readonly ReplayOrder[]
  /** Of orders and positions together; an order that opens keeps its number. */
  readonly lastId: number
}

/** A replay before its first minute. `spread`: between bid and ask now, in ticks. */
export const beginReplay = (
  instrument: Instrument,
  terms: ContractTerms,
  spread: number,
  start: bigint,
): DayReplay => ({
  ...{ instrument, terms, start, available: start, now: null, positions: [], waiting: [], lastId: 0 },
  spread: Math.max(2, 2 * Math.ceil(spread / 2)),
})

/** Bid and ask around a price: the middle of both is the price itself. */
const around = ({ spread }: Pick<DayReplay, 'spread'>, price: number): BidAsk => ({
  bid: Math.max(1, price - spread / 2),
  ask: price + spread / 2,
})

const valueIn = ({ instrument, terms }: DayReplay): Ratio => tickValueIn(instrument, terms, undefined)

/**
 * Opens a position at the price that the replay has reached, or takes a limit order that waits for its own.
 *
 * Refuses: PRICE_STALE before the first minute; what `checkContract` refuses; INSUFFICIENT_BALANCE.
 */
export function openInReplay(
  replay: DayReplay,
  draft: ContractDraft,
): Decision<{ readonly replay: DayReplay }> {
  const { instrument, terms, now, available, waiting } = replay
  if (!now) return refused('PRICE_STALE', { symbol: instrument.label })
  const tick = around(replay, now.price)
  const checked = checkContract({ instrument, terms, tick, conversionMark: undefined }, draft)
  if (!checked.ok) return checked
  const { direction, lots, leverage, limitPrice, takeProfit, stopLoss } = checked.order
  const ordered = { direction, lots, leverage, limitPrice, takeProfit, stopLoss, feeBps: terms.feeBps }
  const waits = limitPrice !== null && !opensAt(direction, limitPrice, tick)
  const { margin, fee } = waits
    ? costOfWaiting(valueIn(replay), ordered)
    : costOfOpening(valueIn(replay), ordered, tick)
  const held = margin + fee
  if (available < held) return refused('INSUFFICIENT_BALANCE')
  const taken = { ...replay, available: available - held, lastId: replay.lastId + 1 }
  if (!waits)
    return allowed({ replay: opened(taken, { ...ordered, id: taken.lastId, held }, tick, now.atMs) })
  const order = { id: taken.lastId, direction, lots, leverage, limitPrice, takeProfit, stopLoss, held }
  return allowed({ replay: { ...taken, waiting: [...waiting, order] } })
}

/** Opens an order at a tick, from what it has set aside. */
function opened(
  replay: DayReplay,
  order: Omit<CheckedContract, 'limitPrice'> &
    Pick<ReplayOrder, 'id' | 'held'> & { limitPrice: number | null },
  tick: BidAsk,
  openedAtMs: number,
): DayReplay {
  const { feeBps, maintenanceBps } = replay.terms
  const { id, direction, lots, leverage, takeProfit, stopLoss, held } = order
  const cost = costOfOpening(valueIn(replay), { ...order, feeBps }, tick)
  const { margin, fee, released } = openedFrom(held, cost)
  const maintenance = shareOf(margin, maintenanceBps)
  const position: Omit<ReplayPosition, 'liquidationPrice'> = {
    ...{ id, direction, lots, leverage, entryPrice: cost.entryPrice, spread: replay.spread, margin },
    ...{ initialMargin: margin, maintenance, takeProfit, stopLoss, openedAtMs, closed: null },
    ...{ realizedPnl: 0n, fee, financing: 0n },
  }
  const ended = { ...position, liquidationPrice: liquidationOf(replay, position) }
  return { ...replay, available: replay.available + released, positions: [...replay.positions, ended] }
}

/** Where a position is liquidated with the margin that it has. */
const liquidationOf = (replay: DayReplay, position: Omit<ReplayPosition, 'liquidationPrice'>) =>
  priceAtFloor(
    valueIn(replay),
    { ...position, openLots: position.lots, feeBps: replay.terms.feeBps },
    position.maintenance,
  )

/** Cancels an order that waits: what it has set aside is available again. */
export function cancelInReplay(replay: DayReplay, id: number): DayReplay {
  const order = replay.waiting.find((each) => each.id === id)
  if (!order) return replay
  const waiting = replay.waiting.filter((each) => each !== order)
  return { ...replay, available: replay.available + order.held, waiting }
}

/**
 * Adds margin to an open position, which moves where it is liquidated.
 *
 * Refuses: POSITION_NOT_OPEN; AMOUNT_INVALID; INSUFFICIENT_BALANCE.
 */
export function addMarginInReplay(
  replay: DayReplay,
  id: number,
  text: string,
): Decision<{ readonly replay: DayReplay }> {
  const position = replay.positions.find((each) => each.id === id)
  if (!position || position.closed) return refused('POSITION_NOT_OPEN')
  const added = parseDecimal(text, marginDecimals())
  if (added === undefined || added === 0n || added > MAX_UNITS) return refused('AMOUNT_INVALID')
  if (replay.available < added) return refused('INSUFFICIENT_BALANCE')
  const more = { ...position, margin: position.margin + added }
  const after = { ...more, liquidationPrice: liquidationOf(replay, more) }
  return allowed({
    replay: {
      ...replay,
      available: replay.available - added,
      positions: replay.positions.map((each) => (each === position ? after : each)),
    },
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

/** Closes all that is open and cancels all that waits, as at the end of the day. */
export const closeAllInReplay = (replay: DayReplay): DayReplay =>
  replay.waiting.reduce(
    (after, { id }) => cancelInReplay(after, id),
    replay.positions.reduce((after, { id }) => closeInReplay(after, id), replay),
  )

/** The price that ends a position for a reason. */
const levelOf = (position: ReplayPosition, reason: EndReason): number =>
  reason === 'take-profit'
    ? position.takeProfit!
    : reason === 'stop-loss'
      ? position.stopLoss!
      : position.liquidationPrice!

/** What a part of a minute does to a position: where it begins, and the prices after that, in the order in which they count. */
function liveThrough(
  replay: DayReplay,
  position: ReplayPosition,
  [first, ...path]: readonly [number, ...number[]],
  atMs: number,
): DayReplay {
  const leapt = endAt(position, markOf(around(replay, first)))
  if (leapt) return closeAt(replay, position, first, atMs, leapt)
  for (const price of path) {
    const reason = endAt(position, markOf(around(replay, price)))
    if (reason) return closeAt(replay, position, levelOf(position, reason), atMs, reason)
  }
  return replay
}

/** Goes on by a minute: what ends in it ends, what it reaches opens, and the price is the minute’s last. */
export function playMinute(replay: DayReplay, minute: ReplayMinute): DayReplay {
  const { openAtMs: atMs, open, high, low, close } = minute
  let after: DayReplay = replay
  for (const position of replay.positions) {
    if (position.closed) continue
    const path = position.direction === 'long' ? [low, high] : [high, low]
    after = liveThrough(after, position, [open, ...path], atMs)
  }
  for (const order of replay.waiting) {
    const { direction, limitPrice } = order
    const worst = direction === 'long' ? low : high
    if (!opensAt(direction, limitPrice, around(replay, worst))) continue
    const leapt = opensAt(direction, limitPrice, around(replay, open))
    const price = leapt ? open : limitPrice + (direction === 'long' ? -1 : 1) * (replay.spread / 2)
    const rest = after.waiting.filter((each) => each !== order)
    after = opened({ ...after, waiting: rest }, order, around(replay, price), atMs)
    const best = direction === 'long' ? high : low
    after = liveThrough(after, after.positions.at(-1)!, [price, worst, leapt ? best : close], atMs)
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
