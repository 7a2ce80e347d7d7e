import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketStart, type Candle, isGap, periodMs, periods, rollUp, withTick } from './candle.ts'
import { findInstrument } from './instruments.ts'
import type { Tick } from './tick.ts'

const listed = (symbol: string) => findInstrument(symbol) ?? expect.fail(`${symbol} is not listed`)
const anyPeriod = fc.constantFrom(...periods)
const START = Date.parse('2022-12-13T00:00:00Z')

const anyTicks = fc
  .array(
    fc.record({
      price: fc.integer({ min: 1, max: 10_000 }),
      volume: fc.integer({ min: 0, max: 1_000 }),
      pause: fc.integer({ min: 0, max: 400_000 }),
    }),
    { minLength: 1, maxLength: 200 },
  )
  .map((drafts) => {
    let atMs = START
    return drafts.map(({ price, volume, pause }, index): Tick => {
      atMs += pause
      const place = { sequence: index + 1, symbol: 'BTC-USDT', source: 'simulated', sourceAtMs: atMs, atMs }
      return { ...place, price, bid: price - 1, ask: price + 1, volume, isHeld: false }
    })
  })

function minutesOf(ticks: readonly Tick[]): Candle[] {
  const minutes = new Map<number, Candle>()
  for (const tick of ticks) {
    const openAtMs = bucketStart('1m', tick.atMs)
    minutes.set(openAtMs, withTick(minutes.get(openAtMs), tick))
  }
  return [...minutes.values()]
}

describe('candles', () => {
  it('are what their ticks say, in every period', () => {
    fc.assert(
      fc.property(anyTicks, anyPeriod, (ticks, period) => {
        for (const candle of rollUp(period, minutesOf(ticks))) {
          const own = ticks.filter(({ atMs }) => bucketStart(period, atMs) === candle.openAtMs)
          const prices = own.map(({ price }) => price)
          expect(candle).toEqual({
            openAtMs: candle.openAtMs,
            open: prices[0],
            high: Math.max(...prices),
            low: Math.min(...prices),
            close: prices.at(-1),
            volume: own.reduce((sum, { volume }) => sum + volume, 0),
            origin: 'simulated',
          })
          expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close))
          expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close))
        }
      }),
    )
  })

  it('roll up by way of a middle period to the same thing', () => {
    fc.assert(
      fc.property(anyTicks, (ticks) => {
        const minutes = minutesOf(ticks)
        expect(rollUp('1d', rollUp('1h', rollUp('5m', minutes)))).toEqual(rollUp('1d', minutes))
        expect(rollUp('1w', rollUp('4h', minutes))).toEqual(rollUp('1w', minutes))
      }),
    )
  })

  it('lose no volume and invent no bucket', () => {
    fc.assert(
      fc.property(anyTicks, anyPeriod, (ticks, period) => {
        const candles = rollUp(period, minutesOf(ticks))
        const total = (list: readonly { volume: number }[]) =>
          list.reduce((sum, { volume }) => sum + volume, 0)
        expect(total(candles)).toBe(total(ticks))
        const times = candles.map(({ openAtMs }) => openAtMs)
        expect(times).toEqual([...new Set(ticks.map(({ atMs }) => bucketStart(period, atMs)))])
      }),
    )
  })

  it('begin where their bucket begins', () => {
    fc.assert(
      fc.property(anyPeriod, fc.integer({ min: 0, max: 2 * START }), (period, atMs) => {
        const start = bucketStart(period, atMs)
        expect(start).toBeLessThanOrEqual(atMs)
        expect(atMs).toBeLessThan(start + periodMs[period])
        expect(bucketStart(period, start)).toBe(start)
      }),
    )
  })

  it('begin a week on Monday', () => {
    expect(new Date(bucketStart('1w', START)).toISOString()).toBe('2022-12-12T00:00:00.000Z')
  })

  it('are only as good as their weakest part', () => {
    const candle = { open: 1, high: 1, low: 1, close: 1, volume: 0 }
    const hour = rollUp('1h', [
      { ...candle, openAtMs: START, origin: 'generated' },
      { ...candle, openAtMs: START + 60_000, origin: 'live' },
    ])
    expect(hour.map(({ origin }) => origin)).toEqual(['generated'])
  })
})

describe('a gap between candles', () => {
  const at = (time: string): Candle => ({
    ...{ open: 1, high: 1, low: 1, close: 1, volume: 0, origin: 'live' },
    openAtMs: Date.parse(time),
  })

  it.each([
    ['BTC-USDT', '1m', '2022-12-13T10:00:00Z', '2022-12-13T10:01:00Z', false, 'neighbours'],
    ['BTC-USDT', '1m', '2022-12-13T10:00:00Z', '2022-12-13T10:02:00Z', true, 'a minute without ticks'],
    ['AAPL', '1m', '2022-12-13T20:59:00Z', '2022-12-14T14:30:00Z', false, 'a night'],
    ['AAPL', '1h', '2022-12-16T20:00:00Z', '2022-12-19T14:00:00Z', false, 'a weekend'],
    ['AAPL', '1m', '2022-12-13T15:00:00Z', '2022-12-14T14:30:00Z', true, 'an outage until the next day'],
  ] as const)('%s %s from %s to %s: %s, %s', (symbol, period, earlier, later, expected, _reason) => {
    expect(isGap(listed(symbol), period, at(earlier), at(later))).toBe(expected)
  })
})
