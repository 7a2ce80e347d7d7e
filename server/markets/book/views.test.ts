import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookSteps, joinRows, rowPrice } from '#domain/spot/book-rows.ts'
import { createBook, rest, type Side } from './book.ts'
import { depth, depthByStep } from './views.ts'

const side = fc.constantFrom<Side>('buy', 'sell')
const step = fc.constantFrom(...bookSteps)
const orders = fc.array(
  fc.record({ price: fc.integer({ min: 1, max: 5_000 }), quantity: fc.integer({ min: 1, max: 99 }) }),
  {
    maxLength: 80,
  },
)

function bookWith(on: Side, list: readonly { price: number; quantity: number }[]) {
  const book = createBook()
  for (const { price, quantity } of list) rest(book, on, price, quantity, 1)
  return book
}

test.each([
  ['buy', 17_778_19, 10, 17_778_10],
  ['sell', 17_778_11, 10, 17_778_20],
  ['sell', 17_778_10, 10, 17_778_10],
  ['buy', 999, 1000, 0],
  ['sell', 1, 1000, 1_000],
  ['buy', 7, 1, 7],
] as const)('a %s at %i stands, by %i ticks, in the row of %i', (on, price, by, row) =>
  expect(rowPrice(on, price, by)).toBe(row),
)

test('a wide step shows as many rows as there is room for, however many levels they have', () => {
  const levels = Array.from({ length: 4_000 }, (_, n) => ({ price: n + 1, quantity: 2 }))
  const rows = depthByStep(bookWith('sell', levels), 'sell', 100, 20)
  expect(rows).toHaveLength(20)
  expect(rows.at(-1)).toEqual({ price: 2_000, quantity: 200, orders: 100 })
})

test('rows are what a list of all orders comes to, best first, and none is lost up to the limit', () => {
  fc.assert(
    fc.property(side, step, orders, fc.integer({ min: 1, max: 20 }), (on, by, list, limit) => {
      const expected = new Map<number, { price: number; quantity: number; orders: number }>()
      for (const { price, quantity } of list) {
        const at = rowPrice(on, price, by)
        const row = expected.get(at) ?? { price: at, quantity: 0, orders: 0 }
        expected.set(at, { price: at, quantity: row.quantity + quantity, orders: row.orders + 1 })
      }
      const best = [...expected.values()].sort((a, b) =>
        on === 'buy' ? b.price - a.price : a.price - b.price,
      )
      const book = bookWith(on, list)
      expect(depthByStep(book, on, by, limit)).toEqual(best.slice(0, limit))
      expect(joinRows(depth(book, on, 5_000), on, by)).toEqual(best)
    }),
  )
})
