import { assert } from '#domain/errors.ts'
import type { CustomerId, OptionId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import type { Activity, LossLimitChoice } from '#domain/option/limits.ts'
import {
  entryDeadline,
  entryFrom,
  expiryOf,
  mayBeEntry,
  type OptionResult,
  resultOf,
} from '#domain/option/rules.ts'
import type { OptionTerms } from '#domain/option/terms.ts'
import { SECOND_MS } from '#domain/time.ts'
import { type Breaker, createBreaker, watchMove } from '#server/markets/breaker.ts'
import { createHeap, earliestMs, type Heap, popEarliest, pushAt } from './heap.ts'
import type { OptionOrder } from './order.ts'
import { type OptionRealm, realOptions } from './realm.ts'

/**
 * The engine's state in memory: the orders without a result, by when the tape decides them. It is rebuilt from the
 * stored orders and the tape at any time, and comes out the same.
 *
 * An order is decided when the tape has reached a time after its expiry, which a tick or a checkpoint shows: time never
 * goes back along the tape, so no tick can come that would count. Nothing else decides it: no timer, and nobody.
 */
export interface State {
  readonly realm: OptionRealm
  /** The newest terms. */
  terms: OptionTerms
  readonly markets: Map<string, Market>
  /** By the time after which the tape decides them: the last moment for their entry, then their expiry. */
  readonly undecided: Heap<Open>
  /** Decided by the tape and not written yet, in the order of their decision. */
  due: Decided[]
  readonly open: Map<OptionId, Open>
  readonly ofCustomer: Map<CustomerId, Set<Open>>
  /** What is known of those who ordered since the state was loaded. */
  readonly customers: Map<CustomerId, Customer>
  /** Winnings of open orders, by instrument and second of expiry; see `slotOf`. */
  readonly exposure: Map<string, bigint>
  /** The newest tick that was applied. */
  through: number
  /** The time that the tape has reached. */
  tapeMs: number
}

/** One instrument. */
export interface Market {
  /** Orders without an entry, in the order of their acceptance. */
  waiting: Open[]
  /** The newest valid tick. */
  last: Tick | undefined
  readonly breaker: Breaker
}

/** An order without a result that is written. */
export interface Open {
  readonly order: OptionOrder
  readonly market: Market
  entry: Tick | undefined
  /** After this time of the tape it is decided. */
  decidedAfterMs: number
}

export interface Decided {
  readonly open: Open
  readonly result: OptionResult
}

/** What the limits ask of one customer. */
export interface Customer {
  activity: Activity
  lossLimits: readonly LossLimitChoice[]
  excludedUntilMs: number
}

/** The state without an order. */
export const createState = (terms: OptionTerms, realm: OptionRealm = realOptions): State => ({
  realm,
  ...{ terms, markets: new Map(), undecided: createHeap<Open>(), due: [], open: new Map() },
  ...{ ofCustomer: new Map(), customers: new Map(), exposure: new Map(), through: 0, tapeMs: 0 },
})

/** An instrument’s part of the state; made when it is first asked for. */
export function marketOf(state: State, symbol: string): Market {
  let market = state.markets.get(symbol)
  if (!market) {
    market = { waiting: [], last: undefined, breaker: createBreaker() }
    state.markets.set(symbol, market)
  }
  return market
}

/** The place of an order among the winnings that may be owed at once: by when it will expire, about. */
export const slotOf = (
  order: Pick<OptionOrder, 'symbol' | 'acceptedAtMs' | 'entryAfterMs' | 'seconds'>,
): string => `${order.symbol} ${Math.floor(entryFrom(order) / SECOND_MS) + order.seconds}`

/** Takes an order up that has no result. */
export function addOpen(state: State, order: OptionOrder): Open {
  const market = marketOf(state, order.symbol)
  const open: Open = { order, market, entry: undefined, decidedAfterMs: entryDeadline(order) }
  market.waiting.push(open)
  pushAt(state.undecided, open, open.decidedAfterMs)
  state.open.set(order.id, open)
  const own = state.ofCustomer.get(order.customer)
  if (own) own.add(open)
  else state.ofCustomer.set(order.customer, new Set([open]))
  const slot = slotOf(order)
  state.exposure.set(slot, (state.exposure.get(slot) ?? 0n) + order.winnings)
  return open
}

/** Forgets an order whose result is being written. */
export function removeOpen(state: State, open: Open): void {
  const { order } = open
  state.open.delete(order.id)
  const own = state.ofCustomer.get(order.customer)!
  own.delete(open)
  if (own.size === 0) state.ofCustomer.delete(order.customer)
  const slot = slotOf(order)
  const left = state.exposure.get(slot)! - order.winnings
  assert(left >= 0n, 'what is owed of open orders is not below zero')
  if (left === 0n) state.exposure.delete(slot)
  else state.exposure.set(slot, left)
}

/** What was written to the tape at once. */
export interface Written {
  /** Through which tick, and until when, the tape is complete with these. */
  readonly sequence: number
  readonly atMs: number
  readonly firstSequence: number
  /** Those of instruments that are of use, held ones and the known among them. */
  readonly ticks: readonly Tick[]
}

/**
 * Applies what was written to the tape; what is known already changes nothing.
 *
 * Refuses: (by throwing) what does not follow on what is known: the state is then to be read anew.
 * Returns: the orders that got their entry.
 */
export function applyWritten(state: State, { sequence, atMs, firstSequence, ticks }: Written): Open[] {
  assert(
    firstSequence <= state.through + 1,
    `no tick is missed between ${state.through} and ${firstSequence}`,
  )
  const entered: Open[] = []
  for (const tick of ticks) {
    if (tick.sequence > state.through) applyTick(state, tick, entered)
  }
  if (sequence > state.through) state.through = sequence
  reach(state, atMs)
  return entered
}

function applyTick(state: State, tick: Tick, entered: Open[]): void {
  state.through = tick.sequence
  // Before the tick itself: it comes after whatever was to be decided until then.
  reach(state, tick.atMs)
  if (tick.isHeld) return
  const market = marketOf(state, tick.symbol)
  watchMove(market.breaker, tick)
  if (market.waiting.length > 0) {
    const left: Open[] = []
    for (const open of market.waiting) {
      if (!mayBeEntry(open.order, tick)) {
        left.push(open)
        continue
      }
      open.entry = tick
      open.decidedAfterMs = expiryOf(open.order, tick)
      pushAt(state.undecided, open, open.decidedAfterMs)
      entered.push(open)
    }
    market.waiting = left
  }
  market.last = tick
}

/** Decides the orders that no tick can decide otherwise any more: the tape has reached a later time. */
function reach(state: State, atMs: number): void {
  if (atMs > state.tapeMs) state.tapeMs = atMs
  let isSomeWithout = false
  const decided = new Set<Open>()
  while (earliestMs(state.undecided) < state.tapeMs) {
    const open = popEarliest(state.undecided)!
    // Its entry has come since: it stands in the heap again, at its expiry.
    if (open.decidedAfterMs >= state.tapeMs || decided.has(open)) continue
    decided.add(open)
    if (!open.entry) isSomeWithout = true
    state.due.push({ open, result: resultOf(open.order, open.entry, open.entry && open.market.last) })
  }
  if (isSomeWithout) {
    for (const market of new Set([...decided].map((open) => open.market))) {
      market.waiting = market.waiting.filter((open) => !decided.has(open))
    }
  }
}
