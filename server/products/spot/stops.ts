import { assert } from '#domain/errors.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { isTriggeredBy } from '#domain/proof/stop.ts'
import {
  addTrigger,
  createTriggerIndex,
  isAnyReached,
  reachedSlots,
  removeTrigger,
  type TriggerIndex,
} from '#server/markets/book/trigger-index.ts'
import { isFreshAt } from '#server/markets/quotes.ts'
import type { Books, Market } from './books.ts'
import type { SpotOrder } from './order.ts'

/**
 * The stops of a market in memory: those that wait, by their trigger price, and those whose tick has come.
 *
 * The tick that counts is the first one on the tape after an order was accepted whose price reaches its trigger;
 * held ticks are used by nobody. When it counts does not hang on when the server learns of it: what came while it
 * was down is read from the tape. What such an order then does waits until the market trades at a fresh price.
 */
export interface Stops {
  readonly waiting: TriggerIndex
  /** By the slot in `waiting`. */
  readonly inSlot: (SpotOrder | undefined)[]
  /** In the order in which they are to go to the book. */
  due: DueStop[]
  /** The newest tick of the instrument that the engine knows. */
  last: Tick | undefined
}

/** A stop, and the tick that triggers it. */
export interface DueStop {
  readonly order: SpotOrder
  readonly tick: Tick
}

/** No stops. */
export const createStops = (): Stops => ({
  waiting: createTriggerIndex(),
  inSlot: [],
  due: [],
  last: undefined,
})

/** Has a stop wait for its trigger. Returns: its slot. */
export function addStop({ waiting, inSlot }: Stops, order: SpotOrder): number {
  const { triggerDirection, triggerPrice } = order
  assert(triggerDirection !== null && triggerPrice !== null, 'a stop has a trigger')
  const slot = addTrigger(waiting, triggerDirection, triggerPrice)
  inSlot[slot] = order
  return slot
}

/** Takes out a stop, whether it waits or is due. */
export function removeStop(stops: Stops, order: SpotOrder, slot: number): void {
  if (stops.inSlot[slot] !== order) {
    stops.due = stops.due.filter((each) => each.order !== order)
    return
  }
  removeTrigger(stops.waiting, slot)
  stops.inSlot[slot] = undefined
}

/** Whether the tick of a stop that waits has come: it goes to its book as soon as that trades. */
export const isDue = ({ inSlot }: Stops, order: SpotOrder, slot: number): boolean =>
  order.status === 'untriggered' && inSlot[slot] !== order

/** Takes note of a tick: the stops that wait for it are due. A tick that is known changes nothing. */
export function applyTick(books: Books, tick: Tick): void {
  if (tick.sequence <= books.through) return
  books.through = tick.sequence
  const stops = books.markets.get(tick.symbol)?.stops
  if (!stops) return
  stops.last = tick
  if (!isAnyReached(stops.waiting, tick.price)) return
  for (const slot of reachedSlots(stops.waiting, tick.price)) {
    const order = stops.inSlot[slot]!
    if (!isDueBy(tick, order)) continue
    removeStop(stops, order, slot)
    stops.due.push({ order, tick })
  }
}

/** The rule by which a customer checks it too; an order of before the first tick has nothing to count from. */
const isDueBy = (tick: Tick, { symbol, tapeSequence, triggerPrice, triggerDirection }: SpotOrder): boolean =>
  tapeSequence !== null &&
  isTriggeredBy({ symbol, tapeSize: tapeSequence, price: triggerPrice!, direction: triggerDirection! }, tick)

/** Whether what is due may go to the book: the instrument trades, and its newest price is fresh. */
export const canTrigger = ({ instrument, stops }: Market, atMs: number): boolean =>
  instrument.status === 'trading' && isFreshAt(instrument, stops.last, atMs)

/** The stops that these ticks would bring to books that trade now, about in the order in which they go there. */
export function stopsReachedBy(books: Books, ticks: readonly Tick[]): SpotOrder[] {
  const found: SpotOrder[] = []
  for (const { instrument, stops } of books.markets.values()) {
    if (stops.due.length > 0 && isTrading(instrument.symbol))
      found.push(...stops.due.map(({ order }) => order))
  }
  for (const tick of ticks) {
    const stops = books.markets.get(tick.symbol)?.stops
    if (tick.sequence <= books.through || !stops || !isAnyReached(stops.waiting, tick.price)) continue
    if (!isTrading(tick.symbol)) continue
    found.push(...reachedSlots(stops.waiting, tick.price).map((slot) => stops.inSlot[slot]!))
  }
  return found
}

const isTrading = (symbol: string): boolean => findInstrument(symbol)?.status === 'trading'

/** Through which tick the tape need not be read again: not past one that an order still waits to be triggered by. */
export function progressOf(books: Books): number {
  let through = books.through
  for (const { stops } of books.markets.values()) {
    for (const { tick } of stops.due) through = Math.min(through, tick.sequence - 1)
  }
  return through
}

/** Whether any stop waits or is due. */
export const hasStops = ({ markets }: Books): boolean =>
  [...markets.values()].some(({ stops }) => stops.waiting.orderCount > 0 || stops.due.length > 0)
