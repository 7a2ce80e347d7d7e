import { describe, expect, test } from 'vitest'
import { queryString } from './query-string.ts'

describe('a query', () => {
  const values = { symbols: ['BTC-USDT', 'A&B'], page: 2 }

  test.each([
    ['indices', 'symbols[0]=BTC-USDT&symbols[1]=A%26B&page=2'],
    ['brackets', 'symbols[]=BTC-USDT&symbols[]=A%26B&page=2'],
    ['repeat', 'symbols=BTC-USDT&symbols=A%26B&page=2'],
    ['comma', 'symbols=BTC-USDT,A%26B&page=2'],
  ] as const)('has a list by %s as %s', (format, expected) => {
    // Brackets and commas are percent-encoded, which says the same.
    const written = queryString(values, format)
    expect(written.replace(/%5B/g, '[').replace(/%5D/g, ']').replace(/%2C/g, ',')).toBe(expected)
  })

  test.each(['indices', 'brackets', 'repeat', 'comma'] as const)(
    'leaves out what is empty, by %s',
    (format) => {
      const empty = { text: '', nothing: null, missing: undefined, list: [], texts: ['', ''] }
      expect(queryString(empty, format)).toBe('')
      expect(queryString({ ...empty, zero: 0, no: false, one: ['', 'a'] }, format)).toMatch(
        /^zero=0&no=false&one(%5B0?%5D)?=a$/,
      )
    },
  )
})
