import type { Candle } from '#domain/market/candle.ts'
import { bucketStart, type Period, periodMs, rollUp } from '#domain/market/candle.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { isOpen } from '#domain/market/session.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { momentOf, moveOver, type SimulatedMarket, simulatedMarket, volumeOver } from './process.ts'
import { normal, openKey, uniform } from './random.ts'

/** How far back the synthetic backfill reaches, from the finest candles to the coarsest. */
const ranges = [
  { period: '1m', reachMs: 3 * DAY_MS },
  { period: '1h', reachMs: 90 * DAY_MS },
  { period: '1d', reachMs: 400 * DAY_MS },
] as const

/** The past of one instrument, in the periods that are stored. */
export type BackfillCandles = Readonly<Record<'1m' | '15m' | '1h' | '1d', readonly Candle[]>>

/**
 * Generates the backfill of a simulated instrument, so that a new market does not begin with empty charts.
 *
 * The candles lead up to `price` at `endMs` exactly, agree with each other across periods, keep to
 * trading hours, and are all labelled generated. The same seed, price and time give the same past.
 */
export function generateBackfill(
  instrument: Instrument,
  seed: number,
  price: number,
  endMs: number,
): BackfillCandles {
  const market = simulatedMarket(instrument, openKey(seed, instrument.symbol))
  const made: Record<string, Candle[]> = {}
  let endPrice = price
  let reachedMs = bucketStart('1m', endMs)
  for (const { period, reachMs } of ranges) {
    const from = bucketStart('1d', endMs - reachMs)
    const candles = backwards(market, period, endPrice, from, reachedMs)
    made[period] = candles
    endPrice = (candles[0]?.open ?? endPrice / Number(instrument.tickSize)) * Number(instrument.tickSize)
    reachedMs = from
  }
  return historyFrom(made['1m'] ?? [], endMs, made['1h'], made['1d'])
}

/** Completes a past from its minutes, with hours and days of before the first minute where they are known. */
export function historyFrom(
  minutes: readonly Candle[],
  endMs: number,
  earlierHours: readonly Candle[] = [],
  earlierDays: readonly Candle[] = [],
): BackfillCandles {
  const hours = [...earlierHours, ...rollUp('1h', minutes)]
  const days = [...earlierDays, ...rollUp('1d', hours)]
  // The bucket of now is not over: it is built from shorter ones until it is.
  const finished = (period: Period, candles: readonly Candle[]) =>
    candles.filter(({ openAtMs }) => openAtMs + periodMs[period] <= endMs)
  return {
    '1m': minutes,
    '15m': finished('15m', rollUp('15m', minutes)),
    '1h': finished('1h', hours),
    '1d': finished('1d', days),
  }
}

/** Within a day the parts of a session are drawn, not the whole day, so that days are as calm as hours are. */
const openParts: Readonly<Record<Period, number>> = {
  ...{ '1m': 1, '5m': 1, '15m': 1, '30m': 1, '1h': 2, '4h': 8, '1d': 24, '1w': 168 },
}

/** The candles between two times, drawn from the last to the first so that the end is met exactly. */
function backwards(
  market: SimulatedMarket,
  period: Period,
  endPrice: number,
  fromMs: number,
  endMs: number,
): Candle[] {
  const { instrument, key } = market
  const tickSize = Number(instrument.tickSize)
  const stepSize = Number(instrument.stepSize)
  const toTicks = (value: number) => Math.max(1, Math.round(value / tickSize))
  const candles: Candle[] = []
  let close = endPrice
  for (let openAtMs = endMs - periodMs[period]; openAtMs >= fromMs; openAtMs -= periodMs[period]) {
    const openMs = openTimeIn(instrument, period, openAtMs)
    if (openMs === 0) continue
    const moment = momentOf(market, openAtMs, openMs)
    // Seen backwards, too, prices are drawn to the reference level.
    const move = moveOver(market, close, moment)
    const open = close * Math.exp(move)
    const reach = Math.abs(move) + (market.calibration.sigmaBps / 10_000) * Math.sqrt(openMs / MINUTE_MS)
    const over = Math.exp(0.4 * reach * Math.abs(normal(key, openAtMs, 11)) * uniform(key, openAtMs, 12))
    const under = Math.exp(-0.4 * reach * Math.abs(normal(key, openAtMs, 13)) * uniform(key, openAtMs, 14))
    candles.push({
      openAtMs,
      open: toTicks(open),
      high: toTicks(Math.max(open, close) * over),
      low: toTicks(Math.min(open, close) * under),
      close: toTicks(close),
      volume: Math.round(volumeOver(market, close, moment) / stepSize),
      origin: 'generated',
    })
    close = open
  }
  return candles.reverse()
}

/** For how long of a candle's time its market is open. */
function openTimeIn(instrument: Instrument, period: Period, openAtMs: number): number {
  if (instrument.session === 'always') return periodMs[period]
  const parts = openParts[period]
  const partMs = periodMs[period] / parts
  let openMs = 0
  for (let part = 0; part < parts; part++) {
    if (isOpen(instrument, openAtMs + part * partMs + partMs / 2)) openMs += partMs
  }
  return openMs
}
