import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heikinAshi } from './heikin.ts'

const bar = (timestamp: number, open: number, high: number, low: number, close: number) => ({
  ...{ timestamp, open, high, low, close },
})

test('a bar opens in the middle of the one before and closes at its own average', () => {
  const [first, second] = heikinAshi([bar(1, 10, 14, 8, 12), bar(2, 12, 20, 12, 16)])
  // (10 + 14 + 8 + 12) / 4 and (10 + 12) / 2
  expect(first).toEqual(bar(1, 11, 14, 8, 11))
  // (12 + 20 + 12 + 16) / 4 and (11 + 11) / 2
  expect(second).toEqual(bar(2, 11, 20, 11, 15))
})

test('bars that come one by one are those that come together', () => {
  const price = fc.integer({ min: 1, max: 1_000 })
  const bars = fc.array(fc.tuple(price, price, price, price), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(bars, (rows) => {
      const list = rows.map(([a, b, c, d], at) => bar(at, a, Math.max(a, b, c, d), Math.min(a, b, c, d), d))
      const together = heikinAshi(list)
      const [last] = heikinAshi(list.slice(-1), together.at(-2))
      expect(last).toEqual(together.at(-1))
    }),
  )
})
