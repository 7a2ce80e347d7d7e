import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tick } from '#domain/market/tick.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { tapeKeyFrom } from './key.ts'
import { replaceByPack } from './packing.ts'
import { oldestSegments, ticksAfter } from './store.ts'
import { openTape } from './tape.ts'
import { createTickReader } from './ticks.ts'

/** Ticks that are looked up here and there: the same as those of the whole tape, of which only a part is kept. */

const SYMBOLS = ['BTC-USDT', 'ETH-USDT', 'XAU-USD']
const MAX_KEPT = 2

let database: Database
let db: Db
let all: Tick[]
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  const clock = virtualClock(1_670_889_600_000)
  const tape = await openTape({
    db,
    key: tapeKeyFrom(new Uint8Array(32).fill(3)),
    clock,
    log() {},
    publish() {},
  })
  for (let n = 0; n < 2_600; n++) {
    // Gold is rare, and BTC has none at the end.
    const symbol = n % 700 === 0 ? SYMBOLS[2]! : n > 2_500 ? SYMBOLS[1]! : SYMBOLS[n % 2]!
    const prices = { price: 10_000 + n, bid: 9_999 + n, ask: 10_001 + n, volume: 0 }
    tape.append({ symbol, ...prices, source: 'simulated', sourceAtMs: clock.nowMs() }, n % 11 === 0)
    clock.advance(100)
    if (n % 20 === 0) await tape.flush()
  }
  await tape.flush()
  all = []
  for await (const page of ticksAfter(db, 0)) all.push(...page)
})
afterAll(() => database.close())

/** Asks for every 37th tick from the end, and for what follows it of each instrument. */
async function expectSame(): Promise<void> {
  const reader = await createTickReader(db, MAX_KEPT)
  for (let sequence = all.length; sequence > 0; sequence -= 37) {
    expect(await reader.at(sequence)).toEqual(all[sequence - 1])
    for (const symbol of SYMBOLS) {
      const after = all.find((tick) => tick.sequence > sequence && tick.symbol === symbol && !tick.isHeld)
      expect(await reader.after(sequence, symbol)).toEqual(after)
    }
    expect(reader.kept()).toBeLessThanOrEqual(MAX_KEPT)
  }
  expect(await reader.at(0)).toBeUndefined()
  expect(await reader.at(all.length + 1)).toBeUndefined()
}

test('are those of the tape, and at most so many of its blocks are kept', async () => {
  expect(all).toHaveLength(2_600)
  await expectSame()
})

test('are the same where the older tape is packed', async () => {
  await replaceByPack(db, await oldestSegments(db, 60))
  await expectSame()
})

test('are none of an empty tape', async () => {
  const empty = await openTestDatabase()
  try {
    const reader = await createTickReader(empty.db)
    expect([await reader.at(1), await reader.after(0, 'BTC-USDT')]).toEqual([undefined, undefined])
  } finally {
    await empty.close()
  }
})
