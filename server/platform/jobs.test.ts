import pino from 'pino'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { startJobs } from './jobs.ts'

test('a job is late once it did not end for three of its intervals and a minute', async () => {
  let nowMs = 0
  const release: (() => void)[] = []
  const hourly = { name: 'hourly', everyMs: HOUR_MS, run: async () => {} }
  const stuck = {
    name: 'stuck',
    everyMs: MINUTE_MS,
    run: () => new Promise<void>((resolve) => release.push(resolve)),
  }
  const jobs = startJobs([hourly, stuck], pino({ level: 'silent' }), {
    onTimer: false,
    ticking: () => nowMs,
  })
  const late = () => jobs.health().filter(({ isLate }) => isLate).length
  const running = jobs.runAll()
  await expect.poll(() => release.length).toBe(1)
  nowMs = 4 * MINUTE_MS
  expect(late()).toBe(0)
  nowMs++
  expect(late()).toBe(1)

  // What ends late was late, and is so no more.
  release[0]!()
  await running
  expect(late()).toBe(0)
  nowMs = 3 * HOUR_MS + MINUTE_MS + 1
  expect(late()).toBe(2)
  await jobs.stop()
})
