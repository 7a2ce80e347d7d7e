import { assert, Refusal, refusal } from '#domain/errors.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import type { Quantity } from '#domain/money/amount.ts'
import type { Clock } from '#server/core/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { raiseFence } from '#server/platform/db/fence.ts'
import { type BookDepth, type Books, loadBooks, type Market, publishDepth, type SpotOrder } from './books.ts'
import { type Batch, createBatch, type NewOrder, type Trade } from './decide.ts'
import {
  type Action,
  answerFound,
  decideAll,
  type LookUp,
  paidFrom,
  type Request,
  tracesOf,
  whatHappened,
} from './requests.ts'
import {
  beginBatch,
  commitBatch,
  isPassing,
  isTakenOver,
  type KeyedCall,
  openOrders,
  ordersById,
} from './store.ts'

/**
 * The single writer of the spot books, by group commit.
 *
 * Requests gather for about a millisecond, or for as long as the batch before them takes. A batch is
 * decided in memory, written in one transaction, and acknowledged after the commit, never before. When
 * the writing fails or its fate is unknown, memory is thrown away and read again from the database, and
 * each waiting request is answered by what is found there.
 */
export interface Engine {
  /** Takes over the books and loads them; goes on trying while the database is away. */
  start(): Promise<void>
  /** Lets the batch under way end and refuses everything else. */
  stop(): Promise<void>
  place(order: NewOrder, call?: KeyedCall): Promise<SpotOrder>
  /** Refuses an order; or answers the one that the same call placed before, when the rules let it. */
  refuse(customer: bigint, because: Refusal, call: KeyedCall): Promise<SpotOrder>
  cancel(customer: bigint, id: bigint, call?: KeyedCall): Promise<SpotOrder>
  /** Cancels a customer's open orders, of one instrument or of all; answers those it cancelled. */
  cancelAll(customer: bigint, symbol?: string, call?: KeyedCall): Promise<SpotOrder[]>
  /** Makes an open order smaller, to `remaining` steps, where it stands in the queue. */
  shrink(customer: bigint, id: bigint, remaining: Quantity): Promise<SpotOrder>
  /** The book as last committed. */
  depth(symbol: string): BookDepth | undefined
  /** Calls back after each commit; answers how to stop it. A listener must not throw. */
  subscribe(listener: (event: EngineEvent) => void): () => void
  isReady(): boolean
}

/** What a commit tells: `trades` and `book` are for everybody, `orders` for the customer alone. */
export type EngineEvent =
  | {
      readonly kind: 'trades'
      readonly symbol: string
      readonly trades: readonly Trade[]
      readonly atMs: number
    }
  | { readonly kind: 'book'; readonly symbol: string; readonly depth: BookDepth }
  | { readonly kind: 'orders'; readonly customer: bigint; readonly orders: readonly SpotOrder[] }

export interface EngineOptions {
  readonly db: Db
  readonly clock: Clock
  readonly instruments: readonly Instrument[]
  /** Told of every failed batch, and when another engine has taken over. */
  readonly onFault?: (error: unknown) => void
  /** How long requests wait for a database that is away; after that they are refused at once. */
  readonly patienceMs?: number
}

/** Long enough for others to join, too short to notice. */
const GATHER_MS = 1
const MAX_BATCH = 1_000
/** Beyond this many waiting requests new ones are refused rather than kept waiting. */
const MAX_WAITING = 50_000
const RETRY_FIRST_MS = 50
const RETRY_LAST_MS = 500
const MAX_ATTEMPTS = 5

/** `away` is `recovering` for longer than anybody should wait. */
type State = 'stopped' | 'ready' | 'recovering' | 'away' | 'taken-over'

/** Makes an engine over these instruments; it does nothing before `start`. */
export function createEngine(options: EngineOptions): Engine {
  const { db, clock, instruments, onFault = () => {}, patienceMs = 5_000 } = options
  const listeners = new Set<(event: EngineEvent) => void>()
  let books: Books = loadBooks(instruments, [], clock.nowMs())
  let fence = 0n
  let state: State = 'stopped'
  let waiting: Request[] = []
  let running: Promise<void> | undefined
  /** The answers of the last committed batch, kept back for the moment it takes to send off the next. */
  let owed: () => void = () => {}

  const is = (...states: State[]) => states.includes(state)

  function request(action: Action, call?: KeyedCall): Promise<SpotOrder[]> {
    return new Promise((resolve, reject) => {
      enqueue({ action, call, resolve, reject, attempts: 0, outcome: [] })
    })
  }

  function enqueue(each: Request): void {
    if (!is('ready', 'recovering') || waiting.length >= MAX_WAITING) {
      each.reject(refusal('SERVICE_UNAVAILABLE'))
      return
    }
    waiting.push(each)
    running ??= gatherAndRun()
  }

  async function gatherAndRun(): Promise<void> {
    await pause(GATHER_MS)
    while (waiting.length > 0 && is('ready')) {
      const requests = waiting.slice(0, MAX_BATCH)
      waiting = waiting.slice(MAX_BATCH)
      await runBatch(requests)
      if (waiting.length === 0) payOwed()
    }
    payOwed()
    running = undefined
  }

  async function runBatch(requests: readonly Request[]): Promise<void> {
    let batch: Batch | undefined
    try {
      const accounts = [...new Set(requests.flatMap(({ action }) => paidFrom(books, action)))]
      const calls = requests.flatMap(({ call }) => call ?? [])
      await db.transaction().execute(async (tx) => {
        const { available, kept } = await beginBatch(tx, fence, accounts, calls)
        const decided = createBatch(clock.nowMs(), available)
        batch = decided
        const answered = decideAll(books, decided, requests, kept)
        const isEmpty = decided.added.size === 0 && decided.changed.size === 0 && answered.length === 0
        // While the database writes this batch, the answers of the one before go out.
        setImmediate(payOwed)
        if (!isEmpty) await commitBatch(tx, decided, answered)
      })
    } catch (error) {
      payOwed()
      await recover(requests, error, batch)
      return
    }
    payOwed()
    const answers = requests.map(answerOf)
    const events = batch ? eventsOf(batch) : []
    owed = () => {
      for (const answer of answers) answer()
      tell(events)
    }
  }

  function tell(events: readonly EngineEvent[]): void {
    for (const event of events) for (const listener of listeners) listener(event)
  }

  /** Gives out the answers of the last committed batch. */
  function payOwed(): void {
    const pay = owed
    owed = () => {}
    pay()
  }

  /** How to answer a request of a batch that has just been committed, whatever later batches decide. */
  function answerOf(each: Request): () => void {
    const { outcome, resolve, reject } = each
    if (outcome instanceof Refusal) return () => reject(outcome)
    if (!Array.isArray(outcome)) return () => void answerFromDatabase(each, outcome)
    const orders = outcome.map((order) => ({ ...order }))
    return () => resolve(orders)
  }

  async function answerFromDatabase(each: Request, { lookUp }: LookUp): Promise<void> {
    try {
      const found = await ordersById(db, lookUp)
      answerFound(
        each,
        lookUp.flatMap((id) => found.get(id) ?? []),
      )
    } catch (error) {
      onFault(error)
      if (++each.attempts > MAX_ATTEMPTS) each.reject(refusal('SERVICE_UNAVAILABLE'))
      else enqueue(each)
    }
  }

  /** What a batch that has just been committed tells; publishes the books it changed. */
  function eventsOf({ added, changed, trades, atMs }: Batch): EngineEvent[] {
    const events: EngineEvent[] = []
    const touched = [...added, ...changed]
    for (const symbol of new Set(touched.map((order) => order.symbol))) {
      const market = books.markets.get(symbol)!
      publishDepth(market, atMs)
      const traded = trades.filter((trade) => trade.symbol === symbol)
      if (traded.length > 0) events.push({ kind: 'trades', symbol, trades: traded, atMs })
      events.push(bookEvent(market))
    }
    return [...events, ...orderEvents(touched)]
  }

  /** Finds out what became of a failed batch, and tells it; tries again only what certainly did not happen. */
  async function recover(requests: readonly Request[], error: unknown, batch?: Batch): Promise<void> {
    onFault(error)
    if (is('stopped')) return refuseAll(requests)
    if (isTakenOver(error)) {
      state = 'taken-over'
      return refuseAll(requests)
    }
    state = 'recovering'
    const touched = batch ? [...batch.added, ...batch.changed].map(({ id }) => id) : []
    const written = await reload(requests, touched)
    if (!written) return refuseAll(requests)
    tell(orderEvents(touched.flatMap((id) => written.get(id) ?? [])))

    const again: Request[] = []
    for (const each of requests) {
      const orders = whatHappened(each, written)
      if (orders) each.resolve(orders)
      else if (++each.attempts > MAX_ATTEMPTS) each.reject(refusal('SERVICE_UNAVAILABLE'))
      else again.push(each)
    }
    if (isPassing(error)) waiting = [...again, ...waiting]
    // Otherwise one of them breaks an assumption of ours: alone, it fails alone.
    else if (requests.length > 1) for (const each of again) await runBatch([each])
    else for (const each of again) each.reject(error)
  }

  /**
   * Reads the books from the database, trying until it answers, with the orders that requests left and
   * those that a failed batch touched.
   *
   * Raising the fence first waits until a transaction of unknown fate has ended, so what is read is final:
   * what is not there did not happen and will not, and may be tried again.
   */
  async function reload(
    requests: readonly Request[],
    touched: readonly bigint[],
  ): Promise<Map<bigint, SpotOrder> | undefined> {
    const patience = setTimeout(() => {
      if (is('recovering')) state = 'away'
      refuseAll(requests)
    }, patienceMs)
    try {
      for (let delay = RETRY_FIRST_MS; is('recovering', 'away'); delay = Math.min(delay * 2, RETRY_LAST_MS)) {
        try {
          const [newFence, open] = await db
            .transaction()
            .execute(async (tx) => [await raiseFence(tx, 'spot_engine'), await openOrders(tx)] as const)
          const written = await ordersById(db, [...requests.flatMap(tracesOf), ...touched])
          fence = newFence
          books = loadBooks(instruments, open, clock.nowMs())
          if (is('recovering', 'away')) state = 'ready'
          tell([...books.markets.values()].map(bookEvent))
          return written
        } catch (error) {
          onFault(error)
          await pause(delay * (0.5 + Math.random() / 2))
        }
      }
      return undefined
    } finally {
      clearTimeout(patience)
    }
  }

  function refuseAll(requests: readonly Request[]): void {
    for (const each of [...requests, ...waiting]) {
      // Whoever has been refused must not find later that it was done after all.
      each.attempts = MAX_ATTEMPTS
      each.reject(refusal('SERVICE_UNAVAILABLE'))
    }
    waiting = []
  }

  const only = ([order]: SpotOrder[]) => {
    assert(order, 'an order that was answered is there')
    return order
  }

  return {
    async start() {
      assert(is('stopped'), 'an engine is started once')
      state = 'recovering'
      await reload([], [])
      if (waiting.length > 0) running ??= gatherAndRun()
    },
    async stop() {
      state = 'stopped'
      refuseAll([])
      await running
    },
    place: (draft, call) => request({ kind: 'place', draft }, call).then(only),
    refuse: (customer, because, call) => request({ kind: 'refuse', customer, because }, call).then(only),
    cancel: (customer, id, call) => request({ kind: 'cancel', customer, id }, call).then(only),
    cancelAll: (customer, symbol, call) => request({ kind: 'cancel-all', customer, symbol }, call),
    shrink: (customer, id, remaining) => request({ kind: 'shrink', customer, id, remaining }).then(only),
    depth: (symbol) => books.markets.get(symbol)?.published,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isReady: () => is('ready'),
  }
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

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
