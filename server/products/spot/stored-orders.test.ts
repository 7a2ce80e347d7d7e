import fc from 'fast-check'
import { expect, test } from 'vitest'
import { customerId, orderId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { UnsoundStateError } from '#server/core/engine/product.ts'
import { slotsByPriority } from '#server/markets/book/views.ts'
import { findResting, openIdsOf, restingIn } from './books.ts'
import { loadBooks } from './load-books.ts'
import { indexOfId, oldestFirst, type StoredOrders, toBigInts, toNumbers } from './stored-orders.ts'

const BTC = findInstrument('BTC-USDT')!

/** Orders of customers 10,000 and 10,001 in turn, at one price, with two steps left each. */
const stored = (ids: readonly bigint[], changes: Partial<StoredOrders> = {}): StoredOrders => ({
  symbol: BTC.symbol,
  side: 'buy',
  id: BigInt64Array.from(ids),
  customer: Float64Array.from(ids, (_, n) => 10_000 + (n % 2)),
  price: new Float64Array(ids.length).fill(2_000_000),
  remaining: new Float64Array(ids.length).fill(2),
  makerFeeBps: new Float64Array(ids.length).fill(10),
  ...changes,
})

test('arrays of PostgreSQL are read number by number', () => {
  fc.assert(
    fc.property(
      fc.array(fc.maxSafeInteger()),
      fc.array(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)),
      (small, large) => {
        expect([...toNumbers(`{${small.join(',')}}`)]).toEqual(small.map((each) => each + 0))
        expect([...toBigInts(`{${large.join(',')}}`)]).toEqual(large)
      },
    ),
  )
})

test('an order is found by its id among others, and nothing where there is none', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.bigInt(0n, 60n)), fc.bigInt(0n, 60n), (ids, wanted) => {
      const ordered = oldestFirst(stored(ids))
      expect([...ordered.id]).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)))
      expect(ordered.id[indexOfId(ordered, wanted)]).toBe(ids.includes(wanted) ? wanted : undefined)
    }),
  )
})

test('stored orders rest in the order in which they came, and each is its customer’s', () => {
  const books = loadBooks([BTC], [stored([3n, 5n]), stored([7n, 8n, 9n])], 0)
  const market = books.markets.get(BTC.symbol)!
  expect([...openIdsOf(books, market, customerId(10_000n))]).toEqual([3n, 7n, 9n])
  const queue = [...slotsByPriority(market.book, 'buy')].map((slot) => restingIn(books, market, slot))
  expect(queue.map(({ id, customer }) => [id, customer])).toEqual([
    [3n, 10_000n],
    [5n, 10_001n],
    [7n, 10_000n],
    [8n, 10_001n],
    [9n, 10_000n],
  ])
  expect(findResting(books, orderId(8n))?.order).toBe(queue[3])
  expect(findResting(books, orderId(6n))).toBeUndefined()
})

test('books that cannot be right are refused with what is wrong about them', () => {
  const load =
    (...blocks: StoredOrders[]) =>
    () =>
      loadBooks([BTC], blocks, 0)
  expect(load(stored([1n]), stored([2n], { side: 'sell' }))).toThrow(
    new UnsoundStateError(
      'the stored book of BTC-USDT is crossed: it buys at 2000000 ticks and sells at 2000000',
    ),
  )
  expect(load(stored([1n], { symbol: 'DOGE-USDT' }))).toThrow(
    /open order 1 is in DOGE-USDT, which is not traded here/,
  )
  expect(load(stored([1n], { remaining: Float64Array.of(0) }))).toThrow(
    /order 1 of BTC-USDT cannot be open: 0 steps/,
  )
  expect(load(stored([1n], { price: Float64Array.of(2 ** 60) }))).toThrow(/cannot be open/)
})
