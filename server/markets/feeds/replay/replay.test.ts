// long-running
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { virtualClock } from '#server/platform/clock.ts'
import { howMany } from '#server/testing/length.ts'
import type { RawTick } from '../feed.ts'
import { isRecordedDataHere, recordedDataFolder } from '../recorded-data.ts'
import { createTickFilter } from '../tick-filter.ts'
import type { RecordedBar } from './csv.ts'
import { replayFeed } from './feed.ts'
import { barTrack, endless, quoteTrack } from './track.ts'

const TUESDAY = Date.parse('2022-12-13T15:00:00Z')

const anyBar = fc
  .record({
    low: fc.integer({ min: 100, max: 200 }),
    reach: fc.integer({ min: 0, max: 50 }),
    open: fc.nat(100),
    close: fc.nat(100),
  })
  .map(({ low, reach, open, close }): RecordedBar => {
    const within = (part: number) => low + (reach * part) / 100
    return {
      atMs: 0,
      open: within(open),
      high: low + reach,
      low,
      close: within(close),
      volume: 60,
      spread: undefined,
    }
  })

describe('a recorded bar, played', () => {
  it('begins at its open, touches both extremes, leaves them never, and ends at its close', () => {
    fc.assert(
      fc.property(anyBar, (bar) => {
        const track = barTrack([bar], 1)
        const prices = [0, 20_000, 40_000].map((offset) => track.at(offset).price)
        expect(prices[0]).toBe(bar.open)
        expect(prices.slice(1).sort((a, b) => a - b)).toEqual([bar.low, bar.high])
        expect(track.at(59_999.999).price).toBeCloseTo(bar.close, 2)
        for (let offset = 0; offset < 60_000; offset += 777) {
          const { price } = track.at(offset)
          expect(price >= bar.low - 1e-9 && price <= bar.high + 1e-9).toBe(true)
        }
      }),
    )
  })

  it('never ends and never jumps where its end meets its beginning', () => {
    const bars = [100, 110, 130].map((open): RecordedBar => {
      const close = open === 100 ? 110 : open === 110 ? 130 : 140
      return { atMs: 0, open, high: close, low: open, close, volume: 0, spread: 1 }
    })
    const at = endless(barTrack(bars, 1))
    for (let time = 0; time < 20 * 60_000; time += 1_000) {
      expect(Math.abs(at(time + 1_000).price - at(time).price)).toBeLessThan(3)
    }
  })
})

describe('recorded quotes, played', () => {
  it('say the last one said, with long silences shortened', () => {
    const track = quoteTrack([
      { atMs: 1_000, bid: 1, ask: 2 },
      { atMs: 2_000, bid: 3, ask: 4 },
      { atMs: 900_000, bid: 5, ask: 6 },
    ])
    expect([0, 999, 1_000, 5_999, 6_000].map((offset) => track.at(offset).bid)).toEqual([1, 1, 3, 3, 5])
    expect(track.lengthMs).toBe(6_001)
  })
})

describe.skipIf(!isRecordedDataHere)('the replay of the recorded data', () => {
  const run = async (minutes: number) => {
    const clock = virtualClock(TUESDAY)
    const ticks: RawTick[] = []
    const feed = replayFeed({ folder: recordedDataFolder, instruments, clock, log: () => {} })
    feed.start((tick) => ticks.push(tick))
    for (let second = 0; second < minutes * 60; second++) {
      clock.advance(1_000)
      feed.step?.(clock.nowMs())
      // Recorded answers to REST calls are promises, as real ones are.
      await new Promise((resolve) => setImmediate(resolve))
    }
    feed.stop()
    return ticks
  }

  /** Some minutes that several tests look at. */
  let ticks: readonly RawTick[]
  beforeAll(async () => {
    ticks = await run(howMany(20, 5))
  })

  it('plays all five classes, labelled recorded, the same each time', async () => {
    expect(new Set(ticks.map(({ symbol }) => findInstrument(symbol)?.class))).toEqual(
      new Set(['crypto', 'forex', 'stock', 'future', 'etf']),
    )
    expect(new Set(ticks.map(({ source }) => source))).toEqual(new Set(['recorded']))
    const again = await run(2)
    expect(again.length).toBeGreaterThan(100)
    expect(again).toEqual(ticks.slice(0, again.length))
  })

  it('knows its own past: the very minutes that playing them would have made', async () => {
    const clock = virtualClock(TUESDAY)
    const feed = replayFeed({ folder: recordedDataFolder, instruments, clock, log: () => {} })
    const minutes = feed.minutesBetween?.('BTC-USDT', TUESDAY, TUESDAY + 5 * 60_000) ?? []
    expect(minutes.map(({ openAtMs }) => openAtMs)).toEqual(
      [0, 1, 2, 3, 4].map((index) => TUESDAY + index * 60_000),
    )
    for (const { symbol, price, sourceAtMs } of ticks) {
      if (symbol !== 'BTC-USDT') continue
      const minute = minutes.find(({ openAtMs }) => sourceAtMs >= openAtMs && sourceAtMs < openAtMs + 60_000)
      if (minute) expect(price >= minute.low && price <= minute.high).toBe(true)
    }
  })

  it('says prices of the recorded level, which its own guard lets pass', async () => {
    const filter = createTickFilter()
    const held = ticks.filter((tick) => !('use' in filter.classify(tick, tick.sourceAtMs)))
    expect(held.length).toBeLessThan(ticks.length / 100)
    const of = (symbol: string) => ticks.filter((tick) => tick.symbol === symbol).map(({ price }) => price)
    // 13 December 2022 on Bybit; May 2014 at OANDA.
    for (const price of of('BTC-USDT')) expect(price / 100).toBeGreaterThan(16_000)
    for (const price of of('BTC-USDT')) expect(price / 100).toBeLessThan(19_000)
    for (const price of of('EUR-USD')) expect(Math.abs(price / 100_000 - 1.39)).toBeLessThan(0.02)
  })
})

describe.skipIf(!isRecordedDataHere)('the recorded sessions of venues, in the replay', () => {
  it('run through the live adapters, again and again', async () => {
    const clock = virtualClock(TUESDAY)
    const symbols = new Map<string, number[]>()
    const feed = replayFeed({ folder: recordedDataFolder, instruments, clock, log: () => {} })
    feed.start(({ symbol, sourceAtMs }) => symbols.set(symbol, [...(symbols.get(symbol) ?? []), sourceAtMs]))
    for (let tenth = 0; tenth < 1_200; tenth++) {
      clock.advance(100)
      feed.step?.(clock.nowMs())
      await new Promise((resolve) => setImmediate(resolve))
    }
    feed.stop()
    for (const symbol of ['NKN-USDT', 'COMP-USDT', 'CRV-USDT', 'ZRX-USDT', 'XMR-USD']) {
      const times = symbols.get(symbol) ?? []
      expect(times.length, symbol).toBeGreaterThan(5)
      // Each session lasts less than a minute: the second half of two minutes is a later round.
      expect(
        times.some((atMs) => atMs > TUESDAY + 60_000),
        symbol,
      ).toBe(true)
    }
  })
})

describe('a folder without recordings', () => {
  it('is refused in one sentence', () => {
    const clock = virtualClock(TUESDAY)
    expect(() => replayFeed({ folder: '/nonexistent', instruments, clock, log: () => {} })).toThrow(
      'there are no recorded prices of any listed instrument in /nonexistent',
    )
  })
})
