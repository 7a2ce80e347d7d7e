import type { Instrument } from '#domain/market/instrument.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { type Calibration, calibrationOf } from '../calibration.ts'
import { drifting, fatTailed, normal, type RandomKey, uniform } from './random.ts'

/** What a simulated instrument needs to know of itself. */
export interface SimulatedMarket {
  readonly instrument: Instrument
  readonly calibration: Calibration
  readonly key: RandomKey
  /** The level prices are gently drawn to, so that a year of them stays plausible. */
  readonly reference: number
}

/** What an instrument is simulated by. */
export const simulatedMarket = (instrument: Instrument, key: RandomKey): SimulatedMarket => ({
  instrument,
  calibration: calibrationOf(instrument),
  key,
  reference: Number(instrument.referencePrice),
})

/** Half of a departure from the reference level is gone after this time. */
const HALF_LIFE_MS = 30 * DAY_MS

/**
 * How lively a market is just now, as a multiple of usual: the hour of the day, and calm and rough
 * ranges of some minutes and of some hours, which is what makes large moves come in clusters.
 */
function livelinessAt({ calibration, key }: SimulatedMarket, atMs: number): number {
  const hour = calibration.hourly[Math.floor(atMs / HOUR_MS) % 24] ?? 1
  const minutes = 0.38 * drifting(key, atMs, 101, 4 * MINUTE_MS)
  const hours = 0.28 * drifting(key, atMs, 102, 2 * HOUR_MS)
  return hour * Math.exp(minutes + hours - 0.11)
}

/** A time range that ends at `atMs`, and how lively the market is in it. */
export interface Moment {
  readonly atMs: number
  readonly spanMs: number
  readonly liveliness: number
}

/** The time range of this length that ends at a moment. */
export const momentOf = (market: SimulatedMarket, atMs: number, spanMs: number): Moment => ({
  atMs,
  spanMs,
  liveliness: livelinessAt(market, atMs),
})

/**
 * The log move of a time range.
 *
 * Units: natural logarithm of the price ratio.
 */
export function moveOver(
  market: SimulatedMarket,
  price: number,
  { atMs, spanMs, liveliness }: Moment,
): number {
  const { calibration, key, reference } = market
  const deviation = (calibration.sigmaBps / 10_000) * Math.sqrt(spanMs / MINUTE_MS) * liveliness
  const pull = -Math.log(price / reference) * Math.min(1, (spanMs / HALF_LIFE_MS) * Math.LN2)
  return deviation * fatTailed(key, atMs, 1, calibration.degrees) + pull
}

/**
 * What is traded in a time range.
 *
 * Units: of the base currency.
 */
export function volumeOver(
  market: SimulatedMarket,
  price: number,
  { atMs, spanMs, liveliness }: Moment,
): number {
  const { calibration, key } = market
  const usual = (calibration.turnoverPerMinute * (spanMs / MINUTE_MS)) / price
  return usual * liveliness * Math.exp(0.8 * normal(key, atMs, 3) - 0.32)
}

/** Ask less bid, in quote: wider when the market is rough. */
export function spreadAt(market: SimulatedMarket, price: number, { atMs, liveliness }: Moment): number {
  const usual = (market.calibration.spreadBps / 10_000) * price
  return usual * Math.sqrt(liveliness) * (0.7 + 0.6 * uniform(market.key, atMs, 9))
}
