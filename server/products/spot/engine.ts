import type { RawBuilder } from 'kysely'
import { assert, type Refusal } from '#domain/errors.ts'
import type { CustomerId, OrderId } from '#domain/ids.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import type { Tick } from '#domain/market/tick.ts'
import type { BookStep } from '#domain/spot/book-rows.ts'
import { GroupCommit, type GroupCommitOptions } from '#server/core/engine/group-commit.ts'
import type { EngineProduct } from '#server/core/engine/product.ts'
import type { Signer } from '#server/core/ledger/checkpoint.ts'
import { insertReceipts } from '#server/core/receipts.ts'
import type { KeyedCall } from '#server/platform/idempotency.ts'
import {
  type Action,
  accountsOf,
  answer,
  complete,
  decide,
  isUnwritten,
  type Reply,
  toAnswer,
  tracesOf,
  whatHappened,
} from './actions.ts'
import type { AmendChange } from './amend.ts'
import { type Batch, createBatch, type Trade } from './batch.ts'
import { createBatchEnd } from './batch-end.ts'
import {
  type BookDepth,
  type Books,
  completeOrder,
  incompleteAmong,
  type Market,
  publishDepth,
  rowsOf,
} from './books.ts'
import { type NewOrder, transfersOf } from './decide.ts'
import type { NewPair } from './decide-stops.ts'
import { loadBooks } from './load-books.ts'
import type { SpotOrder } from './order.ts'
import { ordersById } from './order-store.ts'
import type { Quote } from './quotes.ts'
import { receiptOfStop } from './receipts.ts'
import { protectedBuys, storedOpenOrders, storedStops, writeStatements } from './store.ts'

/** The single writer of the spot books: `core/engine` with spot's decisions. */
export interface Engine {
  /**
   * Takes over the order books and loads them; retries while the database is unavailable.
   *
   * Refuses: (by throwing) stored books that cannot be right.
   */
  start(): Promise<void>
  /** Lets the batch under way end and refuses everything else. */
  stop(): Promise<void>
  /** Has an action decided and written. What follows asks by it. */
  send(action: Action, call?: KeyedCall): Promise<SpotOrder[]>
  place(order: NewOrder, call?: KeyedCall): Promise<SpotOrder>
  /** Refuses an order; or returns the one that the same call placed before, when the rules let it. */
  refuse(customer: CustomerId, because: Refusal, call: KeyedCall): Promise<SpotOrder>
  cancel(customer: CustomerId, id: OrderId, call?: KeyedCall): Promise<SpotOrder>
  /** Cancels a customer's open orders, of one instrument or of all; returns those it cancelled. */
  cancelAll(customer: CustomerId, symbol?: string, call?: KeyedCall): Promise<SpotOrder[]>
  /** Places a limit order and a stop of which one cancels the other; returns them in that order. */
  placePair(pair: NewPair, call?: KeyedCall): Promise<SpotOrder[]>
  /** Refuses a pair, as `refuse` does an order. */
  refusePair(customer: CustomerId, because: Refusal, call: KeyedCall): Promise<SpotOrder[]>
  /** Changes price, trigger price or quantity of an order that is not over. */
  amend(customer: CustomerId, id: OrderId, change: AmendChange, call?: KeyedCall): Promise<SpotOrder>
  /** Compares the stops with ticks that are on the tape, in its order; returns those that went to their books. */
  ticks(ticks: readonly Tick[]): Promise<SpotOrder[]>
  /** Makes these the market maker's quotes in an instrument; one that would meet an order is left out. */
  quote(symbol: string, quotes: readonly Quote[]): Promise<void>
  /** The book as last committed; undefined of an instrument without one, and while books are not known. */
  depth(symbol: string): BookDepth | undefined
  /** Whether books are known: not while an engine in another process is not reached. */
  hasBooks(): boolean
  /**
   * The same in rows of several ticks. While a batch is under way that nobody asked before, it comes with its end; undefined
   * of an instrument without a book, and where the batch does not end in a second.
   */
  rows(symbol: string, step: BookStep): Promise<BookDepth | undefined>
  /** Calls the listener after each commit; returns how to stop it. A listener must not throw. */
  subscribe(listener: (event: EngineEvent) => void): () => void
  isReady(): boolean
  /** Whether only a new start of the process helps: another has taken over, or what is stored cannot be right. */
  isOver(): boolean
}

/**
 * What a commit tells: `trades` and `book` are for everybody, `orders` for the customer alone. `missed`: the engine is in another
 * process and was not reached for a while; what it told meanwhile is not known.
 */
export type EngineEvent =
  | {
      readonly kind: 'trades'
      readonly symbol: string
      readonly trades: readonly Trade[]
      readonly atMs: number
    }
  | { readonly kind: 'book'; readonly symbol: string; readonly depth: BookDepth }
  | { readonly kind: 'orders'; readonly customer: CustomerId; readonly orders: readonly SpotOrder[] }
  | { readonly kind: 'missed' }

export interface EngineOptions extends GroupCommitOptions {
  /** What is traded now: asked whenever the books are loaded. */
  readonly instruments: () => readonly Instrument[]
  /** Signs the receipts of stops. */
  readonly signer: Signer
}

/** What customers and the process itself ask of an engine, as actions that are sent to wherever it is. */
export const askingBy = (
  send: Engine['send'],
): Pick<
  Engine,
  'place' | 'refuse' | 'cancel' | 'cancelAll' | 'placePair' | 'refusePair' | 'amend' | 'ticks' | 'quote'
> => ({
  place: (draft, call) => send({ kind: 'place', draft }, call).then(only),
  refuse: (customer, { code, params }, call) =>
    send({ kind: 'refuse', customer, code, params }, call).then(only),
  cancel: (customer, id, call) => send({ kind: 'cancel', customer, id }, call).then(only),
  cancelAll: (customer, symbol, call) => send({ kind: 'cancel-all', customer, symbol }, call),
  placePair: (draft, call) => send({ kind: 'place-pair', draft }, call),
  refusePair: (customer, { code, params }, call) => send({ kind: 'refuse', customer, code, params }, call),
  amend: (customer, id, change, call) => send({ kind: 'amend', customer, id, change }, call).then(only),
  ticks: (ticks) => send({ kind: 'ticks', ticks }),
  quote: async (symbol, quotes) => void (await send({ kind: 'quote', symbol, quotes })),
})

/** Makes an engine over these instruments; it does nothing before `start`. */
export function createEngine(options: EngineOptions): Engine {
  const { instruments, clock } = options
  const empty = loadBooks(instruments(), [], clock.nowMs())
  const ended = createBatchEnd()
  const engine = new GroupCommit(spotProduct(options, ended.tell), options)
  const send: Engine['send'] = (action, call) => engine.send({ action, call })

  return {
    start: () => engine.start(),
    stop: () => engine.stop(),
    ...askingBy(send),
    send,
    depth: (symbol) => (engine.state ?? empty).markets.get(symbol)?.published,
    hasBooks: () => true,
    async rows(symbol, step) {
      const look = () => {
        const books = engine.state ?? empty
        const market = books.markets.get(symbol)
        return market && rowsOf(books, market, step)
      }
      return look() ?? (engine.state?.markets.has(symbol) ? ended.find(look) : undefined)
    },
    subscribe: (listener) => engine.subscribe(listener),
    isReady: () => engine.isReady(),
    isOver: () => engine.isOver(),
  }
}

/** What spot gives to group commit. */
const spotProduct = (
  { instruments, clock, signer }: EngineOptions,
  tellEnd: () => void,
): EngineProduct<Books, Batch, Action, Reply, EngineEvent> => ({
  writer: 'spot',
  reload: async (tx) =>
    loadBooks(
      instruments(),
      await storedOpenOrders(tx),
      clock.nowMs(),
      await storedStops(tx),
      await protectedBuys(tx),
    ),
  accountsOf: (books, actions) => actions.flatMap((action) => accountsOf(books, action)),
  begin: createBatch,
  decide(books, batch, action) {
    books.isUnderWay = true
    return decide(books, batch, action)
  },
  isUnwritten,
  complete,
  async write(tx, books, batch) {
    // Before orders are completed: what this batch charged is a difference.
    const transfers = transfersOf(books, batch)
    const incomplete = incompleteAmong(books, batch.changed)
    if (incomplete.length > 0) {
      const stored = await ordersById(
        tx,
        incomplete.map(({ id }) => id),
      )
      for (const order of incomplete) completeOrder(books, order, stored.get(order.id)!)
    }
    return { statements: [...writeStatements(batch), ...receiptsOf(batch, signer)], transfers }
  },
  committed(books, batch) {
    books.isUnderWay = false
    const events = eventsOf(books, batch)
    tellEnd()
    return events
  },
  reloaded({ markets }) {
    tellEnd()
    return [...markets.values()].map(bookEvent)
  },
  snapshot: (orders) => orders.map((order) => ({ ...order })),
  toAnswer,
  answer,
  async findOut(db, attempts, batch) {
    const touched = batch ? [...batch.added, ...batch.changed].map(({ id }) => id) : []
    const written = await ordersById(db, [...attempts.flatMap(tracesOf), ...touched])
    return {
      replies: attempts.map((attempt) => whatHappened(attempt, written)),
      events: orderEvents(touched.flatMap((id) => written.get(id) ?? [])),
    }
  },
})

/** Keeps the signed receipts of the stops that a batch accepts or amends. */
function receiptsOf({ added, receipts }: Batch, signer: Signer): RawBuilder<unknown>[] {
  const stops = [...added].filter(({ triggerPrice }) => triggerPrice !== null)
  const all = [...stops.map((stop) => ({ number: stop.id, receipt: receiptOfStop(stop) })), ...receipts]
  return all.length > 0 ? [insertReceipts(signer, all)] : []
}

/** What a batch that has just been committed tells; publishes the order books it changed. */
function eventsOf(books: Books, { added, changed, quoted, trades, atMs }: Batch): EngineEvent[] {
  const events: EngineEvent[] = []
  const touched = [...added, ...changed]
  for (const symbol of new Set([...touched.map((order) => order.symbol), ...quoted])) {
    const market = books.markets.get(symbol)!
    publishDepth(market, atMs)
    const traded = trades.filter((trade) => trade.symbol === symbol)
    if (traded.length > 0) events.push({ kind: 'trades', symbol, trades: traded, atMs })
    events.push(bookEvent(market))
  }
  return [...events, ...orderEvents(touched)]
}

const bookEvent = ({ instrument, published }: Market): EngineEvent => ({
  kind: 'book',
  symbol: instrument.symbol,
  depth: published,
})

/** One event for each customer, with their orders as they are now. */
const orderEvents = (orders: readonly SpotOrder[]): EngineEvent[] =>
  [...Map.groupBy(orders, ({ customer }) => customer)].map(([customer, own]) => ({
    kind: 'orders',
    customer,
    orders: own.map((order) => ({ ...order })),
  }))

const only = ([order]: SpotOrder[]): SpotOrder => {
  assert(order, 'an order that was answered is there')
  return order
}
