import { expect, test } from 'vitest'
import { createWeightCounter } from './weights.ts'

test('a caller may do so much in a window, each for themselves, and again in the next one', () => {
  const counter = createWeightCounter({ limit: 10, windowMs: 1_000 })
  expect(counter.take('a', 6, 5_100)).toEqual({ used: 6, waitMs: undefined })
  expect(counter.take('a', 4, 5_200)).toEqual({ used: 10, waitMs: undefined })
  expect(counter.take('a', 1, 5_300)).toEqual({ used: 11, waitMs: 700 })
  expect(counter.take('b', 1, 5_300)).toEqual({ used: 1, waitMs: undefined })
  expect(counter.take('a', 1, 6_000)).toEqual({ used: 1, waitMs: undefined })
})
