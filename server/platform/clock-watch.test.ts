import pino from 'pino'
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import type { Clock } from './clock.ts'
import { differenceInWords, differenceMs } from './clock-watch.ts'
import { startJobs } from './jobs.ts'

/** A clock that goes on by a second whenever it is asked. */
function ticking(): Clock {
  let nowMs = 0
  return { nowMs: () => (nowMs += 1_000) }
}

test.each([
  [8_000, 6_000],
  [2_000, 0],
  [7_000, 0],
  [-4_000, 0],
  [-4_001, -5_001],
  [-40 * DAY_MS, -40 * DAY_MS - 1_000],
])('a clock that says %d between second 1 and second 2 is %d ms ahead, for certain', async (says, ahead) => {
  expect(await differenceMs(ticking(), async () => says)).toBe(ahead)
})

test('a difference is told from the point of view of this machine', () => {
  expect(differenceInWords(40 * DAY_MS)).toBe("the time of this machine is 40 days behind the database's")
  expect(differenceInWords(-40 * DAY_MS)).toBe("the time of this machine is 40 days ahead of the database's")
  expect(differenceInWords(0)).toBeUndefined()
})

test('jobs wait while they may not run', async () => {
  let runs = 0
  let mayRun = false
  const job = {
    name: 'counts',
    everyMs: 1,
    async run() {
      runs++
    },
  }
  const jobs = startJobs([job], pino({ level: 'silent' }), { onTimer: false, mayRun: () => mayRun })
  await jobs.runAll()
  expect(runs).toBe(0)
  mayRun = true
  await jobs.runAll()
  expect(runs).toBe(1)
  await jobs.stop()
})
