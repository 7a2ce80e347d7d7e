import { describe, expect, test } from 'vitest'
import { findInstrument } from '#domain/market/instruments.ts'
import { decimal } from '#domain/money/amount.ts'
import type { CostView } from '#domain/spot/contract.ts'
import { averageOf, profitOf } from './cost-figures.ts'

const costOf = (symbol: string, quantity: string, paid: string, averagePrice: string) => {
  const { base, quote } = findInstrument(symbol)!
  const figures = { quantity: decimal(quantity), paid: decimal(paid), averagePrice: decimal(averagePrice) }
  return { symbol, base, quote, ...figures } satisfies CostView
}

describe('what a coin cost', () => {
  test.each([
    ['BTC-USDT', '20025.0313', '20025.03'],
    ['DOGE-USDT', '0.0721349', '0.07213'],
    ['TRX-USDT', '0.0598123', '0.05981'],
  ])('of %s at %s reads %s', (symbol, average, shown) => {
    expect(averageOf(costOf(symbol, '1', '1', average), findInstrument(symbol)!)).toBe(shown)
  })

  test('and has gained is to a cent, a loss never smaller than it is', () => {
    const doge = findInstrument('DOGE-USDT')!
    const cost = costOf('DOGE-USDT', '999', '72.0627651', '0.0721349')
    expect(profitOf(cost, doge, '0.08213')).toBe('9.98')
    expect(profitOf(cost, doge, '0.07213')).toBe('-0.01')
  })
})
