import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Book,
  CANCELLED_FOK,
  CANCELLED_IOC,
  CANCELLED_POST_ONLY,
  CANCELLED_SELF_TRADE,
  cancel,
  createBook,
  FILLED,
  place,
  rest,
  type Side,
  shrink,
  type TimeInForce,
} from './book.ts'
import { createNaiveBook, type NaiveOutcome } from './naive-book.ts'
import { bestPrice, depth, priceOf, slotsByPriority } from './views.ts'

const ALICE = 1
const BOB = 2
const CAROL = 3

/** The fills of the last order as plain rows: maker's slot, price, quantity, what the maker has left. */
function fillsOf(book: Book): number[][] {
  const { fills } = book
  return Array.from({ length: fills.count }, (_, i) => [
    fills.makerSlot[i]!,
    fills.price[i]!,
    fills.quantity[i]!,
    fills.makerRemaining[i]!,
  ])
}

describe('an order book', () => {
  test('fills the best price first and, at one price, the oldest first', () => {
    const book = createBook()
    const worse = place(book, 'sell', 102, 5, ALICE, 'gtc')
    const first = place(book, 'sell', 101, 5, ALICE, 'gtc')
    const second = place(book, 'sell', 101, 5, BOB, 'gtc')

    expect(place(book, 'buy', 102, 12, CAROL, 'gtc')).toBe(FILLED)
    expect(fillsOf(book)).toEqual([
      [first, 101, 5, 0],
      [second, 101, 5, 0],
      [worse, 102, 2, 3],
    ])
  })

  test('gives the incoming order the resting price, never its own', () => {
    const book = createBook()
    const maker = place(book, 'buy', 100, 1, ALICE, 'gtc')
    place(book, 'sell', 90, 1, BOB, 'gtc')
    expect(fillsOf(book)).toEqual([[maker, 100, 1, 0]])
  })

  test('lets the rest of a partly filled order stand at its limit', () => {
    const book = createBook()
    place(book, 'sell', 100, 3, ALICE, 'gtc')
    const slot = place(book, 'buy', 101, 10, BOB, 'gtc')
    expect(slot).toBeGreaterThanOrEqual(0)
    expect(book.remaining).toBe(7)
    expect(depth(book, 'buy', 5)).toEqual([{ price: 101, quantity: 7, orders: 1 }])
    expect(depth(book, 'sell', 5)).toEqual([])
    expect(priceOf(book, slot)).toBe(101)
  })

  test('keeps the place in the queue of an order that shrinks', () => {
    const book = createBook()
    const first = place(book, 'sell', 100, 5, ALICE, 'gtc')
    place(book, 'sell', 100, 5, BOB, 'gtc')
    expect(shrink(book, first, 2)).toBe(true)
    place(book, 'buy', 100, 1, CAROL, 'gtc')
    expect(fillsOf(book)).toEqual([[first, 100, 1, 1]])
  })

  test('refuses to shrink to nothing, to the same, to more, and an order that is gone', () => {
    const book = createBook()
    const slot = place(book, 'sell', 100, 5, ALICE, 'gtc')
    for (const quantity of [0, -1, 5, 6, Number.NaN]) expect(shrink(book, slot, quantity)).toBe(false)
    cancel(book, slot)
    expect(shrink(book, slot, 1)).toBe(false)
  })

  test('cancels once: the second time nothing is left', () => {
    const book = createBook()
    const slot = place(book, 'sell', 100, 5, ALICE, 'gtc')
    expect(cancel(book, slot)).toBe(5)
    expect(cancel(book, slot)).toBe(0)
    expect(bestPrice(book, 'sell')).toBe(0)
  })

  test('lets an immediate-or-cancel order fill what it can and forgets the rest', () => {
    const book = createBook()
    place(book, 'sell', 100, 3, ALICE, 'gtc')
    expect(place(book, 'buy', 100, 10, BOB, 'ioc')).toBe(CANCELLED_IOC)
    expect(book.fills.count).toBe(1)
    expect(book.remaining).toBe(7)
    expect(bestPrice(book, 'buy')).toBe(0)
  })

  test('fills a fill-or-kill order whole or not at all', () => {
    const book = createBook()
    place(book, 'sell', 100, 3, ALICE, 'gtc')
    place(book, 'sell', 101, 3, ALICE, 'gtc')
    expect(place(book, 'buy', 101, 7, BOB, 'fok')).toBe(CANCELLED_FOK)
    expect(place(book, 'buy', 100, 4, BOB, 'fok')).toBe(CANCELLED_FOK)
    expect(book.fills.count).toBe(0)
    expect(place(book, 'buy', 101, 6, BOB, 'fok')).toBe(FILLED)
  })

  test('counts for a fill-or-kill order only what stands before its own order', () => {
    const book = createBook()
    place(book, 'sell', 100, 3, ALICE, 'gtc')
    place(book, 'sell', 100, 3, BOB, 'gtc')
    place(book, 'sell', 100, 3, ALICE, 'gtc')
    expect(place(book, 'buy', 100, 4, BOB, 'fok')).toBe(CANCELLED_FOK)
    expect(place(book, 'buy', 100, 3, BOB, 'fok')).toBe(FILLED)
  })

  test('cancels a post-only order that would take, even at the very price', () => {
    const book = createBook()
    place(book, 'sell', 100, 3, ALICE, 'gtc')
    expect(place(book, 'buy', 100, 1, BOB, 'post-only')).toBe(CANCELLED_POST_ONLY)
    expect(place(book, 'buy', 99, 1, BOB, 'post-only')).toBeGreaterThanOrEqual(0)
  })

  test('T30: stops an order at its own owner and cancels what remains', () => {
    const book = createBook()
    place(book, 'sell', 100, 3, ALICE, 'gtc')
    const own = place(book, 'sell', 100, 3, BOB, 'gtc')
    place(book, 'sell', 101, 3, CAROL, 'gtc')
    expect(place(book, 'buy', 101, 8, BOB, 'gtc')).toBe(CANCELLED_SELF_TRADE)
    expect(book.fills.count).toBe(1)
    expect(book.remaining).toBe(5)
    expect([...slotsByPriority(book, 'sell')][0]).toBe(own)
    expect(bestPrice(book, 'buy')).toBe(0)
  })

  test('keeps prices and quantities exact up to the greatest safe integer', () => {
    const book = createBook()
    const most = Number.MAX_SAFE_INTEGER
    const slot = place(book, 'sell', most, most, ALICE, 'gtc')
    place(book, 'buy', most, 1, BOB, 'gtc')
    expect(fillsOf(book)).toEqual([[slot, most, 1, most - 1]])
  })

  test('grows past its first capacity in orders, levels and fills', () => {
    const book = createBook(2)
    for (let i = 0; i < 1000; i++) place(book, 'sell', 1000 + i, 1, ALICE, 'gtc')
    expect(place(book, 'buy', 2000, 1000, BOB, 'gtc')).toBe(FILLED)
    expect(fillsOf(book).map((fill) => fill[1])).toEqual(Array.from({ length: 1000 }, (_, i) => 1000 + i))
    expect(book.orderCount).toBe(0)
  })
})

describe('a book of very many levels', () => {
  /** How many steps along its lists it takes to put in and take out so many orders, each at a price of its own. */
  function stepsFor(levels: number): number {
    const book = createBook(levels)
    // As large as it becomes, so that what is counted is not replaced.
    for (let i = 0; i < levels; i++) rest(book, 'sell', 1 + i, 1, ALICE)
    for (let slot = 0; slot < levels; slot++) cancel(book, slot)
    let steps = 0
    for (const links of ['levelWorse', 'levelBetter'] as const)
      book[links] = new Proxy(book[links], {
        get(target, at) {
          steps++
          return Reflect.get(target, at)
        },
      })
    // From the middle outwards and back: for sorted arrays that move their tails this is the worst order.
    const slots = Array.from({ length: levels }, (_, i) =>
      rest(book, 'sell', i % 2 === 0 ? levels + i : 3 * levels - i, 1, ALICE),
    )
    expect(depth(book, 'sell', 3).map(({ price }) => price)).toEqual([levels, levels + 2, levels + 4])
    for (const slot of slots) cancel(book, slot)
    expect(bestPrice(book, 'sell')).toBe(0)
    return steps
  }

  test('keeps them in order, and takes less than twice as many steps for each when there are sixteen times as many', () => {
    const [few, many] = [stepsFor(1_000), stepsFor(16_000)]
    expect(few).toBeGreaterThan(1_000)
    expect(many / few).toBeLessThan(16 * 2)
  })
})

interface Step {
  action: 'place' | 'cancel' | 'shrink'
  side: Side
  price: number
  quantity: number
  owner: number
  timeInForce: TimeInForce
  /** Which of the orders placed so far a cancel or shrink is about. */
  target: number
}

/** Prices in a band so narrow that queues, crossings and own orders meet all the time. */
const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom('place', 'place', 'place', 'cancel', 'shrink'),
  side: fc.constantFrom('buy', 'sell'),
  price: fc.oneof(fc.integer({ min: 95, max: 105 }), fc.constantFrom(1, 1000, Number.MAX_SAFE_INTEGER)),
  quantity: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(1, 1_000_000, 2 ** 40)),
  owner: fc.integer({ min: 1, max: 4 }),
  timeInForce: fc.constantFrom('gtc', 'gtc', 'gtc', 'ioc', 'fok', 'post-only'),
  target: fc.nat(500),
})

const OUTCOMES: Record<number, NaiveOutcome['outcome']> = {
  [FILLED]: 'filled',
  [CANCELLED_IOC]: 'ioc',
  [CANCELLED_FOK]: 'fok',
  [CANCELLED_POST_ONLY]: 'post-only',
  [CANCELLED_SELF_TRADE]: 'self-trade',
}

/** Plays the steps on both books, holding every answer and the whole queues against each other. */
function playOnBoth(steps: Step[]): Book {
  const book = createBook(1)
  const naive = createNaiveBook()
  const slotOf = new Map<number, number>()
  const idIn = new Map<number, number>()
  let nextId = 0

  const leave = (id: number) => {
    idIn.delete(slotOf.get(id)!)
    slotOf.delete(id)
  }

  for (const { action, side, price, quantity, owner, timeInForce, target } of steps) {
    const id = target % (nextId + 1)
    const slot = slotOf.get(id)
    if (action === 'cancel') {
      expect(slot === undefined ? 0 : cancel(book, slot)).toBe(naive.cancel(id))
      if (slot !== undefined) leave(id)
    } else if (action === 'shrink') {
      expect(slot === undefined ? false : shrink(book, slot, quantity)).toBe(naive.shrink(id, quantity))
    } else {
      const order = { id: nextId++, side, price, remaining: quantity, owner }
      const answer = place(book, side, price, quantity, owner, timeInForce)
      const expected = naive.place(order, timeInForce)
      const fills = fillsOf(book).map(([maker, at, filled, left]) => {
        const makerId = idIn.get(maker!)!
        if (left === 0) leave(makerId)
        return { maker: makerId, price: at!, quantity: filled!, makerRemaining: left! }
      })
      expect({ outcome: OUTCOMES[answer] ?? 'rests', fills, remaining: book.remaining }).toEqual(expected)
      if (answer >= 0) {
        slotOf.set(order.id, answer)
        idIn.set(answer, order.id)
      }
    }
    for (const each of ['buy', 'sell'] as const) {
      const queue = [...slotsByPriority(book, each)].map((at) => ({
        id: idIn.get(at)!,
        side: each,
        price: priceOf(book, at),
        remaining: book.orderRemaining[at]!,
        owner: book.orderOwner[at]!,
      }))
      expect(queue).toEqual(naive.queue(each))
    }
  }
  return book
}

describe('any flow of orders', () => {
  test('leaves the fast book and the naive book with the same answers and the same queues', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
        playOnBoth(steps)
      }),
      { numRuns: 300 },
    )
  })

  test('never leaves the book crossed, and each level adds up to its orders', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
        const book = playOnBoth(steps)
        const [bid, ask] = [bestPrice(book, 'buy'), bestPrice(book, 'sell')]
        expect(bid === 0 || ask === 0 || bid < ask).toBe(true)
        for (const side of ['buy', 'sell'] as const) {
          const slots = [...slotsByPriority(book, side)]
          const levels = depth(book, side, 1_000)
          for (const level of levels) {
            const there = slots.filter((slot) => priceOf(book, slot) === level.price)
            expect(level.orders).toBe(there.length)
            expect(level.quantity).toBe(there.reduce((sum, slot) => sum + book.orderRemaining[slot]!, 0))
          }
          expect(levels.reduce((sum, level) => sum + level.orders, 0)).toBe(slots.length)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('can be cut anywhere: a book loaded from the open orders goes on exactly alike', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60, size: 'max' }),
        fc.array(step, { maxLength: 40, size: 'max' }),
        (before, after) => {
          const old = playOnBoth(before)
          const loaded = createBook()
          for (const side of ['buy', 'sell'] as const) {
            for (const slot of slotsByPriority(old, side)) {
              rest(loaded, side, priceOf(old, slot), old.orderRemaining[slot]!, old.orderOwner[slot]!)
            }
          }
          for (const { side, price, quantity, owner, timeInForce } of after) {
            const answers = [old, loaded].map((book) => {
              const answer = place(book, side, price, quantity, owner, timeInForce)
              const fills = fillsOf(book).map(([, at, filled, left]) => [at, filled, left])
              return [
                Math.min(answer, 0),
                fills,
                book.remaining,
                depth(book, 'buy', 50),
                depth(book, 'sell', 50),
              ]
            })
            expect(answers[1]).toEqual(answers[0])
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
