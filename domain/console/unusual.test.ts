import { expect, test } from 'vitest'
import { unusual } from './unusual.ts'

const usual = { most: 50n, percent: '0.50' }

test.each([
  ['as it is', 10n, 10n, undefined],
  ['a little more', 99n, 10n, 'above-usual'],
  ['ten times as much', 100n, 10n, 'far-above'],
  ['a tenth', 1n, 10n, 'far-below'],
  ['a little less than a tenth of much', 4n, 41n, 'far-below'],
  ['half', 5n, 10n, undefined],
  ['nothing, which is no slip of the comma', 0n, 10n, undefined],
  ['something where there was nothing', 50n, 0n, undefined],
  ['above what is usual where there was nothing', 51n, 0n, 'above-usual'],
  ['new, and usual', 50n, undefined, undefined],
  ['new, and above', 51n, undefined, 'above-usual'],
  ['above what is usual, but as it is', 60n, 60n, undefined],
])('%s', (_, value, present, kind) => {
  expect(unusual(value, { present, usual })?.kind).toBe(kind)
})
