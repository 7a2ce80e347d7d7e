import { endAt } from '#domain/contract/lifecycle.ts'
import { dayOf, markOf } from '#domain/contract/rules.ts'
import type { Tick } from '#domain/market/tick.ts'
import type { Batch } from './batch.ts'
import { record, touch } from './batch.ts'
import { isCovered } from './exposure.ts'
import { cancel, close, costAt, type Deciding, finance, openPending } from './settle.ts'
import {
  type Active,
  clearTriggers,
  conversionTick,
  isReachedBy,
  reachedBy,
  type State,
  setTriggers,
} from './state.ts'

/** How ticks of the tape are compared with the positions, in the tape's order and each of them once. */

/** Positions that one action decides; who sends the ticks asks again for more. */
export const MAX_DECIDED = 2_000
/** How far the comparison may be ahead of what is written of it, on the tape's clock. */
export const SAVE_EVERY_MS = 30_000

/**
 * Compares the positions with ticks: charges the financing of a day that has begun, opens orders and ends positions.
 *
 * Returns: whether there is more to do, which the next ticks do, be it none.
 */
export function decideTicks(state: State, batch: Batch, ticks: readonly Tick[]): boolean {
  enqueue(state, ticks)
  for (const { active, ...by } of state.unpaid.splice(0)) endBy(state, batch, active, by)
  let left = MAX_DECIDED
  let newest: Tick | undefined
  while (left > 0) {
    const financed = financeNext(state, batch)
    if (financed || decideNext(state, batch)) left--
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
  return hasMore(state)
}

/** Whether something is left of ticks that were taken. */
export const hasMore = ({ due, unfinanced, queue }: State): boolean =>
  due.length > 0 || unfinanced.length > 0 || queue.length > 0

/** Whether all that the ticks so far have decided is decided: only then may it be written how far they were compared. */
export const isThrough = (state: State): boolean => !hasMore(state) && state.unpaid.length === 0

/** Whether these ticks would change nothing but what is in memory. */
export function isQuiet(state: State, ticks: readonly Tick[]): boolean {
  if (!isThrough(state)) return false
  const newest = ticks.at(-1)
  if (newest && newest.atMs >= state.savedAtMs + SAVE_EVERY_MS && state.active.size > 0) return false
  return ticks.every((tick) => {
    const market = state.markets.get(tick.symbol)
    return (
      tick.sequence <= state.through || (!startsDay(state, tick) && !(market && isReachedBy(market, tick)))
    )
  })
}

function enqueue(state: State, ticks: readonly Tick[]): void {
  const from = state.queue.at(-1)?.sequence ?? state.through
  for (const tick of ticks) if (tick.sequence > from && !tick.isHeld) state.queue.push(tick)
}

function apply(state: State, tick: Tick): void {
  state.through = tick.sequence
  const market = state.markets.get(tick.symbol)
  if (!market) return
  market.last = tick
  if (isReachedBy(market, tick)) state.due = reachedBy(market, tick).reverse()
}

/** Decides the next position that the newest tick reached. Returns: whether there was one. */
function decideNext(state: State, batch: Batch): boolean {
  const active = state.due.pop()
  if (!active) return false
  const by = decidingOf(state, active)
  if (by && state.active.has(active.position.id)) endBy(state, batch, active, by)
  return true
}

/** The newest tick of a position's market, with what converts its quote; undefined where nothing can convert it yet. */
function decidingOf(state: State, { market }: Active): Deciding | undefined {
  const conversion = conversionTick(state, market)
  return market.last && (!market.terms.conversion || conversion)
    ? { tick: market.last, conversion }
    : undefined
}

/** Does what a tick does to a position. */
function endBy(state: State, batch: Batch, active: Active, by: Deciding): void {
  const { position, market } = active
  if (position.status === 'pending') {
    const { entryPrice } = costAt(market, position, by)
    if (isCovered(state, batch, market, position, entryPrice)) openPending(batch, active, by)
    else cancel(state, batch, active, 'exposure', by)
    return
  }
  const reason = endAt(position, markOf(by.tick))
  if (reason === undefined) warn(batch, active, by)
  else if (!close(state, batch, active, by, reason)) {
    // No later tick decides it again.
    clearTriggers(active)
    state.unpaid.push({ active, ...by })
  }
}

/** Notes that a customer is to be warned of a position that may be liquidated soon. */
function warn(batch: Batch, active: Active, { tick }: Deciding): void {
  const { position } = active
  touch(batch, position)
  position.marginCallSequence = tick.sequence
  setTriggers(active)
  record(batch, position, { kind: 'margin-call', sequence: tick.sequence, price: markOf(tick) })
}

/** Decides a position at once that the newest tick has reached, before its customer's own wish is looked at. */
export function settleDue(state: State, batch: Batch, active: Active): void {
  const at = state.due.indexOf(active)
  if (at < 0) return
  state.due.splice(at, 1)
  const by = decidingOf(state, active)
  if (by) endBy(state, batch, active, by)
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
    if (position.status === 'open' && position.financedDay < day) state.unfinanced.push(active)
  }
  return state.unfinanced.length > 0
}

function financeNext(state: State, batch: Batch): boolean {
  const active = state.unfinanced.pop()
  if (!active) return false
  const by = decidingOf(state, active)
  if (by && active.position.status === 'open') finance(batch, active, by, state.financedDay)
  return true
}
