import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal } from '#domain/money/amount.ts'
import { absolute, decimalsOf, signedProfit, signedUnits, sumOf } from './decimals.ts'

describe('sums of decimal texts', () => {
  it.each([
    [['0.1', '0.2'], 'USD', '0.30'],
    [['10', '-10.0000001'], 'USDT', '-0.0000001'],
    [['92233720368.5477580', '0.0000001'], 'USDT', '92233720368.5477581'],
    [[], 'BTC', '0.00000000'],
  ])('%j of %s is %s', (amounts, currency, sum) => {
    expect(sumOf(amounts, currency)).toBe(sum)
  })

  it('are exact for any amounts, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(-(10n ** 18n), 10n ** 18n)), (values) => {
        const texts = values.map((value) => formatDecimal(value, decimalsOf('USDT')))
        const whole = values.reduce((sum, value) => sum + value, 0n)
        expect(signedUnits(sumOf(texts, 'USDT'), 7)).toBe(whole)
        expect(sumOf([...texts].reverse(), 'USDT')).toBe(sumOf(texts, 'USDT'))
      }),
    )
  })

  it.each([
    ['-3.0000001', '−3.01'],
    ['3.0199999', '+3.01'],
    ['-0.0000001', '−0.01'],
    ['0.0000001', '+0.00'],
    ['1234.5', '+1,234.50'],
  ])('show a profit of %s as %s: never more than it is, nor a loss smaller', (value, shown) => {
    expect(signedProfit(value)).toBe(shown)
  })

  it('know an amount without its sign', () => {
    expect(absolute('-0.25')).toBe('0.25')
    expect(absolute('0.25')).toBe('0.25')
  })
})
