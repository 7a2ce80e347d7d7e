import { assert } from '#domain/errors.ts'
import { type CustomerId, customerId, type OrderId, orderId } from '#domain/ids.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { price, quantity, type Units } from '#domain/money/amount.ts'
import { boughtOf } from '#domain/spot/attached.ts'
import { type BookStep, type Depth, MAX_BOOK_ROWS } from '#domain/spot/book-rows.ts'
import { holdBesideLimit } from '#domain/spot/oco.ts'
import {
  type CancelReason,
  holdFor,
  MAX_OPEN_ORDERS,
  type OrderStatus,
  type OrderType,
  payCurrency,
  receiveCurrency,
  type Side,
  type TimeInForce,
} from '#domain/spot/rules.ts'
import type { TriggerDirection } from '#domain/spot/trigger.ts'
import { UnsoundStateError } from '#server/core/engine/product.ts'
import { type AccountId, accountId } from '#server/core/ledger/accounts.ts'
import { type Book, cancel, createBook, rest } from '#server/markets/book/book.ts'
import { bestPrice, depth, depthByStep } from '#server/markets/book/views.ts'
import { spotAccounts } from './accounts.ts'
import { addStop, applyTick, createStops, removeStop, type Stops } from './stops.ts'
import { indexOfId, type StoredOrders } from './stored-orders.ts'

/** An order as the engine knows it and as the database keeps it. Prices in ticks, quantities in steps. */
export interface SpotOrder {
  readonly id: OrderId
  readonly customer: CustomerId
  readonly symbol: string
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  /** A market order's is the worst price it may fill at. */
  price: number
  quantity: number
  filled: number
  /** What has been traded, in units of quote. */
  notional: bigint
  /** What has been charged, in units of the currency received. */
  fee: bigint
  readonly makerFeeBps: number
  readonly takerFeeBps: number
  /** Which terms of the instrument the fees are of. */
  readonly termsVersion: number
  status: OrderStatus
  reason: CancelReason | null
  /** Where the tape was at its acceptance; of a stop, when it was last given its trigger. */
  tapeSequence: number | null
  /** What a stop waits for; null for other orders. */
  triggerPrice: number | null
  readonly triggerDirection: TriggerDirection | null
  /** The tick that triggered it, and its price; null before. */
  triggerSequence: number | null
  triggeredAtPrice: number | null
  /** The other order of its pair; it may be over. */
  readonly sibling: OrderId | null
  /** A stop's alone: the price of the limit order whose hold it shares while it waits. */
  siblingPrice: number | null
  /** Of a buy: what it bought is for sale at these once it is over. See `attached.ts`. */
  readonly takeProfit: number | null
  readonly stopLoss: number | null
  /** Of a sale at one of them: the buy. */
  readonly attachedTo: OrderId | null
  /** Where it stands in the queue of its price, or of its trigger price, since it was triggered or amended; null: by its id. */
  priority: bigint | null
  readonly createdAtMs: number
  updatedAtMs: number
}

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

/** What is read beside the book: the stops, and the ticks that nobody compared them with. */
export interface StoredStops {
  readonly orders: readonly SpotOrder[]
  /** The newest tick that they were compared with. */
  readonly through: number
  readonly ticks: readonly Tick[]
}

const NO_STOPS: StoredStops = { orders: [], through: 0, ticks: [] }

/** Where stored orders are: by their place, counted through all blocks. */
interface StoredIndex {
  readonly blocks: readonly { readonly orders: StoredOrders; readonly first: number }[]
  /** The slot of each, until it is hydrated. */
  readonly slot: Int32Array
  /** The last stored order of each customer of whom none is hydrated; `before` goes on from it. */
  readonly lastOf: Map<number, number>
  readonly before: Int32Array
}

const NONE = -1

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

function createMarket(instrument: Instrument, stored: readonly StoredOrders[], nowMs: number): Market {
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

/** What an order begins with, besides who orders what: the instrument's terms, and nothing filled yet. */
export const createOrder = (
  { symbol, makerFeeBps, takerFeeBps, termsVersion }: Instrument,
  atMs: number,
  ordered: Pick<
    SpotOrder,
    | 'id'
    | 'customer'
    | 'side'
    | 'orderType'
    | 'timeInForce'
    | 'postOnly'
    | 'price'
    | 'quantity'
    | 'tapeSequence'
  > &
    Partial<
      Pick<
        SpotOrder,
        | ('triggerPrice' | 'triggerDirection' | 'status' | 'sibling' | 'siblingPrice')
        | ('takeProfit' | 'stopLoss' | 'attachedTo')
      >
    >,
): SpotOrder => ({
  ...{ symbol, makerFeeBps, takerFeeBps, termsVersion },
  filled: 0,
  notional: 0n,
  fee: 0n,
  status: 'open',
  reason: null,
  triggerPrice: null,
  triggerDirection: null,
  triggerSequence: null,
  triggeredAtPrice: null,
  sibling: null,
  siblingPrice: null,
  takeProfit: null,
  stopLoss: null,
  attachedTo: null,
  priority: null,
  ...ordered,
  createdAtMs: atMs,
  updatedAtMs: atMs,
})

/** The account an order pays from. */
export const payAccount = (market: Market, customer: CustomerId, side: Side): AccountId =>
  accountId(customer, spotAccounts.spot, 'available', payCurrency(market.instrument, side))

/** The account that what an order receives goes to. */
export const receiveAccount = (
  { instrument }: Market,
  { customer, side }: Pick<SpotOrder, 'customer' | 'side'>,
): AccountId => accountId(customer, spotAccounts.spot, 'available', receiveCurrency(instrument, side))

/** Whether what a buy bought is for sale once it is over. */
export const isProtected = ({ takeProfit, stopLoss }: Pick<SpotOrder, 'takeProfit' | 'stopLoss'>): boolean =>
  takeProfit !== null || stopLoss !== null

/**
 * What a buy with a take profit or stop loss has bought and keeps for them until it is over, so that all of it is there to
 * be sold then. Units: of base.
 */
export const keptFor = (instrument: Instrument, order: SpotOrder): Units =>
  order.status === 'open' && isProtected(order)
    ? boughtOf(instrument, quantity(BigInt(order.filled)), order.fee)
    : (0n as Units)

/**
 * What an order has set aside for its rest: quote for a buy, base for a sell. While it waits, the stop of a pair sets
 * aside only what its limit order does not.
 */
export function heldFor(
  instrument: Instrument,
  order: Pick<SpotOrder, 'side' | 'price' | 'quantity' | 'filled' | 'status' | 'siblingPrice'>,
): Units {
  const { side, status, siblingPrice } = order
  if (status !== 'open' && status !== 'untriggered') return 0n as Units
  const [atPrice, remaining] = [price(BigInt(order.price)), quantity(BigInt(order.quantity - order.filled))]
  return status === 'untriggered' && siblingPrice !== null
    ? holdBesideLimit(instrument, side, atPrice, price(BigInt(siblingPrice)), remaining)
    : holdFor(instrument, side, atPrice, remaining)
}
