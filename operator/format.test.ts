import { expect, test } from 'vitest'
import { age, dateTimeUtc, momentUtc, seconds, shortHash } from './format.ts'

test.each([
  [0, '< 1 min'],
  [59_999, '< 1 min'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h 00'],
  [3_840_000, '1 h 04'],
  [86_399_999, '23 h 59'],
  [86_400_000, '1 d 0 h'],
  [187_200_000, '2 d 4 h'],
])('%i ms of waiting reads %s', (ms, text) => {
  expect(age(ms)).toBe(text)
})

test('times are in UTC, ticks in seconds, long hashes short', () => {
  expect(dateTimeUtc(Date.UTC(2024, 1, 29, 23, 59, 59))).toBe('2024-02-29 23:59:59')
  expect(momentUtc(Date.UTC(2024, 1, 29, 23, 59, 59))).toBe('2024-02-29 23:59 UTC')
  expect(seconds(1_300)).toBe('1.3 s')
  expect(shortHash('Matches the bank statement of 9 December')).toContain('bank statement')
  expect(shortHash(`${'0'.repeat(58)}a1b2c3`)).toBe('000000 … a1b2c3')
})
