import { expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { clock, database, folder, marketsOnTuesday, pass } from '#server/testing/markets.ts'
import { createMarkets, type Markets } from './service.ts'

/**
 * Whether a price is young is counted by the clock that recorded it, also in a process whose own clock is another; a price that
 * comes late is as old there as anywhere.
 */

marketsOnTuesday()

const SYMBOL = 'BTC-USDT'
/** Longer than a price of it is fresh. */
const LATE_MS = 3 * SECOND_MS

/** A process that follows the tape by a clock that differs from the writer's. */
function follow(differenceMs = 0): Promise<Markets> {
  const began = clock.nowMs()
  return createMarkets({
    ...{ db: database.db, follows: true },
    clock: { isVirtual: true, nowMs: () => clock.nowMs() + differenceMs },
    steadyMs: () => clock.nowMs() - began,
    settings: { feed: { kind: 'simulated' }, dataDir: folder() },
    log: { info() {}, error() {} },
  })
}

/** Reads what was written in a second, so long after it was. */
async function readSecond(follower: Markets, lateMs = 0): Promise<void> {
  await pass(SECOND_MS)
  clock.advance(lateMs)
  await follower.tape.flush()
}

/** Both as the rules and as customers are told it. */
const isFresh = (follower: Markets) => {
  const fresh = follower.isFresh(SYMBOL)
  expect(follower.quote(SYMBOL)).toMatchObject({ isStale: !fresh })
  return fresh
}

test.each([
  ['ahead of', 8 * SECOND_MS],
  ['behind', -8 * SECOND_MS],
])('a clock %s the writer’s changes nothing about which price is fresh', async (_, differenceMs) => {
  await pass(3_000)
  const follower = await follow(differenceMs)
  await readSecond(follower)
  expect(isFresh(follower)).toBe(true)
  // Nothing more comes.
  clock.advance(LATE_MS)
  expect(isFresh(follower)).toBe(false)
  await follower.stop()
})

test('prices that come late for minutes are old all that time', async () => {
  await pass(3_000)
  const follower = await follow()
  await readSecond(follower)
  expect(isFresh(follower)).toBe(true)
  for (let lateMs = 0; lateMs < 3 * MINUTE_MS; lateMs += SECOND_MS + LATE_MS) {
    await readSecond(follower, LATE_MS)
    expect(isFresh(follower)).toBe(false)
  }
  await readSecond(follower)
  expect(isFresh(follower)).toBe(true)
  await follower.stop()
})

test('prices that come later from the start than two clocks may differ are old', async () => {
  await pass(3_000)
  const follower = await follow()
  await readSecond(follower, 15 * SECOND_MS)
  expect(isFresh(follower)).toBe(false)
  await follower.stop()
})

test('sockets are told that a price is old by the clock that recorded it', async () => {
  await pass(3_000)
  const follower = await follow(8 * SECOND_MS)
  const told: boolean[] = []
  follower.events.subscribe('quotes', (quotes) => {
    told.push(...quotes.filter(({ symbol }) => symbol === SYMBOL).map(({ isStale }) => isStale))
  })
  const tellStates = follower.jobs.find(({ name }) => name.startsWith('markets: tell'))!
  await readSecond(follower)
  await tellStates.run()
  expect(told).not.toContain(true)
  clock.advance(LATE_MS)
  await tellStates.run()
  expect(told.at(-1)).toBe(true)
  await follower.stop()
})
