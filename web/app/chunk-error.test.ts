import { expect, test } from 'vitest'
import { chunkErrorOf } from './chunk-error.ts'

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
