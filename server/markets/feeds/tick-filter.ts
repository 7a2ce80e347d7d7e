import { freshForMs } from '#domain/market/freshness.ts'
import type { Instrument, InstrumentClass } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { isOfSources } from '#domain/market/sources.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { calibrationOf } from './calibration.ts'
import type { RawTick } from './feed.ts'

/**
 * Classifies ticks: use, hold or drop.
 *
 * An out-of-order or duplicate tick is dropped. One that is inconsistent, jumps too far, is from the future or of too
 * few sources that agree is held: it is recorded on the tape, marked, but not used. A jump is accepted after three
 * consecutive ticks over at least half a second confirm it.
 */
export type Verdict = { use: RawTick } | { hold: RawTick; why: HoldReason } | { drop: DropReason }

export type HoldReason = 'ahead' | 'sources' | 'crossed' | 'wide' | 'jump'
export type DropReason = 'unknown instrument' | 'out of order' | 'duplicate' | 'not a price'

/**
 * The largest accepted move from one tick to the next, as a fraction of the price.
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
export const MAX_AHEAD_MS = 5_000
/** The tape writes differences of these at twice their size. */
const MAX_WRITABLE = Number.MAX_SAFE_INTEGER / 4

/** The last accepted tick of an instrument, or the price and time of its last candle. */
export type LastKnown = Pick<RawTick, 'price' | 'sourceAtMs'> & Partial<RawTick>

/** What the filter keeps of an instrument; its terms may change and are asked for with each tick. */
interface Watched {
  last: LastKnown | undefined
  /** A possible new price level: since when, and how many ticks have confirmed it. */
  candidate: { price: number; sinceMs: number; count: number } | undefined
}

export interface TickFilter {
  /** Classifies a tick that arrived at `nowMs`. */
  classify(tick: RawTick, nowMs: number): Verdict
}

/**
 * Creates a tick filter; each tick is compared with the last accepted one of its instrument. `lastKnown`
 * returns what an earlier run accepted, so that a restart is a pause and no more.
 */
export function createTickFilter(
  lastKnown: (symbol: string) => LastKnown | undefined = () => undefined,
): TickFilter {
  const watched = new Map<string, Watched>()

  /** What is known of an instrument; of one listed since the start nothing before its first tick. */
  function watch(symbol: string): Watched {
    let one = watched.get(symbol)
    if (one === undefined) {
      one = { last: lastKnown(symbol), candidate: undefined }
      watched.set(symbol, one)
    }
    return one
  }

  return {
    classify(tick, nowMs) {
      const instrument = findInstrument(tick.symbol)
      if (instrument === undefined) return { drop: 'unknown instrument' }
      if (!isComplete(tick)) return { drop: 'not a price' }
      if (tick.sourceAtMs > nowMs + MAX_AHEAD_MS) return { hold: tick, why: 'ahead' }
      const one = watch(tick.symbol)
      const { last } = one
      if (last !== undefined) {
        if (tick.sourceAtMs < last.sourceAtMs) return { drop: 'out of order' }
        if (isSame(tick, last)) return { drop: 'duplicate' }
      }
      if (!isOfSources(tick)) return { hold: tick, why: 'sources' }
      if (tick.bid > tick.ask || tick.price < tick.bid || tick.price > tick.ask)
        return { hold: tick, why: 'crossed' }
      if (isWide(instrument, tick)) return { hold: tick, why: 'wide' }
      if (last !== undefined && !isBelievable(instrument, one, last, tick)) return { hold: tick, why: 'jump' }
      one.last = tick
      one.candidate = undefined
      return { use: tick }
    },
  }
}

/** Whether all that a tick says can be written to the tape. */
export const isComplete = ({ price, bid, ask, volume, sourceAtMs }: RawTick): boolean =>
  [price, bid, ask, sourceAtMs].every((value) => isWritable(value) && value > 0) &&
  isWritable(volume) &&
  volume >= 0

const isWritable = (value: number): boolean => Number.isSafeInteger(value) && value < MAX_WRITABLE

const isSame = (one: RawTick, other: LastKnown): boolean =>
  one.sourceAtMs === other.sourceAtMs &&
  one.price === other.price &&
  one.bid === other.bid &&
  one.ask === other.ask &&
  one.volume === other.volume

/** Bid and ask may not be further from the price than the price itself may jump. */
const isWide = (instrument: Instrument, { price, bid, ask }: RawTick): boolean =>
  Math.max(moved(price, bid), moved(price, ask)) > widestMove(instrument, 0)

function isBelievable(instrument: Instrument, one: Watched, last: LastKnown, tick: RawTick): boolean {
  const pauseMs = tick.sourceAtMs - last.sourceAtMs
  if (moved(last.price, tick.price) <= widestMove(instrument, pauseMs)) return true
  const { candidate } = one
  const confirms = candidate !== undefined && moved(candidate.price, tick.price) <= widestMove(instrument, 0)
  if (!confirms) {
    one.candidate = { price: tick.price, sinceMs: tick.sourceAtMs, count: 1 }
    return false
  }
  candidate.count++
  return candidate.count >= CONFIRMATIONS && tick.sourceAtMs - candidate.sinceMs >= CONFIRM_OVER_MS
}

const moved = (from: number, to: number): number => Math.abs(to - from) / from

/** The largest accepted move after a pause: it grows with the square root of time. */
function widestMove(instrument: Instrument, pauseMs: number): number {
  const sigma = calibrationOf(instrument).sigmaBps / 10_000
  const minutes = Math.max(1, pauseMs / MINUTE_MS)
  return Math.max(leastJump[instrument.class][instrument.collar], DEVIATIONS * sigma * Math.sqrt(minutes))
}

/**
 * Whether a tick that was recorded at `atMs` may be traded on. A tick from the future is refused as well:
 * the clock was set back and its age is unknown.
 */
export const isFresh = (instrument: Instrument, atMs: number, nowMs: number): boolean =>
  Math.abs(nowMs - atMs) <= freshForMs(instrument)
