import { expect, test } from 'vitest'
import { divided, isMore, minus, negative, sum, times } from './decimals.ts'

test('decimals are exact', () => {
  expect(times('0.1', '0.2')).toBe('0.02')
  expect(times('-0.5', '3.20')).toBe('-1.600')
  expect(sum(['0.1', '0.2', '-1'])).toBe('-0.7')
  expect(sum([])).toBe('0')
  expect(minus('1.5', '2')).toBe('-0.5')
  expect(minus('1.5', '-2')).toBe('3.5')
  expect(negative('-2.0')).toBe('2.0')
  expect(divided('1', '3', 4)).toBe('0.3333')
  expect(divided('10.00', '0.25', 2)).toBe('40.00')
  expect(isMore('0.00')).toBe(false)
  expect(isMore('0.01')).toBe(true)
})
