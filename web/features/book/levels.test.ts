import { expect, test } from 'vitest'
import { findInstrument } from '#domain/market/instruments.ts'
import { decimal } from '#domain/money/amount.ts'
import { bookRows, nearMiddle, spreadOf, staircase, widthsOf } from './levels.ts'
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

const btc = findInstrument('BTC-USDT')!

test('rows of one tick are the levels, each with the sum up to it', () =>
  expect(bookRows(btc, [level('17778.10', '0.5'), level('17777.05', '1.25')], 'buy', 1)).toEqual([
    { price: '17778.10', quantity: '0.50000', sum: '0.50000' },
    { price: '17777.05', quantity: '1.25000', sum: '1.75000' },
  ]))

test('a row of several ticks takes bids down and asks up, and loses nothing', () => {
  const bids = [level('17778.19', '1'), level('17778.10', '2'), level('17777.99', '4')]
  expect(bookRows(btc, bids, 'buy', 10)).toEqual([
    { price: '17778.10', quantity: '3.00000', sum: '3.00000' },
    { price: '17777.90', quantity: '4.00000', sum: '7.00000' },
  ])
  const asks = [level('17779.10', '1'), level('17779.11', '2'), level('17779.20', '4')]
  expect(bookRows(btc, asks, 'sell', 10)).toEqual([
    { price: '17779.10', quantity: '1.00000', sum: '1.00000' },
    { price: '17779.20', quantity: '6.00000', sum: '7.00000' },
  ])
})

test('a level of another tick size than the instrument has now is left out', () =>
  expect(bookRows(btc, [level('17779.105')], 'sell', 10)).toEqual([]))

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
