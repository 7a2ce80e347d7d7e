import { expect, test } from 'vitest'
import type { OrderView } from '#domain/spot/contract.ts'
import { sorted } from './order-sort.ts'

const order = (id: string, price: string, symbol = 'BTC-USDT') =>
  ({ id, symbol, limitPrice: price, averagePrice: null }) as OrderView
const ids = (orders: readonly OrderView[]) => orders.map(({ id }) => id).join()

test('decimals are sorted by their value, not by their digits', () => {
  const list = [order('1', '9.5'), order('2', '10.00000001'), order('3', '10.00000002')]
  expect(ids(sorted(list, { key: 'price', isDescending: false }))).toBe('1,2,3')
  expect(ids(sorted(list, { key: 'price', isDescending: true }))).toBe('3,2,1')
  expect(sorted(list, undefined)).toBe(list)
})

test('equal ones stay as they were, in either direction', () => {
  const list = [order('2', '1', 'ETH-USDT'), order('1', '1'), order('3', '1', 'ETH-USDT')]
  expect(ids(sorted(list, { key: 'market', isDescending: false }))).toBe('1,2,3')
  expect(ids(sorted(list, { key: 'market', isDescending: true }))).toBe('2,3,1')
  expect(ids(sorted(list, { key: 'average', isDescending: true }))).toBe('2,1,3')
})
