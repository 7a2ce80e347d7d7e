import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Candle, periodMs, rollUp } from '#domain/market/candle.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { isOpen } from '#domain/market/session.ts'
import { virtualClock } from '#server/platform/clock.ts'
import { calibrationOf } from '../calibration.ts'
import type { RawTick } from '../feed.ts'
import { createTickFilter } from '../tick-filter.ts'
import { generateBackfill } from './backfill.ts'
import { simulatedFeed } from './feed.ts'

const listed = (symbol: string) => findInstrument(symbol) ?? expect.fail(`${symbol} is not listed`)
/** A Tuesday on which every market is open at 15:00 UTC. */
const TUESDAY = Date.parse('2022-12-13T15:00:00Z')

/** Runs the feed on a clock that is moved by hand. */
function run(seed: number, seconds: number, stepMs = 250, from = TUESDAY): RawTick[] {
  const clock = virtualClock(from)
  const ticks: RawTick[] = []
  const feed = simulatedFeed({ instruments: () => instruments, seed, clock, lastPrice: () => undefined })
  feed.start((tick) => ticks.push(tick))
  for (let at = 0; at < seconds * 1_000; at += stepMs) {
    clock.advance(stepMs)
    feed.step?.(clock.nowMs())
  }
  feed.stop()
  return ticks
}

describe('the simulated market', () => {
  it('is the same again for the same seed, however often it is asked, and another for another', () => {
    const once = run(7, 30)
    expect(run(7, 30)).toEqual(once)
    const inOtherSteps = run(7, 30, 1_000)
    const bySymbol = (ticks: readonly RawTick[]) =>
      instruments.map(({ symbol }) => ticks.filter((tick) => tick.symbol === symbol))
    expect(bySymbol(inOtherSteps)).toEqual(bySymbol(once))
    expect(run(8, 30)).not.toEqual(once)
  })

  it('brings 20 to 30 ticks a second in all, and each instrument within its staleness limit', () => {
    const ticks = run(1, 120)
    expect(ticks.length / 120).toBeGreaterThan(20)
    expect(ticks.length / 120).toBeLessThan(30)
    for (const { symbol, class: kind } of instruments) {
      const times = ticks.filter((tick) => tick.symbol === symbol).map(({ sourceAtMs }) => sourceAtMs)
      const longest = Math.max(...times.slice(1).map((atMs, index) => atMs - (times[index] ?? atMs)))
      expect(longest, symbol).toBeLessThan(
        { crypto: 1_500, forex: 3_000, future: 5_000, stock: 5_000, etf: 5_000 }[kind],
      )
    }
  })

  it('is never held or dropped by its own guard', () => {
    const filter = createTickFilter()
    for (const tick of run(3, 600)) expect(filter.classify(tick, tick.sourceAtMs)).toEqual({ use: tick })
  })

  it('is silent while a market is shut', () => {
    const saturday = Date.parse('2022-12-17T15:00:00Z')
    const kinds = new Set(run(1, 20, 250, saturday).map(({ symbol }) => listed(symbol).class))
    expect([...kinds]).toEqual(['crypto'])
  })

  it('fills a jump of the clock with a bounded number of ticks in order', () => {
    const clock = virtualClock(TUESDAY)
    const ticks: RawTick[] = []
    const feed = simulatedFeed({
      instruments: () => [listed('BTC-USDT')],
      seed: 1,
      clock,
      lastPrice: () => undefined,
    })
    feed.start((tick) => ticks.push(tick))
    clock.advance(24 * 3_600_000)
    feed.step?.(clock.nowMs())
    feed.stop()
    expect(ticks).toHaveLength(24)
    expect(ticks.at(-1)?.sourceAtMs).toBe(clock.nowMs())
  })

  it('goes on from the stored price after a restart', () => {
    const clock = virtualClock(TUESDAY)
    const ticks: RawTick[] = []
    const feed = simulatedFeed({
      instruments: () => [listed('BTC-USDT')],
      seed: 1,
      clock,
      lastPrice: () => 42_000,
    })
    feed.start((tick) => ticks.push(tick))
    clock.advance(2_000)
    feed.step?.(clock.nowMs())
    feed.stop()
    expect(Math.abs((ticks[0]?.price ?? 0) / 4_200_000 - 1)).toBeLessThan(0.01)
  })
})

describe('the synthetic backfill', () => {
  const endMs = TUESDAY + 12_345
  const anyInstrument = fc.constantFrom(...instruments)
  const prices = fc.constantFrom(0.5, 1, 2)

  it('obeys the laws of candles, keeps trading hours, and leads up to the price', () => {
    fc.assert(
      fc.property(anyInstrument, prices, fc.integer(), (instrument, factor, seed) => {
        const price = Number(instrument.referencePrice) * factor
        const history = generateBackfill(instrument, seed, price, endMs)
        for (const period of ['1m', '15m', '1h', '1d'] as const) {
          let last = 0
          for (const { openAtMs, open, high, low, close, volume, origin } of history[period]) {
            const isLawful =
              low >= 1 && low <= Math.min(open, close) && high >= Math.max(open, close) && volume >= 0
            if (!isLawful || openAtMs <= last || origin !== 'generated')
              expect.fail(`${period} at ${openAtMs}`)
            last = openAtMs
          }
          expect(last + periodMs[period]).toBeLessThanOrEqual(endMs)
        }
        for (const { openAtMs } of history['1m']) expect(isOpen(instrument, openAtMs)).toBe(true)
        const end = history['1m'].at(-1)?.close ?? 0
        expect(Math.abs(end * Number(instrument.tickSize) - price)).toBeLessThanOrEqual(
          Number(instrument.tickSize),
        )
      }),
      { numRuns: 25 },
    )
  })

  it('agrees with itself across periods', () => {
    const history = generateBackfill(listed('BTC-USDT'), 5, 17_778.49, endMs)
    const within = (candles: readonly Candle[], all: readonly Candle[]) =>
      all.filter(
        ({ openAtMs }) =>
          openAtMs >= (candles[0]?.openAtMs ?? 0) && openAtMs <= (candles.at(-1)?.openAtMs ?? 0),
      )
    const hours = rollUp('1h', history['1m']).slice(0, -1)
    expect(within(hours, history['1h'])).toEqual(hours)
  })

  it('fills the charts: three days of minutes, three months of hours, a year of days', () => {
    const history = generateBackfill(listed('BTC-USDT'), 5, 17_778.49, endMs)
    expect(history['1m'].length).toBeGreaterThanOrEqual(3 * 1_440)
    expect(history['1h'].length).toBeGreaterThanOrEqual(90 * 24)
    expect(history['1d'].length).toBeGreaterThanOrEqual(365)
  })

  it.each(['BTC-USDT', 'EUR-USD', 'ES'])('%s moves as the recorded markets do', (symbol) => {
    const instrument = listed(symbol)
    const { sigmaBps, lag1 } = calibrationOf(instrument)
    const samples = [1, 2, 3, 4, 5].map((seed) => {
      const closes = generateBackfill(instrument, seed, Number(instrument.referencePrice), endMs)['1m'].map(
        ({ close }) => close,
      )
      return closes.slice(1).map((close, index) => Math.log(close / (closes[index] ?? close)))
    })
    const values = samples.flat()
    const variance = values.reduce((sum, value) => sum + value ** 2, 0) / values.length
    expect(Math.sqrt(variance) * 10_000).toBeGreaterThan(sigmaBps * 0.7)
    expect(Math.sqrt(variance) * 10_000).toBeLessThan(sigmaBps * 1.5)
    const kurtosis = values.reduce((sum, value) => sum + value ** 4, 0) / values.length / variance ** 2
    expect(kurtosis).toBeGreaterThan(4)

    const sizes = values.map(Math.abs)
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
    let [above, below] = [0, 0]
    for (let index = 1; index < sizes.length; index++) {
      above += ((sizes[index] ?? 0) - mean) * ((sizes[index - 1] ?? 0) - mean)
      below += ((sizes[index] ?? 0) - mean) ** 2
    }
    expect(above / below).toBeGreaterThan(lag1 * 0.5)
    expect(above / below).toBeLessThan(lag1 * 2)
  })
})
