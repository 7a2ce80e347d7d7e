import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { virtualClock } from '#server/platform/clock.ts'
import { clock, database, folder, marketsOnTuesday, pass } from '#server/testing/markets.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { createMarkets, type Markets } from './service.ts'

/** Whether a price is young is counted by the clock that recorded it, also in a process whose own clock is another. */

marketsOnTuesday()

/** A process that follows the tape by a clock that differs from the writer's. */
const follow = (differenceMs: number): Promise<Markets> =>
  createMarkets({
    ...{ db: database.db, clock: virtualClock(clock.nowMs() + differenceMs), follows: true },
    settings: { feed: { kind: 'simulated' }, dataDir: folder() },
    log: { info() {}, error() {} },
  })

/** Whether a price that was just written is fresh to who has just read it. */
async function isFreshOnceRead(follower: Markets): Promise<boolean> {
  await pass(1_000)
  await follower.tape.flush()
  return follower.isFresh('BTC-USDT')
}

test.each([
  ['ahead of', HOUR_MS],
  ['behind', -HOUR_MS],
])('a clock %s the writer’s changes nothing about which price is fresh', async (_, differenceMs) => {
  await pass(3_000)
  const follower = await follow(differenceMs)
  await expect.poll(() => isFreshOnceRead(follower), TIMEOUT).toBe(true)
  // Nothing more comes, and no clock but that of the machine moves.
  await expect.poll(() => follower.isFresh('BTC-USDT'), TIMEOUT).toBe(false)
  await follower.stop()
})
