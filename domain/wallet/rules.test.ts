import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ONE_USD, usdCents } from './rules.ts'

describe('the value of an amount', () => {
  test.each([
    ['BTC', 150_000_000n, { price: 1_777_849n, decimals: 2 }, 2_666_773n],
    ['USDT', 123_456_789n, ONE_USD, 1_234n],
    ['EUR', 1_000n, { price: 108_25n, decimals: 4 }, 1_082n],
    ['USD', 1n, ONE_USD, 1n],
    ['BTC', 0n, { price: 1_777_849n, decimals: 2 }, 0n],
    ['ETH', 1n, { price: 1n, decimals: 2 }, 0n],
  ])('%s %s at %o is %s cents', (currency, amount, price, cents) => {
    expect(usdCents(amount, currency, price)).toBe(cents)
  })

  test('parts are never worth more than the whole', () => {
    const amount = fc.bigInt(0n, 10n ** 18n)
    fc.assert(
      fc.property(amount, amount, fc.bigInt(0n, 10n ** 9n), (one, other, price) => {
        const value = (units: bigint) => usdCents(units, 'BTC', { price, decimals: 2 })
        const loss = value(one + other) - value(one) - value(other)
        expect(loss === 0n || loss === 1n).toBe(true)
      }),
    )
  })
})
