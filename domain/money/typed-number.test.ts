import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readTypedNumber } from './typed-number.ts'

/** A reading in short: the number, the two it may be, or what it is instead. */
function read(text: string, writesComma = false): string {
  const reading = readTypedNumber(text, writesComma)
  if (reading.kind === 'number') return reading.decimal
  return reading.kind === 'ambiguous' ? reading.readings.join(' or ') : reading.kind
}

describe('a typed number', () => {
  test.each([
    ['1000', '1000'],
    ['12.', '12'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['007', '7'],
    ['1.50', '1.50'],
    // A comma that cannot separate thousands.
    ['1,5', '1.5'],
    ['1,50', '1.50'],
    ['0,125', '0.125'],
    ['1,0000', '1.0000'],
    ['1234,567', '1234.567'],
    // Thousands, by whatever separates them.
    ['1,000,000', '1000000'],
    ['1,000.50', '1000.50'],
    ['1.000,50', '1000.50'],
    ['1.000.000', '1000000'],
    ['1 000', '1000'],
    ['1 000,5', '1000.5'],
    ['1\u00a0000\u00a0000.5', '1000000.5'],
    ['1\u202f000,5', '1000.5'],
    ["1'000.5", '1000.5'],
    ['1’000', '1000'],
    // As East Asian keyboards write.
    ['１，０００．５', '1000.5'],
    ['１。５', '1.5'],
    ['  42\n', '42'],
  ])('%j is %s in every language', (text, meaning) => {
    expect(read(text)).toBe(meaning)
    expect(read(text, true)).toBe(meaning)
  })

  test.each([
    ['1,000', '1000', '1000 or 1.000'],
    ['1.000', '1.000', '1000 or 1.000'],
    ['12,345', '12345', '12345 or 12.345'],
    ['999.999', '999.999', '999999 or 999.999'],
  ])('%j is %s, but where a comma is the decimal sign %s', (text, byPoint, asked) => {
    expect(read(text)).toBe(byPoint)
    expect(read(text, true)).toBe(asked)
  })

  test.each(['', '.', ',', '1,000,', '1,000,0', '1,000,00', '1 0', '1 00', "1'", '1.000.0'])(
    '%j is not finished',
    (text) => expect([read(text), read(text, true)]).toEqual(['unfinished', 'unfinished']),
  )

  test.each([
    '-1',
    '+1',
    '1e5',
    '1E5',
    '0x10',
    'abc',
    '1 USDT',
    '$1',
    '1,00,000',
    '1,0000,000',
    '10,000.000,000',
    '1,000 000',
    '0,125,000',
    '1..5',
    '1.5.2',
    '1-2',
    'Infinity',
    'NaN',
    '١٢',
  ])('%j is no number', (text) =>
    expect([read(text), read(text, true)]).toEqual(['unreadable', 'unreadable']),
  )

  const digits = fc.bigInt(0n, 10n ** 15n)
  const decimals = fc.stringMatching(/^\d{0,8}$/)
  it('means the same however its thousands are separated', () => {
    fc.assert(
      fc.property(digits, decimals, fc.constantFrom(',', ' ', "'", '\u202f'), (whole, fraction, sign) => {
        const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, sign)
        const plain = fraction ? `${whole}.${fraction}` : String(whole)
        const written = fraction ? `${grouped}.${fraction}` : grouped
        expect(read(written)).toBe(plain)
      }),
    )
  })
  it('with a decimal comma is never read as another number than its writer meant', () => {
    fc.assert(
      fc.property(digits, decimals, fc.constantFrom('', '.', ' '), (whole, fraction, sign) => {
        const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, sign)
        const plain = fraction ? `${whole}.${fraction}` : String(whole)
        const reading = readTypedNumber(fraction ? `${grouped},${fraction}` : grouped, true)
        if (reading.kind === 'ambiguous') expect(reading.readings).toContain(plain)
        else expect(reading).toMatchObject({ kind: 'number', decimal: plain })
      }),
    )
  })
})
