import type { Instrument, InstrumentClass } from '#domain/market/instrument.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { RawTick } from './feed.ts'
import { calibrationOf } from './simulated/calibration.ts'

/**
 * Decides which ticks may be used.
 *
 * A tick out of order or said twice is dropped: it is no news. One that contradicts itself, jumps too far
 * or comes from the future is held: it goes on the tape, marked, for all to see, but nothing uses it. A
 * jump is believed when three ticks in a row, spread over half a second, say so.
 */
export type Verdict = { use: RawTick } | { hold: RawTick; why: HoldReason } | { drop: DropReason }

export type HoldReason = 'ahead' | 'crossed' | 'wide' | 'jump'
export type DropReason = 'unknown instrument' | 'out of order' | 'duplicate' | 'not a price'

/**
 * The largest believable move from one tick to the next, as a part of the price.
 *
 * Source: safety.md section 6: five deviations of a minute's move, but at least these.
 */
const leastJump: Readonly<Record<InstrumentClass, { major: number; other: number }>> = {
  crypto: { major: 0.01, other: 0.03 },
  forex: { major: 0.003, other: 0.01 },
  future: { major: 0.01, other: 0.02 },
  stock: { major: 0.02, other: 0.03 },
  etf: { major: 0.01, other: 0.02 },
}

const DEVIATIONS = 5
const CONFIRMATIONS = 3
const CONFIRM_OVER_MS = 500
/** How far a source's clock may be ahead of ours: every later tick has to come after this one. */
const MOST_AHEAD_MS = 5_000
/** The tape writes differences of these at twice their size. */
const MOST_WRITABLE = Number.MAX_SAFE_INTEGER / 4

/** What was last known of an instrument: of a tick all, of a candle its price and about when. */
export type LastKnown = Pick<RawTick, 'price' | 'sourceAtMs'> & Partial<RawTick>

interface Watched {
  readonly instrument: Instrument
  last: LastKnown | undefined
  /** When ticks began to say a new level, and how many did. */
  doubt: { price: number; sinceMs: number; count: number } | undefined
}

export interface Guard {
  /** Says what may be done with a tick that came at `nowMs`. */
  judge(tick: RawTick, nowMs: number): Verdict
}

/**
 * Watches ticks of these instruments; what it has accepted of each is what it compares with. `lastKnown`
 * answers what an earlier run accepted, so that a restart is a pause and no more.
 */
export function createGuard(
  instruments: readonly Instrument[],
  lastKnown: (symbol: string) => LastKnown | undefined = () => undefined,
): Guard {
  const watched = new Map<string, Watched>(
    instruments.map((instrument) => {
      const { symbol } = instrument
      return [symbol, { instrument, last: lastKnown(symbol), doubt: undefined }]
    }),
  )

  return {
    judge(tick, nowMs) {
      const one = watched.get(tick.symbol)
      if (one === undefined) return { drop: 'unknown instrument' }
      if (!isWhole(tick)) return { drop: 'not a price' }
      if (tick.sourceAtMs > nowMs + MOST_AHEAD_MS) return { hold: tick, why: 'ahead' }
      const { last } = one
      if (last !== undefined) {
        if (tick.sourceAtMs < last.sourceAtMs) return { drop: 'out of order' }
        if (isSame(tick, last)) return { drop: 'duplicate' }
      }
      if (tick.bid > tick.ask || tick.price < tick.bid || tick.price > tick.ask)
        return { hold: tick, why: 'crossed' }
      if (isWide(one.instrument, tick)) return { hold: tick, why: 'wide' }
      if (last !== undefined && !isBelievable(one, last, tick)) return { hold: tick, why: 'jump' }
      one.last = tick
      one.doubt = undefined
      return { use: tick }
    },
  }
}

const isWhole = ({ price, bid, ask, volume, sourceAtMs }: RawTick): boolean =>
  [price, bid, ask, sourceAtMs].every((value) => isWritable(value) && value > 0) &&
  isWritable(volume) &&
  volume >= 0

const isWritable = (value: number): boolean => Number.isSafeInteger(value) && value < MOST_WRITABLE

const isSame = (one: RawTick, other: LastKnown): boolean =>
  one.sourceAtMs === other.sourceAtMs &&
  one.price === other.price &&
  one.bid === other.bid &&
  one.ask === other.ask &&
  one.volume === other.volume

/** Bid and ask are prices too: neither stands further from the price than the price itself may jump. */
const isWide = (instrument: Instrument, { price, bid, ask }: RawTick): boolean =>
  Math.max(moved(price, bid), moved(price, ask)) > widestMove(instrument, 0)

function isBelievable(one: Watched, last: LastKnown, tick: RawTick): boolean {
  if (moved(last.price, tick.price) <= widestMove(one.instrument, tick.sourceAtMs - last.sourceAtMs))
    return true
  const { doubt } = one
  const confirms = doubt !== undefined && moved(doubt.price, tick.price) <= widestMove(one.instrument, 0)
  if (!confirms) {
    one.doubt = { price: tick.price, sinceMs: tick.sourceAtMs, count: 1 }
    return false
  }
  doubt.count++
  return doubt.count >= CONFIRMATIONS && tick.sourceAtMs - doubt.sinceMs >= CONFIRM_OVER_MS
}

const moved = (from: number, to: number): number => Math.abs(to - from) / from

/** The widest believable move after a pause: prices spread with the root of time. */
function widestMove(instrument: Instrument, pauseMs: number): number {
  const sigma = calibrationOf(instrument).sigmaBps / 10_000
  const minutes = Math.max(1, pauseMs / MINUTE_MS)
  return Math.max(leastJump[instrument.class][instrument.collar], DEVIATIONS * sigma * Math.sqrt(minutes))
}

/**
 * How old a quote may be to open something on it.
 *
 * Source: safety.md section 6, quote max age to open.
 */
const freshForMs: Readonly<Record<InstrumentClass, number>> = {
  crypto: 2 * SECOND_MS,
  forex: 3 * SECOND_MS,
  future: 5 * SECOND_MS,
  stock: 5 * SECOND_MS,
  etf: 5 * SECOND_MS,
}

/**
 * Whether a tick that was recorded at `atMs` may be traded on. One that lies ahead of now is as bad as one
 * that lies behind: a clock was set back, and nobody knows how old it is.
 */
export const isYoung = (instrument: Instrument, atMs: number, nowMs: number): boolean =>
  Math.abs(nowMs - atMs) <= freshForMs[instrument.class]
