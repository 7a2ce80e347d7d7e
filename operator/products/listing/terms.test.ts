import { describe, expect, test } from 'vitest'
import { percentOfBps } from '#domain/money/rate.ts'
import { seedListing } from '#domain/seed/listing.ts'
import { coinProblem, feeOf, smallestText } from './terms.ts'

describe('a fee', () => {
  test('is typed in percent and sent in basis points', () => {
    const typed = ['0', '0.08', '0.1', '0.10', '1', '10']
    expect(typed.map(feeOf)).toEqual([0, 8, 10, 10, 100, 1_000])
    expect([0, 8, 10, 100, 1_000].map(percentOfBps)).toEqual(['0.00', '0.08', '0.10', '1.00', '10.00'])
  })

  test('is nothing with more decimals, above ten percent, or that is no number', () => {
    for (const text of ['', '0.085', '10.01', '-1', '1e1', '0,1', '.1', 'x'])
      expect(feeOf(text), text).toBeUndefined()
  })
})

test('a smallest order is written without zeros that say nothing', () => {
  expect([smallestText('5', 'USDT'), smallestText('10000', 'KRW'), smallestText('0.50', 'USD')]).toEqual([
    '5 USDT',
    '10,000 KRW',
    '0.5 USD',
  ])
})

describe('a coin', () => {
  const coin = { class: 'crypto', base: 'BTC', quote: 'USDT', tickSize: '0.01', stepSize: '0.00001' } as const
  const problem = (change: Partial<Parameters<typeof coinProblem>[0]>) =>
    coinProblem({ ...coin, ...change }, seedListing.currencies)

  test('has no more decimals in tick and step than its currencies keep', () => {
    expect(problem({})).toBeUndefined()
    // USDT has 7 decimals, BTC 8.
    expect(problem({ tickSize: '0.001' })).toContain('USDT has 7 decimals')
    expect(problem({ tickSize: '1', stepSize: '0.000000001' })).toContain('BTC has 8 decimals')
  })

  test('has a quote that customers can hold; its base may be one they cannot', () => {
    expect(problem({ quote: 'JPY' })).toBe('JPY is not a listed currency')
    expect(problem({ base: 'NONE', tickSize: '0.00001' })).toBeUndefined()
  })

  test('is alone in this: other classes are not paid in base and quote', () => {
    expect(problem({ class: 'forex', quote: 'JPY', tickSize: '0.00001' })).toBeUndefined()
  })
})
