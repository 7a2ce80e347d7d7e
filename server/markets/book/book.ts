import {
  bestLevel,
  createSide,
  findLevel,
  insertLevel,
  type LevelLinks,
  type LevelSide,
  MAX_HEIGHT,
  NONE,
  removeLevel,
  worseLevel,
} from './levels.ts'

/**
 * A limit order book by price, then time, in memory.
 *
 * Prices are whole ticks and quantities whole steps, both safe integers, so every comparison and sum is
 * exact. Everything lives in typed arrays: an order is a slot, a price level is a number, and a queue is
 * a list threaded through both, so that placing, filling, and cancelling allocate nothing.
 *
 * The book has no notion of money or time and is deterministic, so it can be rebuilt from the stored open
 * orders at any time.
 */
export interface Book extends LevelLinks {
  readonly buys: LevelSide
  readonly sells: LevelSide

  /** By slot. A slot is the caller's handle on an order for as long as the order rests. */
  orderRemaining: Float64Array
  orderOwner: Float64Array
  orderLevel: Int32Array
  orderNext: Int32Array
  orderPrevious: Int32Array
  /** Head of the list of unused slots, threaded through `orderNext`. */
  freeOrder: number
  orderCount: number

  /** By level, as are the links. */
  levelQuantity: Float64Array
  levelOrders: Int32Array
  levelHead: Int32Array
  levelTail: Int32Array
  levelIsBuy: Uint8Array
  /** Head of the list of unused levels, threaded through `levelHead`. */
  freeLevel: number

  /** What the last `place` did; the next one overwrites it. */
  readonly fills: Fills
  /** What the last `place` left unfilled: it rests, or it was cancelled. */
  remaining: number
}

/** The fills of one incoming order, in the order in which they happened. */
export interface Fills {
  count: number
  makerSlot: Int32Array
  price: Float64Array
  quantity: Float64Array
  /** What the resting order has left afterwards. At 0 it has left the book and its slot may be reused. */
  makerRemaining: Float64Array
}

export type Side = 'buy' | 'sell'
export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'post-only'

/** What `place` returns when the order does not rest; a slot is never negative. */
export const FILLED = -1
export const CANCELLED_IOC = -2
export const CANCELLED_FOK = -3
export const CANCELLED_POST_ONLY = -4
export const CANCELLED_SELF_TRADE = -5

/** Makes an empty book; it grows by itself when `capacity` orders rest in it. */
export function createBook(capacity = 1024): Book {
  const book: Book = {
    buys: createSide(),
    sells: createSide(),
    orderRemaining: new Float64Array(0),
    orderOwner: new Float64Array(0),
    orderLevel: new Int32Array(0),
    orderNext: new Int32Array(0),
    orderPrevious: new Int32Array(0),
    freeOrder: NONE,
    orderCount: 0,
    levelKey: new Float64Array(0),
    levelHeight: new Uint8Array(0),
    levelWorse: new Int32Array(0),
    levelBetter: new Int32Array(0),
    levelQuantity: new Float64Array(0),
    levelOrders: new Int32Array(0),
    levelHead: new Int32Array(0),
    levelTail: new Int32Array(0),
    levelIsBuy: new Uint8Array(0),
    freeLevel: NONE,
    fills: {
      count: 0,
      makerSlot: new Int32Array(64),
      price: new Float64Array(64),
      quantity: new Float64Array(64),
      makerRemaining: new Float64Array(64),
    },
    remaining: 0,
  }
  growOrders(book, capacity)
  growLevels(book, Math.min(capacity, 256))
  return book
}

/**
 * Places an order: fills it against the other side as far as its limit reaches, then lets the rest stand.
 *
 * A market order is an `ioc` at a protection price. An order never fills against one of the same owner:
 * it stops there and what remains of it is cancelled, whatever its time in force, so that what a customer
 * already has in the book is never moved by what they send. `fok` counts only what it could fill before
 * that point. The fills are in `book.fills`; read them before the answered slot, for an order may come to
 * rest in the slot of one it has just used up.
 *
 * Units: price in ticks, quantity in steps, both positive safe integers; owner any number of the caller's.
 * Returns: the slot in which the order rests, or FILLED, or the CANCELLED_ code that says why it does not
 * rest.
 */
export function place(
  book: Book,
  side: Side,
  price: number,
  quantity: number,
  owner: number,
  timeInForce: TimeInForce,
): number {
  book.fills.count = 0
  book.remaining = quantity
  const isBuy = side === 'buy'
  const opposite = isBuy ? book.sells : book.buys
  // Each side is sorted by a key whose greatest is its best price: the price of a buy, the negative of a
  // sell's. An incoming order crosses the levels whose key is at least its own price's on that scale.
  const crossingKey = isBuy ? -price : price

  const best = bestLevel(opposite)
  if (best !== NONE && book.levelKey[best]! >= crossingKey) {
    if (timeInForce === 'post-only') return CANCELLED_POST_ONLY
    if (timeInForce === 'fok' && fillable(book, opposite, crossingKey, quantity, owner) < quantity) {
      return CANCELLED_FOK
    }
    const isStopped = fill(book, opposite, crossingKey, owner)
    if (book.remaining === 0) return FILLED
    if (isStopped) return CANCELLED_SELF_TRADE
  }
  if (timeInForce === 'gtc' || timeInForce === 'post-only')
    return rest(book, side, price, book.remaining, owner)
  return timeInForce === 'ioc' ? CANCELLED_IOC : CANCELLED_FOK
}

/**
 * Puts an order behind all others at its price without matching it: how stored open orders are loaded, in
 * the order of their ids.
 *
 * Returns: the slot in which it rests.
 */
export function rest(book: Book, side: Side, price: number, quantity: number, owner: number): number {
  const isBuy = side === 'buy'
  const level = openLevel(book, isBuy ? book.buys : book.sells, isBuy ? price : -price, isBuy)
  if (book.freeOrder === NONE) growOrders(book, book.orderNext.length * 2)
  const slot = book.freeOrder
  book.freeOrder = book.orderNext[slot]!
  book.orderCount++

  const tail = book.levelTail[level]!
  book.orderRemaining[slot] = quantity
  book.orderOwner[slot] = owner
  book.orderLevel[slot] = level
  book.orderNext[slot] = NONE
  book.orderPrevious[slot] = tail
  if (tail === NONE) book.levelHead[level] = slot
  else book.orderNext[tail] = slot
  book.levelTail[level] = slot
  book.levelQuantity[level]! += quantity
  book.levelOrders[level]!++
  return slot
}

/** Takes a resting order out of the book and returns what it had left; 0 if nothing rests in that slot. */
export function cancel(book: Book, slot: number): number {
  const remaining = book.orderRemaining[slot]!
  if (remaining > 0) unlink(book, slot, remaining)
  return remaining
}

/**
 * Makes a resting order smaller where it stands: it keeps its place in the queue.
 *
 * Refuses: answers false and changes nothing unless 0 < quantity < what remains.
 */
export function shrink(book: Book, slot: number, quantity: number): boolean {
  const remaining = book.orderRemaining[slot]!
  if (!(quantity > 0 && quantity < remaining)) return false
  book.orderRemaining[slot] = quantity
  book.levelQuantity[book.orderLevel[slot]!]! -= remaining - quantity
  return true
}

/** Fills `book.remaining` against the levels it crosses, best first; true if it met its own owner. */
function fill(book: Book, opposite: LevelSide, crossingKey: number, owner: number): boolean {
  let remaining = book.remaining
  while (remaining > 0) {
    const level = bestLevel(opposite)
    if (level === NONE) break
    const key = book.levelKey[level]!
    if (key < crossingKey) break
    const slot = book.levelHead[level]!
    if (book.orderOwner[slot] === owner) {
      book.remaining = remaining
      return true
    }
    const resting = book.orderRemaining[slot]!
    const quantity = Math.min(resting, remaining)
    remaining -= quantity
    recordFill(book.fills, slot, Math.abs(key), quantity, resting - quantity)
    if (quantity === resting) {
      unlink(book, slot, resting)
    } else {
      book.orderRemaining[slot] = resting - quantity
      book.levelQuantity[level]! -= quantity
    }
  }
  book.remaining = remaining
  return false
}

/** How much of `quantity` could fill at once, counting no further than the owner's own first order. */
function fillable(
  book: Book,
  opposite: LevelSide,
  crossingKey: number,
  quantity: number,
  owner: number,
): number {
  let found = 0
  for (let level = bestLevel(opposite); level !== NONE; level = worseLevel(book, level)) {
    if (book.levelKey[level]! < crossingKey) break
    for (let slot = book.levelHead[level]!; slot !== NONE; slot = book.orderNext[slot]!) {
      if (book.orderOwner[slot] === owner) return found
      found += book.orderRemaining[slot]!
      if (found >= quantity) return quantity
    }
  }
  return found
}

function recordFill(
  fills: Fills,
  slot: number,
  price: number,
  quantity: number,
  makerRemaining: number,
): void {
  const i = fills.count
  if (i === fills.price.length) growFills(fills)
  fills.makerSlot[i] = slot
  fills.price[i] = price
  fills.quantity[i] = quantity
  fills.makerRemaining[i] = makerRemaining
  fills.count = i + 1
}

/** Takes an order with `remaining` left out of its queue, and the level out of its side with the last one. */
function unlink(book: Book, slot: number, remaining: number): void {
  const level = book.orderLevel[slot]!
  const next = book.orderNext[slot]!
  const previous = book.orderPrevious[slot]!
  if (previous === NONE) book.levelHead[level] = next
  else book.orderNext[previous] = next
  if (next === NONE) book.levelTail[level] = previous
  else book.orderPrevious[next] = previous

  book.orderRemaining[slot] = 0
  book.orderNext[slot] = book.freeOrder
  book.freeOrder = slot
  book.orderCount--

  book.levelQuantity[level]! -= remaining
  if (--book.levelOrders[level]! === 0) {
    removeLevel(book, book.levelIsBuy[level] === 1 ? book.buys : book.sells, level)
    book.levelHead[level] = book.freeLevel
    book.freeLevel = level
  }
}

/** The level of that key, made if it is not there yet. */
function openLevel(book: Book, side: LevelSide, key: number, isBuy: boolean): number {
  const found = findLevel(book, side, key)
  if (found !== NONE) return found
  if (book.freeLevel === NONE) growLevels(book, book.levelKey.length * 2)
  const level = book.freeLevel
  book.freeLevel = book.levelHead[level]!
  book.levelKey[level] = key
  book.levelQuantity[level] = 0
  book.levelOrders[level] = 0
  book.levelHead[level] = NONE
  book.levelTail[level] = NONE
  book.levelIsBuy[level] = isBuy ? 1 : 0
  insertLevel(book, side, level)
  return level
}

function growOrders(book: Book, capacity: number): void {
  const first = book.orderNext.length
  book.orderRemaining = extend(book.orderRemaining, new Float64Array(capacity))
  book.orderOwner = extend(book.orderOwner, new Float64Array(capacity))
  book.orderLevel = extend(book.orderLevel, new Int32Array(capacity))
  book.orderNext = extend(book.orderNext, new Int32Array(capacity))
  book.orderPrevious = extend(book.orderPrevious, new Int32Array(capacity))
  book.freeOrder = chain(book.orderNext, first, book.freeOrder)
}

function growLevels(book: Book, capacity: number): void {
  const first = book.levelHead.length
  book.levelKey = extend(book.levelKey, new Float64Array(capacity))
  book.levelHeight = extend(book.levelHeight, new Uint8Array(capacity))
  book.levelWorse = extend(book.levelWorse, new Int32Array(capacity * MAX_HEIGHT))
  book.levelBetter = extend(book.levelBetter, new Int32Array(capacity * MAX_HEIGHT))
  book.levelQuantity = extend(book.levelQuantity, new Float64Array(capacity))
  book.levelOrders = extend(book.levelOrders, new Int32Array(capacity))
  book.levelHead = extend(book.levelHead, new Int32Array(capacity))
  book.levelTail = extend(book.levelTail, new Int32Array(capacity))
  book.levelIsBuy = extend(book.levelIsBuy, new Uint8Array(capacity))
  book.freeLevel = chain(book.levelHead, first, book.freeLevel)
}

function growFills(fills: Fills): void {
  const capacity = fills.price.length * 2
  fills.makerSlot = extend(fills.makerSlot, new Int32Array(capacity))
  fills.price = extend(fills.price, new Float64Array(capacity))
  fills.quantity = extend(fills.quantity, new Float64Array(capacity))
  fills.makerRemaining = extend(fills.makerRemaining, new Float64Array(capacity))
}

function extend<T extends Float64Array | Int32Array | Uint8Array>(old: T, bigger: T): T {
  bigger.set(old)
  return bigger
}

/** Threads the entries from `first` on into a list that goes on to `next`, and returns its head. */
function chain(list: Int32Array, first: number, next: number): number {
  for (let i = first; i < list.length; i++) list[i] = i + 1 < list.length ? i + 1 : next
  return first
}
