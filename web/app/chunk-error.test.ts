import { afterEach, expect, test, vi } from 'vitest'
import { chunkErrorOf, loadChunk, PAGE_TIME_OUT_MS } from './chunk-error.ts'

afterEach(() => vi.useRealTimers())

test.each([
  [
    'Failed to fetch dynamically imported module: https://plumb.test/assets/a-1.js',
    'missing',
    'https://plumb.test/assets/a-1.js',
  ],
  [
    'error loading dynamically imported module: https://plumb.test/assets/a-1.js',
    'unknown',
    'https://plumb.test/assets/a-1.js',
  ],
  ['Importing a module script failed.', 'unknown', undefined],
  ['Timed out loading #/pages/loan/loan', 'timed_out', '/pages/loan/loan'],
])('%s', (message, kind, url) => expect(chunkErrorOf(new Error(message))).toEqual({ kind, url }))

test('an error of our own code is no failed load', () =>
  expect(chunkErrorOf(new TypeError('x is not a function'))).toBeUndefined())

test.each([
  ['a page', 60_000, [PAGE_TIME_OUT_MS]],
  ['another part', 120_000, []],
] as const)('%s is given up after %d ms', async (_, timeOutMs, given) => {
  vi.useFakeTimers()
  let error: unknown
  loadChunk(() => new Promise(() => {}), '#/x', ...given).catch((thrown) => {
    error = thrown
  })
  await vi.advanceTimersByTimeAsync(timeOutMs - 1)
  expect(error).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(chunkErrorOf(error)).toMatchObject({ kind: 'timed_out' })
})
