import { expect, test } from 'vitest'
import { formatAmountWithCurrency } from './format-amount.ts'

test('an amount in a sentence has its thousands separated, and no zeros that say nothing', () => {
  expect(formatAmountWithCurrency(30_000_005_000_000n, 'USDT')).toBe('3,000,000.50 USDT')
  expect(formatAmountWithCurrency(-10_000_000n, 'USDT')).toBe('-1.00 USDT')
  expect(formatAmountWithCurrency(10_000_001n, 'USDT')).toBe('1.0000001 USDT')
})
