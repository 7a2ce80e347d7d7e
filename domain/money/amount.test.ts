import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal, formatDecimal, MAX_UNITS, mulDiv, parseDecimal, trimZeros } from './amount.ts'
import { currencies } from './currencies.ts'

describe('parseDecimal', () => {
  test.each([
    ['0', 8, 0n],
    ['17770.5', 2, 1_777_050n],
    ['0.00000001', 8, 1n],
    ['1.500', 2, 150n],
    ['21000000', 8, 2_100_000_000_000_000n],
  ])('reads %s with %i decimals', (text, decimals, value) => {
    expect(parseDecimal(text, decimals)).toBe(value)
  })

  test.each([
    '',
    ' ',
    '-1',
    '-0',
    '+5',
    '1e-19',
    '1e400',
    'NaN',
    'Infinity',
    '0x10',
    ' 5',
    '5 ',
    '5,0',
    '５',
    '05',
    '.5',
    '5.',
    '1.2.3',
    '1_000',
    '1'.repeat(40),
    '0.001',
    '٣',
    '1\n',
  ])('refuses %j with two decimals', (text) => {
    expect(parseDecimal(text, 2)).toBeUndefined()
  })

  test('reads back every amount it wrote', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, MAX_UNITS), fc.nat(10), (value, decimals) => {
        expect(parseDecimal(formatDecimal(value, decimals), decimals)).toBe(value)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('formatDecimal', () => {
  test.each([
    [0n, 0, '0'],
    [5n, 2, '0.05'],
    [-5n, 2, '-0.05'],
    [1_777_050n, 2, '17770.50'],
    [42n, 0, '42'],
  ])('writes %s with %i decimals as %s', (value, decimals, text) => {
    expect(formatDecimal(value, decimals)).toBe(text)
  })
})

describe('mulDiv', () => {
  const amount = fc.bigInt(0n, MAX_UNITS)
  const divisor = fc.bigInt(1n, MAX_UNITS)

  test('is exact where the division is', () => {
    fc.assert(
      fc.property(amount, divisor, (x, d) => {
        expect(mulDiv(x, d, d, 'down')).toBe(x)
      }),
    )
  })

  test('T16: rounds down or up by less than one unit, as told', () => {
    fc.assert(
      fc.property(amount, amount, divisor, (x, y, d) => {
        const down = mulDiv(x, y, d, 'down')
        const up = mulDiv(x, y, d, 'up')
        expect(down * d <= x * y && x * y < (down + 1n) * d).toBe(true)
        expect(up - down).toBe((x * y) % d === 0n ? 0n : 1n)
      }),
    )
  })

  test.each([
    [1n, 1n, 0n],
    [1n, 1n, -1n],
    [-1n, 1n, 1n],
    [1n, -1n, 1n],
  ])('refuses %s * %s / %s', (x, y, d) => {
    expect(() => mulDiv(x, y, d, 'up')).toThrow(RangeError)
  })
})

test('a text is taken for a decimal only if it is one', () => {
  for (const text of ['0', '0.01', '-2.91', '1000000.0000000']) expect(decimal(text)).toBe(text)
  for (const text of ['', '1e-7', 'NaN', 'Infinity', '1,000', '.5', '5.', ' 1', '+1'])
    expect(() => decimal(text)).toThrow(RangeError)
})

test('no two currencies share a number or a code, and decimals stay within ten', () => {
  expect(new Set(currencies.map(({ number }) => number)).size).toBe(currencies.length)
  expect(new Set(currencies.map(({ code }) => code)).size).toBe(currencies.length)
  for (const { decimals, number } of currencies) {
    expect(decimals).toBeLessThanOrEqual(10)
    expect(number).toBeLessThan(512)
  }
})

test.each([
  ['10.5000000', '10.5'],
  ['10.0000000', '10'],
  ['100', '100'],
  ['0.0010', '0.001'],
  ['0', '0'],
])('%s without zeros that say nothing is %s', (decimal, trimmed) => expect(trimZeros(decimal)).toBe(trimmed))
