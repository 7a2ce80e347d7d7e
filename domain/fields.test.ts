import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { id, momentInput, plainText, symbolInput, text } from './fields.ts'

describe('a text', () => {
  const accepts = (value: string) => z.safeParse(text(10), value).success

  test.each(['Ada', ' Ada ', 'Łukasz', '日本語', '😀'])('may be %j', (value) => {
    expect(accepts(value)).toBe(true)
  })

  test.each([
    ['nothing', ' '],
    ['too long', 'x'.repeat(11)],
    ['a control character', 'a\u0000b'],
    ['a line', 'a\nb'],
    // The database keeps all of these as one and the same character.
    ['half a character', '\ud800'],
    ['the other half', 'a\udc00'],
  ])('may not be %s', (_, value) => {
    expect(accepts(value)).toBe(false)
  })
})

describe('a symbol in a call', () => {
  test.each([
    ['BTC-USDT', 'BTC-USDT'],
    ['BTC/USDT', 'BTC-USDT'],
    ['AAPL', 'AAPL'],
  ])('%s means %s', (typed, read) => expect(z.parse(symbolInput, typed)).toBe(read))

  test.each(['', 'BTC//USDT', 'BTC-USDT/EUR', '/USDT', 'btc/usdt', 'BTC_USDT'])('is not %j', (typed) => {
    expect(z.safeParse(symbolInput, typed).success).toBe(false)
  })
})

describe('a moment in a call', () => {
  test.each([
    ['0', 0],
    ['1700000000', 1_700_000_000_000],
    ['9999999999', 9_999_999_999_000],
    ['1700000000123', 1_700_000_000_123],
  ])('%s is %d ms', (typed, ms) => expect(z.parse(momentInput, typed)).toBe(ms))

  test.each(['', '-1', '1.5', '1e9', '2026-11-22', '99999999999999999'])('is not %j', (typed) => {
    expect(z.safeParse(momentInput, typed).success).toBe(false)
  })
})

describe('a customer’s text', () => {
  const refusalOf = (value: string) => z.safeParse(plainText(40), value).error?.issues[0]?.message

  test.each([
    'O’Neil & Sons (Roma)',
    "D'Angelo, Ana-Lucía",
    '王小明',
    'No. 7/2, 3rd floor: #14 @ home + yes!?',
  ])('may be %j', (value) => expect(refusalOf(value)).toBeUndefined())

  test.each([...'<>{}[]|\\^~$%*=;"`'])('may not hold %s', (sign) => {
    expect(refusalOf(`Ana ${sign} Lopez`)).toBe('TEXT_PUNCTUATION')
  })

  test('may not be too long', () => expect(refusalOf('x'.repeat(41))).toBe('TEXT_TOO_LONG'))
})

describe('an id', () => {
  test.each(['1', '10482', '9223372036854775807'])('%s is read once, as a bigint', (value) => {
    expect(z.parse(id, value)).toBe(BigInt(value))
  })

  test.each(['0', '01', '-1', '+1', '1.0', '1e3', '0x10', ' 1', '', 'abc', '9223372036854775808'])(
    '%j is none',
    (value) => {
      expect(z.safeParse(id, value).success).toBe(false)
    },
  )
})
