import { expect, test } from 'vitest'
import { isSolved, solveWork } from './work.ts'

test('a solution is one of its challenge and of no other', () => {
  const solution = solveWork('one')
  expect(isSolved('one', solution)).toBe(true)
  expect(isSolved('other', solution)).toBe(false)
})

test('each number counts in its own place', () => {
  const numbers = solveWork('one').split('-')
  expect(numbers).toHaveLength(8)
  expect(isSolved('one', numbers.toReversed().join('-'))).toBe(false)
  expect(isSolved('one', numbers.slice(1).join('-'))).toBe(false)
  expect(isSolved('one', [...numbers, numbers[0]].join('-'))).toBe(false)
  for (const place of numbers.keys())
    expect(isSolved('one', numbers.with(place, String(Number(numbers[place]) - 1)).join('-'))).toBe(false)
})

test('what is no solution at all is none', () => {
  for (const text of ['', '-', '1', 'a-b-c-d-e-f-g-h', '-1-1-1-1-1-1-1-1', '9'.repeat(90)])
    expect(isSolved('one', text), text).toBe(false)
  const [first, ...others] = solveWork('one').split('-')
  // A number that is the same in its last 32 bits.
  expect(isSolved('one', [String(Number(first) + 2 ** 32), ...others].join('-'))).toBe(false)
})
