import { expect, test } from 'vitest'
import { expectedRebate } from './expected-rebate.ts'

const coupon = {
  ...{ id: '1', kind: 'discount' as const, sharePercent: '50', cap: '100', paid: '0', expiresAtMs: 1_000 },
}
/** 0.05 BTC at 20,000: a fee of 0.000075 BTC is worth 1.5 USDT. */
const buy = {
  ...{ fee: '0.00007500', receives: '0.04992500', feeCurrency: 'BTC' },
  ...{ notional: '1000.00', quote: 'USDT' },
}

test('a ticket tells what the server books for the same order', () => {
  // The figures of "pays its share of the fee that was charged" in coupon.behavior.pg.test.ts.
  expect(expectedRebate([coupon], buy, 0)).toEqual({ percent: '50', amount: '0.7500000' })
  const sell = { ...buy, fee: '1.5', receives: '998.5', feeCurrency: 'USDT' }
  expect(expectedRebate([coupon], sell, 0)).toEqual({ percent: '50', amount: '0.7500000' })
})

test('a coupon gives no more than it has left, and of several the one that gives most', () => {
  const spent = { ...coupon, cap: '2', paid: '1.8' }
  expect(expectedRebate([spent], buy, 0)).toEqual({ percent: '50', amount: '0.2000000' })
  const other = { ...coupon, id: '2', sharePercent: '20' }
  expect(expectedRebate([spent, other], buy, 0)).toEqual({ percent: '20', amount: '0.3000000' })
})

test.each([
  ['that has ended', [{ ...coupon, expiresAtMs: 1 }], buy],
  ['of another kind', [{ ...coupon, kind: 'boost' as const }], buy],
  ['that is used up', [{ ...coupon, paid: '100' }], buy],
  ['in a market that is not in USDT', [coupon], { ...buy, quote: 'BTC', notional: '1' }],
  ['of an order that brings nothing yet', [coupon], { ...buy, fee: '0', receives: '0', notional: '0' }],
])('a coupon %s gives nothing of a fee', (_, coupons, fee) => {
  expect(expectedRebate(coupons, fee, 1)).toBeUndefined()
})
