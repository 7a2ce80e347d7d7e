import { expect, test } from 'vitest'
import { countdownText } from './countdown-text.ts'

test.each([
  [0, '00:00'],
  [1, '00:01'],
  [1_000, '00:01'],
  [754_000, '12:34'],
  [3_599_001, '01:00:00'],
  [3_723_000, '01:02:03'],
])('%i ms are left as %s', (leftMs, text) => {
  expect(countdownText(leftMs)).toBe(text)
})
