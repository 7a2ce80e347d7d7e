import type { Instrument } from '#domain/market/instrument.ts'
import type { Tick } from '#domain/market/tick.ts'
import { UnsoundStateError } from '#server/core/engine/product.ts'
import { rest } from '#server/markets/book/book.ts'
import { bestPrice } from '#server/markets/book/views.ts'
import {
  addWaiting,
  type Books,
  createMarket,
  type Market,
  NONE,
  publishDepth,
  type StoredIndex,
} from './books.ts'
import type { SpotOrder } from './order.ts'
import { applyTick } from './stops.ts'
import type { StoredOrders } from './stored-orders.ts'

/** Makes the order books of what the database has. */

/** What is read beside the book: the stops, and the ticks that nobody compared them with. */
export interface StoredStops {
  readonly orders: readonly SpotOrder[]
  /** The newest tick that they were compared with. */
  readonly through: number
  readonly ticks: readonly Tick[]
}

const NO_STOPS: StoredStops = { orders: [], through: 0, ticks: [] }

/**
 * Makes the order books of these instruments and puts the stored open orders in.
 *
 * Refuses: (by throwing `UnsoundStateError`) an order that cannot be open, an instrument that is not traded
 * here, and a crossed book.
 */
export function loadBooks(
  instruments: readonly Instrument[],
  stored: readonly StoredOrders[],
  nowMs: number,
  stops = NO_STOPS,
  protectedBuys: readonly SpotOrder[] = [],
): Books {
  const count = stored.reduce((sum, { id }) => sum + id.length, 0)
  const books: Books = {
    markets: new Map(instruments.map((each) => [each.symbol, createMarket(each, stored, nowMs)])),
    open: new Map(),
    stored: {
      blocks: firstPlaces(stored),
      slot: new Int32Array(count),
      lastOf: new Map(),
      before: new Int32Array(count).fill(NONE),
    },
    incomplete: new Map(),
    changes: new Map(),
    stopOf: new Map(stops.orders.flatMap(({ id, sibling }) => (sibling === null ? [] : [[sibling, id]]))),
    protectedBuys: new Map(protectedBuys.map((order) => [order.id, order])),
    through: stops.through,
    savedAtMs: 0,
    isUnderWay: false,
  }
  loadStored(books)
  for (const market of books.markets.values()) {
    const { book, instrument } = market
    const [bid, ask] = [bestPrice(book, 'buy'), bestPrice(book, 'sell')]
    if (bid > 0 && ask > 0 && bid >= ask) {
      throw new UnsoundStateError(
        `the stored book of ${instrument.symbol} is crossed: it buys at ${bid} ticks and sells at ${ask}`,
      )
    }
    publishDepth(market, nowMs)
  }
  for (const order of stops.orders) {
    const market = books.markets.get(order.symbol)
    if (!market) throw notTraded(order.id, order.symbol)
    addWaiting(books, market, order)
  }
  for (const tick of stops.ticks) applyTick(books, tick)
  return books
}

function firstPlaces(stored: readonly StoredOrders[]): StoredIndex['blocks'] {
  let first = 0
  return stored.map((orders) => {
    const block = { orders, first }
    first += orders.id.length
    return block
  })
}

/** A stored order that stands in the queue of its price by its priority. */
interface Requeued {
  readonly priority: bigint
  readonly block: Block
  readonly n: number
}

type Block = StoredIndex['blocks'][number]

/** Lets the stored orders rest, each in the order in which it came to its queue. */
function loadStored({ markets, stored }: Books): void {
  const requeued = new Map<string, Requeued[]>()
  for (const block of stored.blocks) {
    const { orders } = block
    if (!markets.has(orders.symbol)) throw notTraded(orders.id[0]!, orders.symbol)
    if (!orders.priority) continue
    const queue = queueOf(orders)
    const own = requeued.get(queue) ?? []
    requeued.set(queue, own)
    for (const [n, priority] of orders.priority.entries()) own.push({ priority, block, n })
  }
  for (const own of requeued.values()) own.sort((a, b) => (a.priority < b.priority ? 1 : -1))
  for (const block of stored.blocks) {
    const { orders } = block
    if (orders.priority) continue
    const market = markets.get(orders.symbol)!
    const others = requeued.get(queueOf(orders)) ?? []
    for (let n = 0; n < orders.id.length; n++) {
      while (others.length > 0 && others.at(-1)!.priority < orders.id[n]!) {
        const next = others.pop()!
        loadOrder(market, stored, next.block, next.n)
      }
      loadOrder(market, stored, block, n)
    }
  }
  for (const own of requeued.values()) {
    for (const { block, n } of own.reverse()) {
      loadOrder(markets.get(block.orders.symbol)!, stored, block, n)
    }
  }
}

const queueOf = ({ symbol, side }: StoredOrders): string => `${symbol} ${side}`

/** Lets a stored order rest, behind those that came before it. */
function loadOrder(
  market: Market,
  { slot, lastOf, before }: StoredIndex,
  { orders, first }: Block,
  n: number,
): void {
  const owner = orders.customer[n]!
  const atPrice = orders.price[n]!
  const remaining = orders.remaining[n]!
  if (!(isCount(remaining) && isCount(atPrice))) {
    throw new UnsoundStateError(
      `stored order ${orders.id[n]} of ${orders.symbol} cannot be open: ${remaining} steps left at ${atPrice} ticks`,
    )
  }
  const place = first + n
  const restsIn = rest(market.book, orders.side, atPrice, remaining, owner)
  slot[place] = restsIn
  market.storedInSlot[restsIn] = place
  before[place] = lastOf.get(owner) ?? NONE
  lastOf.set(owner, place)
}

const notTraded = (id: bigint, symbol: string) =>
  new UnsoundStateError(
    `open order ${id} is in ${symbol}, which is not traded here; list it again, or cancel its orders`,
  )

const isCount = (value: number): boolean => value > 0 && value <= Number.MAX_SAFE_INTEGER
