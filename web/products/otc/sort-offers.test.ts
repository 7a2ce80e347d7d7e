import { expect, test } from 'vitest'
import { byPrice } from './sort-offers.ts'

const offers = [
  { fiat: 'EUR', price: '0.94' },
  { fiat: 'USD', price: '1.01' },
  { fiat: 'EUR', price: null },
  { fiat: 'EUR', price: '0.92' },
  { fiat: 'USD', price: '0.99' },
] as const

test('offers are ordered by price within one currency, never across', () => {
  const sorted = (own: 'buy' | 'sell') =>
    offers.toSorted(byPrice(own)).map(({ fiat, price }) => [fiat, price])
  expect(sorted('buy')).toEqual([
    ['USD', '0.99'],
    ['USD', '1.01'],
    ['EUR', '0.92'],
    ['EUR', '0.94'],
    ['EUR', null],
  ])
  expect(sorted('sell')).toEqual([
    ['USD', '1.01'],
    ['USD', '0.99'],
    ['EUR', '0.94'],
    ['EUR', '0.92'],
    ['EUR', null],
  ])
})
