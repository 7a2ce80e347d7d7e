import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findInstrument } from '../market/instruments.ts'
import { rate, units } from '../money/amount.ts'
import {
  decideConversion,
  decideCustomerLimit,
  invalidConvertTerm,
  isWithinExposure,
  pathOf,
  rateOf,
  rateOfPath,
  spreadOf,
  throughLeg,
} from './rules.ts'

const usdt = (whole: number) => units(BigInt(whole) * 10_000_000n)
const terms = {
  ...{
    feeBps: 10,
    minimum: usdt(5),
    maximum: usdt(50_000),
    maxPerCustomer: usdt(100_000),
    maxExposure: usdt(250_000),
    quoteSeconds: 10,
  },
}
const btc = findInstrument('BTC-USDT')!
/** 20,000.00 and 20,010.00. */
const tick = { sequence: 1, bid: 2_000_000, ask: 2_001_000 }
const sell = { instrument: btc, side: 'sell' as const, tick }
const buy = { instrument: btc, side: 'buy' as const, tick }
const symbols = (from: string, to: string) =>
  pathOf(from, to)?.map(({ side, instrument }) => `${side} ${instrument.symbol}`)

describe('a path', () => {
  test.each([
    ['BTC', 'USDT', ['sell BTC-USDT']],
    ['USDT', 'BTC', ['buy BTC-USDT']],
    ['BTC', 'ETH', ['sell BTC-USDT', 'buy ETH-USDT']],
    ['EUR', 'USD', ['sell EUR-USD']],
    // Without a price: one becomes one.
    ['USD', 'USDT', []],
  ])('from %s to %s goes by what the tape has', (from, to, expected) => {
    expect(symbols(from, to)).toEqual(expected)
  })

  test.each([
    ['BTC', 'BTC'],
    ['USDT', 'USDT'],
    ['USDT', 'USD'],
    ['USD', 'BTC'],
    ['BTC', 'USD'],
    ['EUR', 'BTC'],
    ['BTC', 'XYZ'],
  ])('from %s to %s is none', (from, to) => {
    expect(pathOf(from, to)).toBeUndefined()
  })
})

describe('a conversion', () => {
  test('sells at the bid after the fee', () => {
    // 0.1 BTC less 0.0001 at 20,000: 1,998 USDT.
    expect(decideConversion([sell], units(10_000_000n), terms)).toEqual({
      ...{ ok: true, fee: 10_000n, received: usdt(1_998), value: usdt(2_000) },
    })
  })

  test('makes of a dollar one USDT, after the fee', () => {
    // 985.01 less 0.99, the fee rounded up to a cent.
    expect(decideConversion([], units(98_501n), terms)).toEqual({
      ...{ ok: true, fee: 99n, received: units(9_840_200_000n), value: units(9_850_100_000n) },
    })
    expect(decideConversion([], units(1n), terms)).toMatchObject({ code: 'AMOUNT_TOO_SMALL' })
  })

  test('buys at the ask, and rounds what is received down', () => {
    // 2,003.003 less 2.003003 at 20,010: 2,000.999997 / 20,010 = 0.09999999985 BTC.
    const amount = units(20_030_030_000n)
    expect(decideConversion([buy], amount, terms)).toMatchObject({ fee: 20_030_030n, received: 9_999_999n })
  })

  test('takes a unit of fee at least', () => {
    const tiny = { ...terms, minimum: units(1n) }
    expect(decideConversion([sell], units(2n), tiny)).toMatchObject({ fee: 1n })
  })

  test.each([
    [usdt(5) - 1n, 'AMOUNT_TOO_SMALL'],
    [usdt(5), undefined],
    [usdt(50_000), undefined],
    [usdt(50_000) + 1n, 'AMOUNT_TOO_LARGE'],
  ])('of %s units of USDT is within its limits or not', (amount, code) => {
    const decision = decideConversion([buy], units(amount), terms)
    expect(decision.ok ? undefined : decision.code).toBe(code)
  })

  test('T16: there and back never gains', () => {
    const tiny = { ...terms, minimum: units(0n) }
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: usdt(50_000) }),
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        (amount, bid, spread) => {
          const at = { sequence: 1, bid, ask: bid + spread }
          const there = decideConversion([{ ...buy, tick: at }], units(amount), {
            ...tiny,
            maximum: usdt(1e9),
          })
          if (!there.ok || there.received === 0n) return
          const back = decideConversion([{ ...sell, tick: at }], there.received, {
            ...tiny,
            maximum: usdt(1e9),
          })
          expect(back.ok && back.received < amount).toBe(true)
        },
      ),
    )
  })
})

test('a leg is exact where it can be', () => {
  expect(throughLeg(sell, 1_777_849, units(100_000_000n))).toBe(177_784_900_000n)
  expect(throughLeg(buy, 1_777_849, units(177_784_900_000n))).toBe(100_000_000n)
})

test('a path has a rate without an amount, to twelve decimals', () => {
  // 1 / 20,010, and dollars one for one.
  expect(rateOfPath('USDT', 'BTC', [buy])).toBe(rate(49_975_012n))
  expect(rateOfPath('BTC', 'USDT', [sell])).toBe(rate(20_000_000_000_000_000n))
  expect(rateOfPath('USD', 'USDT', [])).toBe(rate(1_000_000_000_000n))
})

test('rate and spread are what the figures say', () => {
  expect(rateOf('BTC', 'USDT', units(9_990_000n), usdt(1_998))).toBe(rate(20_000_000_000_000_000n))
  // 10 of 40,010: 0.0249937...%.
  expect(spreadOf([sell])).toBe(rate(250_000_000n))
  expect(spreadOf([sell, buy])).toBe(rate(500_000_000n))
})

test.each([
  [usdt(0), usdt(10), undefined],
  [usdt(9), usdt(1), undefined],
  [usdt(9), units(usdt(1) + 1n), '1.0000000'],
  [usdt(12), usdt(1), '0.0000000'],
])('of %s converted and %s more within ten, what is left is said: %s', (before, value, left) => {
  const decision = decideCustomerLimit(before, value, usdt(10))
  expect(decision.ok ? undefined : decision.params).toEqual(
    left === undefined ? undefined : { limit: '10.0000000', left, currency: 'USDT' },
  )
})

test.each([
  [usdt(0), usdt(10), true],
  [usdt(0), usdt(11), false],
  [-usdt(9), -usdt(2), false],
  [usdt(30), -usdt(5), true],
  [usdt(30), -usdt(61), false],
])('an exposure of %s with %s more is within ten or nearer to nothing: %s', (before, change, isWithin) => {
  expect(isWithinExposure(before, change, usdt(10))).toBe(isWithin)
})

test.each([
  ['feeBps', { feeBps: 0 }],
  ['feeBps', { feeBps: 501 }],
  ['minimum', { minimum: usdt(1) - 1n }],
  ['maximum', { maximum: usdt(4) }],
  ['maxPerCustomer', { maxPerCustomer: usdt(49_999) }],
  ['maxExposure', { maxExposure: usdt(49_999) }],
  ['quoteSeconds', { quoteSeconds: 31 }],
  [undefined, {}],
])('terms with a wrong %s are found', (field, change) => {
  expect(invalidConvertTerm({ ...terms, ...change } as typeof terms)).toBe(field)
})
