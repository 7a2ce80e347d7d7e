import { expect, test } from 'vitest'
import type { DualProductView } from '#domain/dual/contract.ts'
import { decimal } from '#domain/money/amount.ts'
import {
  breakEvenOf,
  distanceOf,
  moneyOf,
  mostUnits,
  payoffOf,
  pictureRange,
  pointAt,
  tightestLimit,
  wholeUnits,
} from './payoff.ts'

const put = {
  ...{ symbol: 'BTC-USDT', base: 'BTC', quote: 'USDT', type: 'put', currency: 'USDT' },
  ...{ strike: decimal('17000.00'), yieldRate: decimal('0.0084'), unit: decimal('100.0000000') },
  ...{ left: 40, maximum: 200, own: 195 },
} as DualProductView
const call = {
  ...put,
  ...{ type: 'call', currency: 'BTC', strike: decimal('18150.00'), yieldRate: decimal('0.006') },
  unit: decimal('0.00500000'),
} as DualProductView

test('the picture: 10 units of 100 USDT, and what 16,300 is worth', () => {
  const payoff = payoffOf(put, 10)!
  expect(payoff.shown).toEqual({
    ...{ principal: '1000.0000000', above: '1008.4000000', below: '0.05931764', gain: '8.4000000' },
  })
  expect(breakEvenOf(payoff)).toEqual({ price: 1_685_839, text: '16858.39' })
  expect(pointAt(payoff, 1_630_000)).toMatchObject({
    ...{ paid: '0.05931764', currency: 'BTC', worth: 966_8775320n, held: 1000_0000000n },
  })
  expect(pointAt(payoff, 1_700_000)).toMatchObject({ currency: 'USDT', worth: 1008_4000000n })
})

test('of a call, what is held moves with the price, and above the strike no more is paid', () => {
  const payoff = payoffOf(call, 2)!
  expect(breakEvenOf(payoff)).toBeUndefined()
  expect(pointAt(payoff, 1_700_000)).toMatchObject({
    paid: '0.01006000',
    worth: 171_0200000n,
    held: 170_0000000n,
  })
  const above = pointAt(payoff, 2_000_000)
  expect(above).toMatchObject({ paid: '182.5890000', currency: 'USDT', held: 200_0000000n })
})

test('the picture goes around the strike and the price of now', () => {
  const payoff = payoffOf(put, 1)!
  expect(pictureRange(payoff, 1_777_849)).toEqual({ low: 1_615_000, high: 1_862_849 })
  expect(pictureRange(payoff, undefined)).toEqual({ low: 1_615_000, high: 1_785_000 })
})

test('no more units than are left, one may have, and there is money for', () => {
  expect(mostUnits(put, undefined)).toBe(5)
  expect(mostUnits({ ...put, own: 0 }, '1099.9999999')).toBe(10)
  expect(mostUnits({ ...put, own: 0 }, '0.0000000')).toBe(0)
  expect(mostUnits({ ...put, own: 201 }, '1000')).toBe(0)
})

test('how far a strike is', () => {
  expect(distanceOf('17000.00', '17778.49')).toBe('-4.38')
  expect(distanceOf('17000.00', undefined)).toBeUndefined()
})

test('an amount of money is whole units, rounded down, and they are that much money again', () => {
  expect(wholeUnits(put, '450')).toBe(4)
  expect(wholeUnits(put, '99.9999999')).toBe(0)
  expect(wholeUnits(put, '500.')).toBe(5)
  expect(wholeUnits(put, '')).toBe(0)
  expect(wholeUnits(call, '0.0149')).toBe(2)
  expect(moneyOf(put, 4)).toBe('400.0000000')
  expect(moneyOf(call, 2)).toBe('0.01000000')
})

test('the limit that is reached first is named, with what it leaves', () => {
  expect(tightestLimit(put, undefined)).toEqual({ limit: 'own', most: 5 })
  expect(tightestLimit({ ...put, own: 0 }, '100000')).toEqual({ limit: 'left', most: 40 })
  expect(tightestLimit(put, '399.99')).toEqual({ limit: 'balance', most: 3 })
  expect(tightestLimit(put, '0')).toEqual({ limit: 'balance', most: 0 })
  // Somebody has more than a product allows by now.
  expect(tightestLimit({ ...put, own: 201 }, '1000')).toEqual({ limit: 'own', most: 0 })
})
