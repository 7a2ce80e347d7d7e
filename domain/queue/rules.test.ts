import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../time.ts'
import { beyondLevelMs, levelMsOf, levelState, queueNames, queueOf } from './rules.ts'

describe('a service level of four hours', () => {
  const levelMs = 4 * HOUR_MS
  test.each([
    [0, 'within', 0],
    [3 * HOUR_MS - 1, 'within', 0],
    [3 * HOUR_MS, 'due-soon', 0],
    [4 * HOUR_MS, 'due-soon', 0],
    [4 * HOUR_MS + 1, 'late', 1],
    [30 * HOUR_MS, 'late', 26 * HOUR_MS],
  ] as const)('after %d ms of waiting is %s, by %d ms', (waitedMs, state, beyondMs) => {
    expect(levelState(waitedMs, levelMs)).toBe(state)
    expect(beyondLevelMs(waitedMs, levelMs)).toBe(beyondMs)
  })
})

test('a case is late exactly where it has waited beyond its level', () => {
  for (const waitedMs of [0, 1, HOUR_MS - 1, HOUR_MS, HOUR_MS + 1, 9 * HOUR_MS])
    expect(levelState(waitedMs, HOUR_MS) === 'late').toBe(beyondLevelMs(waitedMs, HOUR_MS) > 0)
})

test('requests wait in the queue of their product, and every product’s proposals in one', () => {
  expect(queueOf({ product: 'loan', kind: 'request' })).toBe('loan')
  expect(queueOf({ product: 'loan', kind: 'proposal' })).toBe('proposal')
  expect(queueOf({ product: 'earn', kind: 'proposal' })).toBe('proposal')
})

test('a queue that nobody gave a level is a mistake, and none that waits for ever unseen', () => {
  const levels = new Map(queueNames.map((name) => [name, 2]))
  expect(levelMsOf(levels, 'withdrawal')).toBe(2 * HOUR_MS)
  expect(() => levelMsOf(levels, 'parcels')).toThrow('the queue parcels has a service level')
})
