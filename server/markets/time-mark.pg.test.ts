import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tick } from '#domain/market/tick.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import type { RawTick, TickSink } from './feeds/feed.ts'
import { createMarkets, type Markets, type WrittenSegment } from './service.ts'
import { ticksAfter } from './tape/store.ts'

/** What the tape says while no feed says anything. */

const START = Date.parse('2022-12-13T15:00:00Z')
const clock = virtualClock(START)
let database: Database
let dataDir: string
let markets: Markets
let emit: TickSink
/** Ticks that the feed has yet to bring, with their time. */
let dueTicks: RawTick[] = []
const written: WrittenSegment[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'plumb-marks-'))
  markets = await createMarkets({
    db: database.db,
    clock,
    settings: { feed: { kind: 'simulated' }, dataDir },
    feed: {
      start: (sink) => {
        emit = sink
      },
      stop() {},
      step() {
        for (const tick of dueTicks.splice(0)) emit(tick)
      },
    },
    log: { info() {}, error: (details, line) => expect.fail(`${line}: ${JSON.stringify(details)}`) },
  })
  markets.onWritten((segment) => written.push(segment))
  markets.start()
})
afterAll(async () => {
  await markets.stop()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const tickAt = (sourceAtMs: number): RawTick => ({
  ...{ symbol: 'BTC-USDT', price: 1_777_800, bid: 1_777_800, ask: 1_777_800, volume: 1, source: 'simulated' },
  sourceAtMs,
})

test('the time is marked on it, held, and after the ticks that were due until then', async () => {
  const heard: Tick[] = []
  markets.onTick('*', (tick) => heard.push(tick))
  emit(tickAt(START))
  await markets.tape.flush()
  clock.advance(60_000)
  dueTicks = [tickAt(START + 30_000)]
  await expect.poll(() => written.length, TIMEOUT).toBeGreaterThanOrEqual(2)
  clock.advance(60_000)
  await expect.poll(() => written.at(-1)?.ticks[0]?.symbol, TIMEOUT).toBe('TIME')

  const tape: Tick[] = []
  for await (const page of ticksAfter(database.db, 0)) tape.push(...page)
  expect(tape.map(({ symbol, atMs, isHeld }) => [symbol, atMs - START, isHeld])).toEqual([
    ['BTC-USDT', 0, false],
    ['BTC-USDT', 30_000, false],
    ['TIME', 120_000, true],
  ])
  // No price, no candle and no listener knows it.
  expect(heard.map(({ symbol }) => symbol)).toEqual(['BTC-USDT', 'BTC-USDT'])
  // Everything that is written is told, in order and without a gap.
  expect(written.flatMap(({ ticks }) => ticks)).toEqual(tape)
  expect(written.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  expect(written.every(({ ticks, atMs }) => ticks.every((tick) => tick.atMs <= atMs))).toBe(true)
})
