import { expect, test } from 'vitest'
import { freshForMs, MAX_FRESH_MS } from './freshness.ts'
import { findInstrument, instruments } from './instruments.ts'

test.each([
  ['BTC-USDT', 2_000],
  ['EUR-USD', 3_000],
  ['XAU-USD', 3_000],
  ['GC', 5_000],
  ['AAPL', 5_000],
  ['SPY', 5_000],
])('a price of %s counts for %i ms', (symbol, ms) => {
  expect(freshForMs(findInstrument(symbol)!)).toBe(ms)
})

test('none counts longer than the longest', () => {
  expect(Math.max(...instruments.map(freshForMs))).toBe(MAX_FRESH_MS)
})
