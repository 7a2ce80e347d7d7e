import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { runApart } from './start-apart.ts'

/** An engine beside a product, whose starts fail so often. */
function failing(times: number) {
  const errors: unknown[] = []
  const starts: number[] = []
  const fed = { running: 0 }
  let [isReady, isOver] = [false, false]
  const apart = runApart({
    engine: {
      async start() {
        starts.push(Date.now())
        if (starts.length <= times) throw new Error('cannot be right')
        isReady = true
      },
      async stop() {
        isReady = false
        isOver = false
      },
      isReady: () => isReady,
      isOver: () => isOver,
    },
    createFeeder: () => ({
      start: () => void fed.running++,
      stop: () => void fed.running--,
      settled: async () => undefined,
    }),
    onError: (error) => errors.push(error),
  })
  /** As an engine that reads its state again and finds it unsound. */
  const fail = () => {
    isReady = false
    isOver = true
  }
  return { apart, errors, starts, fed, fail }
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

test('what fails later than its start is started again after growing pauses, and fed once', async () => {
  const { apart, errors, starts, fed, fail } = failing(0)
  await apart.start()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([starts.length, apart.isReady(), fed.running]).toEqual([1, true, 1])
  const pauses: number[] = []
  for (let time = 0; time < 3; time++) {
    const failedAtMs = Date.now()
    fail()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect([apart.isReady(), fed.running]).toEqual([true, 1])
    pauses.push(starts.at(-1)! - failedAtMs)
  }
  // It is seen within five seconds; the pauses after that are 5, 10 and 20 s.
  expect(pauses).toEqual([10, 15, 25].map((seconds) => seconds * SECOND_MS))
  expect(errors).toHaveLength(3)
  // What ran for ten minutes has the first pause again.
  await vi.advanceTimersByTimeAsync(11 * MINUTE_MS)
  const failedAtMs = Date.now()
  fail()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(starts.at(-1)! - failedAtMs).toBe(10 * SECOND_MS)
  await apart.stop()
})

test('what is stopped after it failed is not started again', async () => {
  const { apart, starts, fed, fail } = failing(0)
  await apart.start()
  fail()
  await vi.advanceTimersByTimeAsync(6 * SECOND_MS)
  await apart.stop()
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect([starts.length, fed.running]).toEqual([1, 0])
})

test('what is stopped is not tried again', async () => {
  const { apart, starts } = failing(1_000)
  await apart.start()
  await apart.stop()
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(starts).toHaveLength(1)
})
