import { expect, test } from 'vitest'
import { expectedBoost } from './boost.ts'

const coupon = {
  ...{ id: '1', kind: 'boost' as const, currency: 'USDT', sharePercent: '2.00', cap: '5000.0000000' },
  expiresAtMs: 100,
}
const order = { currency: 'USDT', principal: '1000', termDays: 30 }

test('two points on 1,000 for 30 days are said before the deposit, as the rule pays them', () => {
  expect(expectedBoost([coupon], order, 0)).toEqual({ percent: '2.00', amount: '1.6438356' })
})

test('no more than its cap counts, and the coupon that gives most is named', () => {
  const small = { ...coupon, id: '2', sharePercent: '4.00', cap: '100.0000000' }
  expect(expectedBoost([small, coupon], order, 0)?.percent).toBe('2.00')
  expect(expectedBoost([small], order, 0)?.amount).toBe('0.3287671')
})

test('none counts of another kind or coin, after its end, or in an order without a term', () => {
  const others = [
    { ...coupon, kind: 'discount' as const },
    { ...coupon, currency: 'BTC', cap: '1' },
  ]
  expect(expectedBoost(others, order, 0)).toBeUndefined()
  expect(expectedBoost([coupon], order, 100)).toBeUndefined()
  expect(expectedBoost([coupon], { ...order, termDays: 0 }, 0)).toBeUndefined()
})
