import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { runApart } from './start-apart.ts'

/** An engine beside a product, whose starts fail so often. */
function failing(times: number) {
  const errors: unknown[] = []
  const starts: number[] = []
  const fed = { running: 0 }
  let isReady = false
  const apart = runApart({
    engine: {
      async start() {
        starts.push(Date.now())
        if (starts.length <= times) throw new Error('cannot be right')
        isReady = true
      },
      async stop() {
        isReady = false
      },
      isReady: () => isReady,
    },
    createFeeder: () => ({
      start: () => void fed.running++,
      stop: () => void fed.running--,
      settled: async () => undefined,
    }),
    onError: (error) => errors.push(error),
  })
  return { apart, errors, starts, fed }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

test('what did not start is tried again after growing pauses, and fed once it has', async () => {
  const { apart, errors, starts, fed } = failing(3)
  await apart.start()
  expect([apart.isReady(), fed.running]).toEqual([false, 0])
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(starts).toEqual([0, 5, 15, 35].map((seconds) => seconds * SECOND_MS))
  expect(errors).toHaveLength(3)
  expect([apart.isReady(), fed.running]).toEqual([true, 1])
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(starts).toHaveLength(4)
})

test('it is tried at least every ten minutes', async () => {
  const { apart, starts } = failing(1_000)
  await apart.start()
  await vi.advanceTimersByTimeAsync(120 * MINUTE_MS)
  expect(starts.at(-1)! - starts.at(-2)!).toBe(10 * MINUTE_MS)
  await apart.stop()
})

test('what is stopped is not tried again', async () => {
  const { apart, starts } = failing(1_000)
  await apart.start()
  await apart.stop()
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(starts).toHaveLength(1)
})
