import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tick } from '#domain/market/tick.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { verifiedTicks } from '#server/testing/tape.ts'
import { tapeKeyFrom } from './key.ts'
import { newestSegments } from './store.ts'
import { openTape } from './tape.ts'

const key = tapeKeyFrom(new Uint8Array(32).fill(3))
const START_MS = 1_670_889_600_000

let database: Database
let clock: VirtualClock
beforeAll(async () => {
  database = await openTestDatabase()
  clock = virtualClock(START_MS)
})
afterAll(() => database.close())

/** What reaches whoever uses prices: the moments of the ticks, from the beginning of the test. */
async function write(source: string, offsets: readonly number[]): Promise<number[]> {
  const published: Tick[] = []
  const publish = (ticks: readonly Tick[]) => published.push(...ticks)
  const tape = await openTape({ db: database.db, key, clock, log: () => {}, publish })
  for (const offset of offsets) {
    const prices = { price: 100, bid: 99, ask: 101, volume: 1 }
    tape.append({ symbol: 'BTC-USDT', ...prices, source, sourceAtMs: START_MS + offset }, false)
  }
  await tape.flush()
  return published.map(({ atMs }) => atMs - START_MS)
}

test('T88: time never runs backwards on the tape, in whatever order the ticks of a segment came', async () => {
  expect(await write('simulated', [0, 50, 20, 70, 10])).toEqual([0, 50, 50, 70, 70])
  expect(verifiedTicks((await newestSegments(database.db, 5)).reverse(), key.publicKey)).toHaveLength(5)
})

test('nor after a restart with a clock that was set back', async () => {
  clock.advance(100)
  await write('simulated', [90])
  const [last = expect.fail()] = await newestSegments(database.db, 1)
  const lastMs = last.checkpoint.atMs - START_MS
  clock = virtualClock(START_MS - 5_000)
  expect(await write('binance', [-5_000, -4_999])).toEqual([lastMs, lastMs])
  expect(verifiedTicks((await newestSegments(database.db, 5)).reverse(), key.publicKey)).toHaveLength(8)
})
