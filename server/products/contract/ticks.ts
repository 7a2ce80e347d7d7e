import { remainingLots } from '#domain/contract/caps.ts'
import type { UnopenedReason } from '#domain/contract/end-reasons.ts'
import { endAt } from '#domain/contract/lifecycle.ts'
import { dayOf, isLiquidatedAt, markOf } from '#domain/contract/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { isOpen } from '#domain/market/session.ts'
import type { Tick } from '#domain/market/tick.ts'
import { least } from '#domain/money/amount.ts'
import { closedMinutes, watchMove } from '#server/markets/breaker.ts'
import { mayOpenAt } from '#server/users/guard-rails.ts'
import type { Batch } from './batch.ts'
import { MAX_DECIDED, record, touch } from './batch.ts'
import { isCovered } from './exposure.ts'
import { lostIn } from './own-loss.ts'
import type { Position } from './position.ts'
import { cancel, canPay, close, costAt, type Deciding, finance, openPending, profitAt } from './settle.ts'
import {
  type Active,
  clearTriggers,
  decidingOf,
  entriesReachedBy,
  isReachedBy,
  type Market,
  marginCallPrice,
  reachedBy,
  type State,
  setTriggers,
} from './state.ts'

/** How ticks of the tape are compared with the positions, in the tape's order and each of them once. */

/** How far the comparison may be ahead of what is written of it, on the tape's clock. */
export const SAVE_EVERY_MS = 30_000

/**
 * Compares the positions with ticks: charges the financing of a day that has begun, opens orders and ends positions.
 *
 * Returns: whether there is more to do, which the next ticks do, be it none.
 */
export function decideTicks(state: State, batch: Batch, ticks: readonly Tick[]): boolean {
  for (const tick of newTicks(state, ticks)) state.queue.push(tick)
  const isPaying = payWaiting(state, batch)
  let newest: Tick | undefined
  while (batch.decided < MAX_DECIDED) {
    const isDecided =
      financeNext(state, batch) || decideNext(state, batch) || state.followers?.decideNext(batch)
    if (isDecided) batch.decided++
    else {
      const tick = state.queue[0]
      if (!tick || beginsDay(state, tick)) {
        if (!tick) break
        continue
      }
      state.queue.shift()
      apply(state, tick)
      newest = tick
    }
  }
  if (newest && newest.atMs >= state.savedAtMs + SAVE_EVERY_MS && state.active.size > 0) {
    batch.savesProgress = true
    state.savedAtMs = newest.atMs
  }
  if (batch.changes.length > 0) batch.savesProgress = true
  return isPaying || hasMore(state)
}

/**
 * Pays the profits that ticks decided before and the platform was short of, in their turn, each that it has enough for by
 * now. What it has too little for is not computed again: its tick and position stay what they were.
 *
 * Returns: whether more can be paid, for which this batch has decided enough.
 */
function payWaiting(state: State, batch: Batch): boolean {
  if (state.unpaid.size === 0 || !canPay(batch, state.leastOwed)) return false
  let left: bigint | undefined
  for (const { active, profit, ...by } of state.unpaid.values()) {
    if (canPay(batch, profit)) {
      if (batch.decided >= MAX_DECIDED) return true
      state.unpaid.delete(active)
      endBy(state, batch, active, by)
      batch.decided++
    } else left = left === undefined ? profit : least(left, profit)
  }
  state.leastOwed = left ?? 0n
  return false
}

/** Whether something is left of ticks that were taken. */
export const hasMore = ({ due, unfinanced, queue, followers }: State): boolean =>
  due.exits.length > 0 ||
  due.entries.length > 0 ||
  unfinanced.length > 0 ||
  queue.length > 0 ||
  followers?.hasDue() === true

/** Whether all that the ticks so far have decided is decided: only then may it be written how far they were compared. */
export const isThrough = (state: State): boolean => !hasMore(state) && state.unpaid.size === 0

/** Whether these ticks would change nothing but what is in memory. */
export function isQuiet(state: State, ticks: readonly Tick[]): boolean {
  if (!isThrough(state) || state.followers?.mayBeReachedBy(ticks)) return false
  const newest = ticks.at(-1)
  if (newest && newest.atMs >= state.savedAtMs + SAVE_EVERY_MS && state.active.size > 0) return false
  return ticks.every((tick) => {
    const market = state.markets.get(tick.symbol)
    return (
      tick.sequence <= state.through || (!startsDay(state, tick) && !(market && isReachedBy(market, tick)))
    )
  })
}

/**
 * Whose waiting orders a batch may open by these ticks, or by those that were taken before and are not through.
 *
 * `actions`: how many the batch has. Of the orders in their turn it decides `MAX_DECIDED` at most, and each action may take one
 * away before its turn comes: of those after them nothing is needed yet.
 */
export function mayOpen(state: State, ticks: readonly Tick[], actions: number): CustomerId[] {
  const most = MAX_DECIDED + actions
  const next = new Set(state.due.entries.slice(-most))
  for (const tick of [...state.queue, ...newTicks(state, ticks)]) {
    if (next.size >= most) break
    const market = state.markets.get(tick.symbol)
    // The next of them is the last.
    const reached = market ? entriesReachedBy(market, tick) : []
    for (let at = reached.length - 1; at >= 0 && next.size < most; at--) next.add(reached[at]!)
  }
  return [...new Set(Array.from(next, ({ position }) => position.customer))]
}

/** Those of some ticks that were not taken before. */
function newTicks({ queue, through }: State, ticks: readonly Tick[]): Tick[] {
  const from = queue.at(-1)?.sequence ?? through
  return ticks.filter((tick) => tick.sequence > from && !tick.isHeld)
}

function apply(state: State, tick: Tick): void {
  state.through = tick.sequence
  const market = state.markets.get(tick.symbol)
  if (!market) return
  market.last = tick
  watchMove(market.breaker, tick)
  if (isReachedBy(market, tick)) state.due = reachedBy(state, market, tick)
  state.followers?.reached(tick)
}

/** Decides the next position that the newest tick reached. Returns: whether there was one. */
function decideNext(state: State, batch: Batch): boolean {
  const { by, exits, entries } = state.due
  const active = exits.pop() ?? entries.pop()
  if (!active) return false
  const { status } = active.position
  if (by && (status === 'open' || status === 'pending')) endBy(state, batch, active, by)
  return true
}

/** Does what a tick does to a position. */
function endBy(state: State, batch: Batch, active: Active, by: Deciding): void {
  const { position } = active
  if (position.status === 'pending') {
    const reason = whyUnopened(state, batch, active, by)
    if (reason) cancel(state, batch, active, reason, by)
    else {
      openPending(batch, active, by)
      state.followers?.opened(batch, position, position.limitPrice!, by)
    }
    return
  }
  const reason = endAt(position, markOf(by.tick))
  if (reason === undefined) warn(batch, active, by)
  else if (!close(state, batch, active, by, reason)) {
    // No later tick decides it again.
    clearTriggers(active)
    const profit = profitAt(active, by)
    state.leastOwed = state.unpaid.size === 0 ? profit : least(state.leastOwed, profit)
    state.unpaid.set(active, { active, profit, ...by })
  }
}

/** Why an order that its price has reached does not open; undefined where it does. */
function whyUnopened(
  state: State,
  batch: Batch,
  { position, market }: Active,
  by: Deciding,
): UnopenedReason | undefined {
  if (!opensIn(market, by.tick)) return 'halted'
  if (!isAllowedBySelf(state, batch, position, by.tick)) return 'own-limits'
  const { entryPrice } = costAt(market, position, by)
  if (!hasRoomFor(market, position, by)) return 'exposure'
  return isCovered(state, batch, market, position, entryPrice) ? undefined : 'exposure'
}

/** Whether the limits that its customer has set for themselves allow an order to open at a tick. */
function isAllowedBySelf(
  { ownLimits }: State,
  batch: Batch,
  { customer, leverage }: Position,
  { atMs }: Tick,
): boolean {
  const own = ownLimits.get(customer)
  if (!own) return true
  return mayOpenAt(own.choices, { leverage, lost: own.lost + lostIn(batch, customer) }, atMs)
}

/** Whether the cap on what all customers have open leaves room for an order; its customer's own was counted when it came. */
function hasRoomFor({ instrument, terms, open }: Market, { lots }: Position, by: Deciding): boolean {
  const conversionMark = by.conversion && markOf(by.conversion)
  const { all } = remainingLots(
    { instrument, terms, tick: by.tick, conversionMark },
    { own: 0n, all: open.long.lots + open.short.lots },
  )
  return BigInt(lots) <= all
}

/** Whether positions are opened in a market at a tick: not while it is halted, outside its session, or after a large move. */
function opensIn({ instrument: { symbol }, breaker }: Market, { atMs }: Tick): boolean {
  // As it is listed now: the market takes over what has changed with the next order.
  const listed = findInstrument(symbol)
  return listed?.status === 'trading' && isOpen(listed, atMs) && closedMinutes(breaker, atMs) === 0
}

/**
 * Notes that a customer is to be warned of a position that may be liquidated soon: once of a tick, however many warnings it
 * passes.
 */
function warn(batch: Batch, active: Active, { tick }: Deciding): void {
  const { position, market } = active
  touch(batch, position)
  position.marginCallSequence = tick.sequence
  do position.marginCalls++
  while (isLiquidatedAt(position.direction, marginCallPrice(market, position), markOf(tick)))
  setTriggers(active)
  record(batch, position, { kind: 'margin-call', sequence: tick.sequence, price: markOf(tick) })
}

/** Decides a position at once that the newest tick has reached, before what it copies closes it. */
export function settleDue(state: State, batch: Batch, active: Active): void {
  const due = active.position.status === 'open' ? state.due.exits : state.due.entries
  const at = due.indexOf(active)
  if (at >= 0) {
    due.splice(at, 1)
    const { by } = state.due
    if (by) endBy(state, batch, active, by)
  }
  state.followers?.settleDue(batch, active.position)
}

// ── Financing

/** Whether a tick is the first of a UTC day at whose beginning positions were open. */
const startsDay = (state: State, tick: Tick): boolean =>
  dayOf(tick.atMs) > state.financedDay && state.active.size > 0

/** Finds what is to be charged before the first tick of a day is applied. Returns: whether there is anything. */
function beginsDay(state: State, tick: Tick): boolean {
  const day = dayOf(tick.atMs)
  if (day <= state.financedDay) return false
  state.financedDay = day
  for (const active of state.active.values()) {
    const { position } = active
    // What a tick of an earlier day has ended, and cannot be paid yet, was not open at this midnight.
    if (position.status === 'open' && position.financedDay < day && !state.unpaid.has(active))
      state.unfinanced.push(active)
  }
  return state.unfinanced.length > 0
}

function financeNext(state: State, batch: Batch): boolean {
  const active = state.unfinanced.pop()
  if (!active) return false
  const by = decidingOf(state, active.market)
  if (by && active.position.status === 'open') {
    const { financing } = active.position
    finance(batch, active, by, state.financedDay)
    state.followers?.financed(batch, active.position, active.position.financing - financing)
  }
  return true
}
