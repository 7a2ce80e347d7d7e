import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGather } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('hundreds of changes in a moment are asked for twice, the last of them too', () => {
  const gather = createGather(500)
  const asked: number[] = []
  for (let change = 1; change <= 300; change++) gather.soon(() => asked.push(change))
  expect(asked).toEqual([1])
  vi.advanceTimersByTime(500)
  expect(asked).toEqual([1, 300])
  // Nothing came since; what comes after a pause is asked for at once.
  vi.advanceTimersByTime(5_000)
  expect(asked).toEqual([1, 300])
  gather.soon(() => asked.push(301))
  expect(asked).toEqual([1, 300, 301])
})

test('what goes on and on is asked for once in each time', () => {
  const gather = createGather(500)
  let asked = 0
  for (let passedMs = 0; passedMs < 10_000; passedMs += 10) {
    gather.soon(() => asked++)
    vi.advanceTimersByTime(10)
  }
  // At once, and at the end of each half second.
  expect(asked).toBe(1 + 20)
})

test('nothing is asked for by a page that was left', () => {
  const gather = createGather(500)
  let asked = 0
  gather.soon(() => asked++)
  gather.soon(() => asked++)
  gather.stop()
  vi.advanceTimersByTime(5_000)
  expect(asked).toBe(1)
})
