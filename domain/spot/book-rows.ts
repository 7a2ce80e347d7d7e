import type { Side } from './rules.ts'

/** How many ticks may share a row of an order book. */
export const bookSteps = [1, 10, 100, 1000] as const
export type BookStep = (typeof bookSteps)[number]

/**
 * The row that a price stands in.
 *
 * Units:  ticks.
 * Rounds: a bid's down and an ask's up, so that whoever takes a row's price gets at least what it shows.
 */
export function rowPrice(side: Side, price: number, step: BookStep): number {
  const above = price % step
  if (above === 0) return price
  return side === 'buy' ? price - above : price - above + step
}
