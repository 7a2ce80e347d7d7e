import type { TriggerDirection } from '#domain/spot/trigger.ts'
import { type Book, cancel, createBook, rest } from './book.ts'
import { bestLevel, NONE, worseLevel } from './levels.ts'
import { bestPrice } from './views.ts'

/**
 * The trigger prices that wait in one instrument, by price, then time: a tick looks at what it reaches, and at one
 * price more on either side.
 *
 * It is an order book that never matches. What waits for a rise stands with the sells, the lowest first; what waits
 * for a fall with the buys, the highest first.
 */
export type TriggerIndex = Book

/** Makes an empty index; it grows by itself. */
export const createTriggerIndex = (): TriggerIndex => createBook(64)

const sideOf = (direction: TriggerDirection) => (direction === 'rises' ? 'sell' : 'buy')

/** Puts a trigger behind all others at its price. Units: ticks. Returns: its slot, for as long as it waits. */
export const addTrigger = (index: TriggerIndex, direction: TriggerDirection, price: number): number =>
  rest(index, sideOf(direction), price, 1, 0)

/** Takes a trigger out. */
export const removeTrigger = (index: TriggerIndex, slot: number): void => void cancel(index, slot)

/**
 * Whether a last price reaches any of them. Where what waits for a fall looks at another price than what waits for a
 * rise (a buyer at the ask, a seller at the bid), it is the second.
 */
export function isAnyReached(index: TriggerIndex, rising: number, falling = rising): boolean {
  const [rise, fall] = [bestPrice(index, 'sell'), bestPrice(index, 'buy')]
  return (rise !== 0 && rise <= rising) || (fall !== 0 && fall >= falling)
}

/** The slots that a last price reaches, or these two: the rises from the lowest, then the falls from the highest. */
export function reachedSlots(index: TriggerIndex, rising: number, falling = rising): number[] {
  const reached: number[] = []
  let level = bestLevel(index.sells)
  for (; level !== NONE && priceOfLevel(index, level) <= rising; level = worseLevel(index, level))
    pushSlots(index, level, reached)
  level = bestLevel(index.buys)
  for (; level !== NONE && priceOfLevel(index, level) >= falling; level = worseLevel(index, level))
    pushSlots(index, level, reached)
  return reached
}

const priceOfLevel = ({ levelKey }: TriggerIndex, level: number): number => Math.abs(levelKey[level]!)

function pushSlots({ levelHead, orderNext }: TriggerIndex, level: number, slots: number[]): void {
  for (let slot = levelHead[level]!; slot !== NONE; slot = orderNext[slot]!) slots.push(slot)
}
