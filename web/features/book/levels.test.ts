import { expect, test } from 'vitest'
import { decimal } from '#domain/money/amount.ts'
import { nearMiddle, spreadOf, staircase, widthsOf } from './levels.ts'
import { newestFirst } from './use-book.ts'

const level = (price: string, quantity = '1') => ({
  price: decimal(price),
  quantity: decimal(quantity),
  orders: 1,
})

test.each([
  ['17778.10', '17779.11', '1.01'],
  ['0.08965', '0.08966', '0.00001'],
  ['150', '152', '2'],
])('the spread of %s and %s is %s', (bid, ask, spread) =>
  expect(spreadOf({ bids: [level(bid)], asks: [level(ask)] })).toBe(spread),
)

test('a book with one side has no spread', () =>
  expect(spreadOf({ bids: [], asks: [level('1.00')] })).toBeUndefined())

test('the largest level is as wide as the column', () => {
  const levels = [level('1', '4'), level('2', '1')]
  expect([...widthsOf(levels).values()]).toEqual([100, 25])
})

test('one far order is left out of the depth picture, and an even book is whole', () => {
  const even = {
    bids: ['99', '98', '97'].map((price) => level(price)),
    asks: ['101', '102'].map((price) => level(price)),
  }
  expect(nearMiddle(even)).toEqual(even)
  expect(nearMiddle({ ...even, bids: [...even.bids, level('20')] })).toEqual(even)
  expect(nearMiddle({ bids: [], asks: [level('5')] })).toEqual({ bids: [], asks: [level('5')] })
})

test('the staircase adds up outwards', () =>
  expect(staircase([level('2', '1'), level('1', '3')])).toEqual([
    { price: 2, sum: 1 },
    { price: 1, sum: 4 },
  ]))

test('a trade that comes twice is listed once', () => {
  const trade = (id: string) => ({
    ...{ id, price: decimal('1'), quantity: decimal('1') },
    ...{ side: 'buy' as const, atMs: 0 },
  })
  expect(newestFirst([trade('3'), trade('2')], [trade('2'), trade('1')]).map(({ id }) => id)).toEqual([
    '3',
    '2',
    '1',
  ])
})
