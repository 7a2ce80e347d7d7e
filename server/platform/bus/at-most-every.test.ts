import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atMostEvery } from './at-most-every.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('says the first at once, and how many came since once a second', () => {
  const said: [number, string][] = []
  const tell = atMostEvery<string>(1_000, (count, last) => said.push([count, last]))
  tell('first')
  expect(said).toEqual([[1, 'first']])
  for (let n = 2; n <= 500; n++) tell(`number ${n}`)
  vi.advanceTimersByTime(999)
  expect(said).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(said.slice(1)).toEqual([[499, 'number 500']])
  tell('soon after')
  expect(said).toHaveLength(2)
  vi.advanceTimersByTime(1_000)
  expect(said.slice(2)).toEqual([[1, 'soon after']])
})

test('says what comes after a pause at once, and nothing while nothing comes', () => {
  const said: number[] = []
  const tell = atMostEvery<string>(1_000, (count) => said.push(count))
  tell('first')
  vi.advanceTimersByTime(10_000)
  expect(said).toEqual([1])
  tell('second')
  expect(said).toEqual([1, 1])
})
