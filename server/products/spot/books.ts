import { assert } from '#domain/errors.ts'
import { baseAmountOf, type Instrument, notionalOf } from '#domain/market/instrument.ts'
import { price, quantity, type Units } from '#domain/money/amount.ts'
import type { CancelReason, OrderStatus, OrderType, Side, TimeInForce } from '#domain/spot/rules.ts'
import { type Book, cancel, createBook, rest } from '#server/markets/book/book.ts'
import { bestPrice, type Depth, depth } from '#server/markets/book/views.ts'

/** An order as the engine knows it and as the database keeps it. Prices in ticks, quantities in steps. */
export interface SpotOrder {
  readonly id: bigint
  readonly customer: bigint
  readonly symbol: string
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  /** A market order's is the worst price it may fill at. */
  readonly price: number
  quantity: number
  filled: number
  /** What has been traded, in units of quote. */
  notional: bigint
  /** What has been charged, in units of the currency received. */
  fee: bigint
  readonly makerFeeBps: number
  readonly takerFeeBps: number
  status: OrderStatus
  reason: CancelReason | null
  readonly tapeSequence: number | null
  readonly createdAtMs: number
  updatedAtMs: number
}

/** An open order with its place in the book. */
export interface RestingOrder {
  readonly order: SpotOrder
  readonly market: Market
  readonly slot: number
}

/** One instrument's book and who stands in it. */
export interface Market {
  readonly instrument: Instrument
  readonly book: Book
  /** By the book's slot. */
  readonly inSlot: (SpotOrder | undefined)[]
  /** The ids of each customer's open orders, oldest first. */
  readonly openOf: Map<bigint, Set<bigint>>
  /** What the public sees: the book as last committed, not as a batch under way has it. */
  published: BookDepth
}

/** A book by price, best first. `sequence` grows with every committed change. */
export interface BookDepth {
  readonly bids: Depth[]
  readonly asks: Depth[]
  readonly sequence: number
  readonly atMs: number
}

/** How many levels of each side are published. */
export const PUBLISHED_LEVELS = 100

/** All that the engine keeps in memory; it can be made again from the open orders at any time. */
export interface Books {
  readonly markets: ReadonlyMap<string, Market>
  readonly open: Map<bigint, RestingOrder>
}

/** Makes the books of these instruments and puts the open orders in, which must come in the order of their ids. */
export function loadBooks(
  instruments: readonly Instrument[],
  openOrders: readonly SpotOrder[],
  nowMs: number,
): Books {
  const markets = new Map<string, Market>()
  for (const instrument of instruments) {
    markets.set(instrument.symbol, {
      instrument,
      book: createBook(),
      inSlot: [],
      openOf: new Map(),
      // From the clock, so that it does not fall back when the books are loaded again.
      published: { bids: [], asks: [], sequence: nowMs, atMs: nowMs },
    })
  }
  const books: Books = { markets, open: new Map() }
  for (const order of openOrders) {
    const market = markets.get(order.symbol)
    assert(market, `open order ${order.id} is in a known instrument, not in ${order.symbol}`)
    const slot = rest(
      market.book,
      order.side,
      order.price,
      order.quantity - order.filled,
      Number(order.customer),
    )
    addResting(books, market, order, slot)
  }
  for (const market of markets.values()) {
    const { book, instrument } = market
    const [bid, ask] = [bestPrice(book, 'buy'), bestPrice(book, 'sell')]
    assert(bid === 0 || ask === 0 || bid < ask, `the book of ${instrument.symbol} is not crossed`)
    publishDepth(market, nowMs)
  }
  return books
}

/** Shows the public the book as it stands now. */
export function publishDepth(market: Market, atMs: number): void {
  market.published = {
    bids: depth(market.book, 'buy', PUBLISHED_LEVELS),
    asks: depth(market.book, 'sell', PUBLISHED_LEVELS),
    sequence: market.published.sequence + 1,
    atMs,
  }
}

/** Remembers an order that has come to rest in a slot of its book. */
export function addResting(books: Books, market: Market, order: SpotOrder, slot: number): void {
  market.inSlot[slot] = order
  const theirs = market.openOf.get(order.customer)
  if (theirs) theirs.add(order.id)
  else market.openOf.set(order.customer, new Set([order.id]))
  books.open.set(order.id, { order, market, slot })
}

/** Forgets an order that has left its book. */
export function removeResting(books: Books, market: Market, order: SpotOrder, slot: number): void {
  if (market.inSlot[slot] === order) market.inSlot[slot] = undefined
  const theirs = market.openOf.get(order.customer)!
  theirs.delete(order.id)
  if (theirs.size === 0) market.openOf.delete(order.customer)
  books.open.delete(order.id)
}

/** Takes an open order out of its book. */
export function takeOut(books: Books, { order, market, slot }: RestingOrder): void {
  cancel(market.book, slot)
  removeResting(books, market, order, slot)
}

/** What an open order has set aside for its rest: quote for a buy, base for a sell. */
export function heldFor(instrument: Instrument, order: SpotOrder): Units {
  if (order.status !== 'open') return 0n as Units
  const remaining = quantity(BigInt(order.quantity - order.filled))
  return order.side === 'buy'
    ? notionalOf(instrument, price(BigInt(order.price)), remaining)
    : baseAmountOf(instrument, remaining)
}
