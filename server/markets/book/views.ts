import { type BookStep, type Depth, joinRows } from '#domain/spot/book-rows.ts'
import type { Book, Side } from './book.ts'
import { bestLevel, NONE, worseLevel } from './levels.ts'

const sideOf = (book: Book, side: Side) => (side === 'buy' ? book.buys : book.sells)

/** The best price of a side in ticks, or 0 if nothing rests there. */
export function bestPrice(book: Book, side: Side): number {
  const best = bestLevel(sideOf(book, side))
  return best === NONE ? 0 : Math.abs(book.levelKey[best]!)
}

/** The first `limit` levels of a side, best first. */
export function depth(book: Book, side: Side, limit: number): Depth[] {
  const found: Depth[] = []
  let level = bestLevel(sideOf(book, side))
  for (; level !== NONE && found.length < limit; level = worseLevel(book, level)) {
    found.push({
      price: Math.abs(book.levelKey[level]!),
      quantity: book.levelQuantity[level]!,
      orders: book.levelOrders[level]!,
    })
  }
  return found
}

/** All levels of a side, best first. */
function* levelsOf(book: Book, side: Side): Generator<Depth> {
  let level = bestLevel(sideOf(book, side))
  for (; level !== NONE; level = worseLevel(book, level)) {
    yield {
      price: Math.abs(book.levelKey[level]!),
      quantity: book.levelQuantity[level]!,
      orders: book.levelOrders[level]!,
    }
  }
}

/** The first `limit` rows of a side, of several ticks each. Looks at no more levels than these rows have ticks. */
export const depthByStep = (book: Book, side: Side, step: BookStep, limit: number): Depth[] =>
  joinRows(levelsOf(book, side), side, step, limit)

/** Goes through the slots of a side in the order in which they would fill. */
export function* slotsByPriority(book: Book, side: Side): Generator<number> {
  let level = bestLevel(sideOf(book, side))
  for (; level !== NONE; level = worseLevel(book, level)) {
    for (let slot = book.levelHead[level]!; slot !== NONE; slot = book.orderNext[slot]!) yield slot
  }
}

/** The price at which an order rests. */
export function priceOf(book: Book, slot: number): number {
  return Math.abs(book.levelKey[book.orderLevel[slot]!]!)
}

/** What an incoming order would fill now, in order, up to its limit, its size, and its owner's own first order. */
export function* fillsUpTo(
  book: Book,
  side: Side,
  limit: number,
  quantity: number,
  owner: number,
): Generator<{ price: number; quantity: number }> {
  let remaining = quantity
  for (const slot of slotsByPriority(book, side === 'buy' ? 'sell' : 'buy')) {
    const price = priceOf(book, slot)
    const isBeyond = side === 'buy' ? price > limit : price < limit
    if (remaining === 0 || isBeyond || book.orderOwner[slot] === owner) return
    const filled = Math.min(remaining, book.orderRemaining[slot]!)
    remaining -= filled
    yield { price, quantity: filled }
  }
}
