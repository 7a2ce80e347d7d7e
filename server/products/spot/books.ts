import { assert } from '#domain/errors.ts'
import { type CustomerId, customerId, type OrderId, orderId } from '#domain/ids.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { type BookStep, type Depth, MAX_BOOK_ROWS } from '#domain/spot/book-rows.ts'
import { MAX_OPEN_ORDERS } from '#domain/spot/rules.ts'
import { type Book, cancel, createBook } from '#server/markets/book/book.ts'
import { depth, depthByStep } from '#server/markets/book/views.ts'
import type { SpotOrder } from './order.ts'
import { addStop, createStops, removeStop, type Stops } from './stops.ts'
import { indexOfId, type StoredOrders } from './stored-orders.ts'

/** An order that is not over, with its place in the book or, while it waits for its trigger, among the stops. */
export interface RestingOrder {
  readonly order: SpotOrder
  readonly market: Market
  readonly slot: number
}

/** One instrument's book and who stands in it. */
export interface Market {
  /** Its terms may change; see `marketOf`. */
  instrument: Instrument
  readonly book: Book
  /** By the book's slot; nothing yet for a stored order that is not hydrated. See `restingIn`. */
  readonly inSlot: (SpotOrder | undefined)[]
  /** The stored order that was put in a slot, by its place in `Books.stored`. */
  readonly storedInSlot: Int32Array
  readonly stops: Stops
  /** The ids of each customer's orders that are not over, oldest first. See `openIdsOf`. */
  readonly openOf: Map<CustomerId, Set<OrderId>>
  /** The market maker's quotes and their slots: in memory alone, see `quotes.ts`. */
  readonly quotes: Map<SpotOrder, number>
  /** What the public sees: the book as last committed, not as a batch under way has it. */
  published: BookDepth
  /** The same in rows of several ticks, as far as somebody asked since it was committed. */
  readonly rows: Map<BookStep, BookDepth>
}

/** A book by price, best first. `sequence` grows with every committed change. */
export interface BookDepth {
  readonly bids: Depth[]
  readonly asks: Depth[]
  readonly sequence: number
  readonly atMs: number
}

/** How many levels of each side are published. */
const PUBLISHED_LEVELS = 100

/** The engine's in-memory state; it can be rebuilt from the open orders at any time. */
export interface Books {
  readonly markets: Map<string, Market>
  /** The orders that are not over, and have been hydrated since they were read. See `findResting`. */
  readonly open: Map<OrderId, RestingOrder>
  readonly stored: StoredIndex
  /** Hydrated, and still without what only a reply needs. See `completeOrder`. */
  readonly incomplete: Map<OrderId, SpotOrder>
  /** How often the orders were changed that the batch under way amends; read anew by each. */
  changes: Map<OrderId, number>
  /** The stop of each limit order that has one, as both were read. */
  readonly stopOf: ReadonlyMap<OrderId, OrderId>
  /** The open buys with a take profit or stop loss, as they were read: when they end, all of them is needed at once. */
  readonly protectedBuys: ReadonlyMap<OrderId, SpotOrder>
  /** The newest tick that the stops were compared with. */
  through: number
  /** When how far that is was written last, on the tape's clock. */
  savedAtMs: number
  /** Whether a batch is decided and not committed: then the books in memory are not those that the public sees. */
  isUnderWay: boolean
}

/** Where stored orders are: by their place, counted through all blocks. */
export interface StoredIndex {
  readonly blocks: readonly { readonly orders: StoredOrders; readonly first: number }[]
  /** The slot of each, until it is hydrated. */
  readonly slot: Int32Array
  /** The last stored order of each customer of whom none is hydrated; `before` goes on from it. */
  readonly lastOf: Map<number, number>
  readonly before: Int32Array
}

export const NONE = -1

/**
 * The market of an instrument, with its terms as they are listed now; one that was listed since the books
 * were loaded begins empty.
 */
export function marketOf(books: Books, symbol: string): Market {
  const known = books.markets.get(symbol)
  const instrument = findInstrument(symbol) ?? known?.instrument
  assert(instrument, `${symbol} is listed`)
  if (known) {
    known.instrument = instrument
    return known
  }
  const market = createMarket(instrument, [], 0)
  books.markets.set(symbol, market)
  return market
}

/** An instrument’s market without an order, with room for those that are stored. */
export function createMarket(instrument: Instrument, stored: readonly StoredOrders[], nowMs: number): Market {
  const count = stored.reduce(
    (sum, { symbol, id }) => sum + (symbol === instrument.symbol ? id.length : 0),
    0,
  )
  return {
    instrument,
    book: createBook(Math.max(1024, count)),
    // Made whole at once: an array with holes would be a dictionary, which is slow.
    inSlot: new Array<SpotOrder | undefined>(count).fill(undefined),
    storedInSlot: new Int32Array(count),
    stops: createStops(),
    openOf: new Map(),
    quotes: new Map(),
    // From the clock, so that it does not fall back when the order books are loaded again.
    published: { bids: [], asks: [], sequence: nowMs, atMs: nowMs },
    rows: new Map(),
  }
}

/** The order that rests in a slot. */
export function restingIn(books: Books, market: Market, slot: number): SpotOrder {
  return market.inSlot[slot] ?? hydrate(books, market, market.storedInSlot[slot]!).order
}

/** An open order by its id; undefined if none is open under it. */
export function findResting(books: Books, id: OrderId): RestingOrder | undefined {
  const hydrated = books.open.get(id)
  if (hydrated) return hydrated
  for (const { orders, first } of books.stored.blocks) {
    const index = indexOfId(orders, id)
    if (index < 0) continue
    const isGone = books.stored.slot[first + index] === NONE
    return isGone ? undefined : hydrate(books, books.markets.get(orders.symbol)!, first + index)
  }
  return undefined
}

/** The ids of a customer's open orders in a market, oldest first. */
export function openIdsOf(books: Books, market: Market, customer: CustomerId): ReadonlySet<OrderId> {
  listStored(books, customer)
  return market.openOf.get(customer) ?? NO_IDS
}

const NO_IDS: ReadonlySet<OrderId> = new Set()

/**
 * Whether so many more orders are too many for a customer in a market; an open buy with both take profit and stop loss
 * counts as the two sales that it becomes.
 */
export function isTooManyOpen(books: Books, market: Market, customer: CustomerId, more: number): boolean {
  const ids = openIdsOf(books, market, customer)
  // None becomes more than two, so that hardly ever each of them is looked at.
  if (more + 2 * ids.size <= MAX_OPEN_ORDERS) return false
  let count = more + ids.size
  for (const id of ids) {
    const order = books.open.get(id)?.order ?? books.protectedBuys.get(id)
    if (order && order.takeProfit !== null && order.stopLoss !== null) count++
  }
  return count > MAX_OPEN_ORDERS
}

/** Makes a `SpotOrder` of a stored order that is needed for the first time. */
function hydrate(books: Books, market: Market, place: number): RestingOrder {
  const { orders, first } = blockOf(books, place)
  const n = place - first
  const customer = customerId(BigInt(orders.customer[n]!))
  listStored(books, customer)
  const slot = books.stored.slot[place]!
  books.stored.slot[place] = NONE
  const order: SpotOrder = {
    id: orderId(orders.id[n]!),
    customer,
    symbol: orders.symbol,
    side: orders.side,
    ...UNREAD,
    sibling: books.stopOf.get(orderId(orders.id[n]!)) ?? null,
    price: orders.price[n]!,
    quantity: orders.remaining[n]!,
    makerFeeBps: orders.makerFeeBps[n]!,
  }
  const resting = { order, market, slot }
  market.inSlot[slot] = order
  books.open.set(order.id, resting)
  books.incomplete.set(order.id, order)
  const stored = books.protectedBuys.get(order.id)
  if (stored) completeOrder(books, order, stored)
  return resting
}

/**
 * What `completeOrder` puts in before anybody sees it. None of it is decided by: an order that was filled in
 * part before it was read is decided like one of what it had left.
 */
const UNREAD = {
  filled: 0,
  notional: 0n,
  fee: 0n,
  status: 'open',
  reason: null,
  orderType: 'limit',
  timeInForce: 'gtc',
  postOnly: false,
  takerFeeBps: 0,
  termsVersion: 0,
  tapeSequence: null,
  triggerPrice: null,
  triggerDirection: null,
  triggerSequence: null,
  triggeredAtPrice: null,
  siblingPrice: null,
  takeProfit: null,
  stopLoss: null,
  attachedTo: null,
  priority: null,
  createdAtMs: 0,
  updatedAtMs: 0,
} as const

function blockOf({ stored }: Books, place: number): StoredIndex['blocks'][number] {
  return stored.blocks.find(({ orders, first }) => place < first + orders.id.length)!
}

/** Enters a customer's stored orders in the lists of their markets, before one of them is hydrated. */
function listStored(books: Books, customer: CustomerId): void {
  const { lastOf, before } = books.stored
  const owner = Number(customer)
  let place = lastOf.get(owner)
  if (place === undefined) return
  lastOf.delete(owner)
  const found: { market: Market; id: OrderId }[] = []
  while (place !== NONE) {
    const { orders, first } = blockOf(books, place!)
    found.push({ market: books.markets.get(orders.symbol)!, id: orderId(orders.id[place! - first]!) })
    place = before[place!]!
  }
  found.sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const { market, id } of found) listOpen(market, customer, id)
}

function listOpen(market: Market, customer: CustomerId, id: OrderId): void {
  const theirs = market.openOf.get(customer)
  if (theirs) theirs.add(id)
  else market.openOf.set(customer, new Set([id]))
}

/** Which of these orders still lack what only a reply needs. */
export const incompleteAmong = (books: Books, orders: Iterable<SpotOrder>): SpotOrder[] =>
  books.incomplete.size === 0 ? [] : [...orders].filter(({ id }) => books.incomplete.has(id))

/** Puts in what the order had before it was read and what only a reply needs, as the database still has it. */
export function completeOrder(books: Books, order: SpotOrder, stored: SpotOrder): void {
  order.quantity += stored.filled
  order.filled += stored.filled
  order.notional += stored.notional
  order.fee += stored.fee
  const { orderType, timeInForce, postOnly, takerFeeBps, termsVersion, tapeSequence, createdAtMs } = stored
  const { triggerPrice, triggerDirection, triggerSequence, triggeredAtPrice, sibling, priority } = stored
  const { takeProfit, stopLoss, attachedTo } = stored
  Object.assign(order, {
    ...{ takeProfit, stopLoss, attachedTo },
    ...{ orderType, timeInForce, postOnly },
    ...{ takerFeeBps, termsVersion, tapeSequence, createdAtMs },
    ...{ triggerPrice, triggerDirection, triggerSequence, triggeredAtPrice },
    ...{ sibling, siblingPrice: stored.siblingPrice, priority },
  })
  books.incomplete.delete(order.id)
}

/** Shows the public the book as it stands now. */
export function publishDepth(market: Market, atMs: number): void {
  market.published = {
    bids: depth(market.book, 'buy', PUBLISHED_LEVELS),
    asks: depth(market.book, 'sell', PUBLISHED_LEVELS),
    sequence: market.published.sequence + 1,
    atMs,
  }
  market.rows.clear()
}

/**
 * The book as last committed, in rows of several ticks; made when it is first asked for after a commit. Undefined
 * while that cannot be told: a batch is under way.
 */
export function rowsOf({ isUnderWay }: Books, market: Market, step: BookStep): BookDepth | undefined {
  const { book, published, rows } = market
  if (step === 1) return published
  if (!rows.has(step) && !isUnderWay) {
    rows.set(step, {
      ...published,
      bids: depthByStep(book, 'buy', step, MAX_BOOK_ROWS),
      asks: depthByStep(book, 'sell', step, MAX_BOOK_ROWS),
    })
  }
  return rows.get(step)
}

/** Remembers an order that has come to rest in a slot of its book. */
export function addResting(books: Books, market: Market, order: SpotOrder, slot: number): void {
  listStored(books, order.customer)
  market.inSlot[slot] = order
  listOpen(market, order.customer, order.id)
  books.open.set(order.id, { order, market, slot })
}

/** Remembers an order that waits for its trigger. */
export function addWaiting(books: Books, market: Market, order: SpotOrder): void {
  listStored(books, order.customer)
  listOpen(market, order.customer, order.id)
  books.open.set(order.id, { order, market, slot: addStop(market.stops, order) })
}

/** Forgets an order that has left its book. */
export function removeResting(books: Books, market: Market, order: SpotOrder, slot: number): void {
  if (market.inSlot[slot] === order) market.inSlot[slot] = undefined
  const theirs = market.openOf.get(order.customer)!
  theirs.delete(order.id)
  if (theirs.size === 0) market.openOf.delete(order.customer)
  books.open.delete(order.id)
}

/** Takes an order that is not over out of its book, or from among the stops. */
export function cancelResting(books: Books, { order, market, slot }: RestingOrder): void {
  if (order.status === 'untriggered') removeStop(market.stops, order, slot)
  else cancel(market.book, slot)
  removeResting(books, market, order, slot)
}
