import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centsDown, centsOfParts, centsOfSum, exactUsd, ONE_USD, usdCents } from './rules.ts'

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

/** Thousandths of a dollar, exactly. */
const thousandths = (value: bigint) => exactUsd(value * 10_000n, 'USDT', ONE_USD)

describe('whole cents', () => {
  test.each([
    [19n, 1n],
    [10n, 1n],
    [9n, 0n],
    [0n, 0n],
    [-1n, -1n],
    [-10n, -1n],
    [-11n, -2n],
  ])('of %s thousandths are %s: down, also below zero', (value, cents) => {
    expect(centsDown(thousandths(value))).toBe(cents)
  })

  test.each([
    // The cent that is missing goes to whoever lost most of one; of equals, to the first.
    [[5n, 5n, 20n], 3n, [1n, 0n, 2n]],
    [[14n, 19n], 3n, [1n, 2n]],
    [[10n, 20n], 3n, [1n, 2n]],
    [[-6n, 16n], 1n, [-1n, 2n]],
    // More than one each, and some that must be taken away again.
    [[5n, 5n], 4n, [2n, 2n]],
    [[11n, 19n], 1n, [0n, 1n]],
    [[], 0n, []],
  ])('of parts %o whose sum is shown as %s are %o', (parts, total, cents) => {
    expect(centsOfParts(parts.map(thousandths), total)).toEqual(cents)
  })

  test('of parts add up to their sum, and none is a whole cent away from what it is', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(-(10n ** 9n), 10n ** 9n), { minLength: 1 }), (values) => {
        const parts = values.map(thousandths)
        const total = centsOfSum(parts)
        const cents = centsOfParts(parts, total)
        expect(cents.reduce((sum, part) => sum + part, 0n)).toBe(total)
        for (const [index, part] of parts.entries()) {
          const off = thousandths(cents[index]! * 10n) - part
          expect(off < thousandths(10n) && off > -thousandths(10n)).toBe(true)
        }
      }),
    )
  })
})
