import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import type { Instrument, StepCount, TickCount } from './instrument.ts'
import { isOpen } from './session.ts'
import { labelOfSource, type PriceLabel, type Tick } from './tick.ts'

export const periods = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const
export type Period = (typeof periods)[number]

export const periodMs: Record<Period, number> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
}

/**
 * Where a candle comes from. `generated` is the synthetic backfill that a new simulated market begins with;
 * all others are built from ticks on the tape, and can be rebuilt from it.
 */
export type CandleOrigin = 'generated' | PriceLabel

export interface Candle {
  readonly openAtMs: number
  readonly open: TickCount
  readonly high: TickCount
  readonly low: TickCount
  readonly close: TickCount
  readonly volume: StepCount
  readonly origin: CandleOrigin
}

/** Weeks begin on Monday; day 0 of 1970 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** When the candle that an instant falls into opens. Buckets are UTC; weeks begin on Monday. */
export function bucketStart(period: Period, atMs: number): number {
  const shift = period === '1w' ? FIRST_MONDAY_MS : 0
  return Math.floor((atMs - shift) / periodMs[period]) * periodMs[period] + shift
}

/** Adds a published tick to the candle of its minute, or begins that candle. */
export function withTick(candle: Candle | undefined, tick: Tick): Candle {
  const origin = labelOfSource(tick.source)
  const one: Candle = {
    openAtMs: bucketStart('1m', tick.atMs),
    open: tick.price,
    high: tick.price,
    low: tick.price,
    close: tick.price,
    volume: tick.volume,
    origin,
  }
  return candle ? joined(candle, one) : one
}

/** Joins two neighbouring candles of one instrument; `earlier` names the time of the result. */
export function joined(earlier: Candle, later: Candle): Candle {
  return {
    openAtMs: earlier.openAtMs,
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    volume: earlier.volume + later.volume,
    origin: weaker(earlier.origin, later.origin),
  }
}

const strength: readonly CandleOrigin[] = ['generated', 'simulated', 'recorded', 'live']

/** A candle is only as good as its weakest part. */
const weaker = (one: CandleOrigin, other: CandleOrigin): CandleOrigin =>
  strength.indexOf(one) < strength.indexOf(other) ? one : other

/** Builds the candles of a longer period from shorter ones in order of time. Empty buckets stay absent. */
export function rollUp(period: Period, shorter: readonly Candle[]): Candle[] {
  const longer: Candle[] = []
  for (const candle of shorter) {
    const openAtMs = bucketStart(period, candle.openAtMs)
    const last = longer.at(-1)
    if (last?.openAtMs === openAtMs) longer[longer.length - 1] = joined(last, candle)
    else longer.push({ ...candle, openAtMs })
  }
  return longer
}

/**
 * Whether candles are missing between two neighbours although the market was open: an outage, which a
 * chart shows as a gap. Nights and weekends are none.
 */
export function isGap(instrument: Instrument, period: Period, earlier: Candle, later: Candle): boolean {
  const step = Math.max(periodMs[period], 5 * MINUTE_MS)
  for (let at = earlier.openAtMs + periodMs[period]; at < later.openAtMs; at += step) {
    if (isOpen(instrument, at)) return true
  }
  return false
}
