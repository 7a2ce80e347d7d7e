import type { Side } from './rules.ts'

/** How many ticks may share a row of an order book. */
export const bookSteps = [1, 10, 100, 1000] as const
export type BookStep = (typeof bookSteps)[number]

/** Rows of several ticks that each side of a book is published in. */
export const MAX_BOOK_ROWS = 40

/** A step of several ticks, as the channel of rows names it. */
export type RowStep = `${Exclude<BookStep, 1>}`

/** The name of a step; undefined of single ticks, which have a channel of their own. */
export const rowStepOf = (step: BookStep): RowStep | undefined => (step === 1 ? undefined : `${step}`)

export const rowSteps = bookSteps.flatMap((step) => rowStepOf(step) ?? [])

/** What one side offers at one price, or in one row: ticks, steps, and a count of orders. */
export interface Depth {
  price: number
  quantity: number
  orders: number
}

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

/** Levels, best first, in rows of several ticks: what stands at all prices of a row together. */
export function joinRows(
  levels: Iterable<Depth>,
  side: Side,
  step: BookStep,
  limit = Number.POSITIVE_INFINITY,
): Depth[] {
  const rows: Depth[] = []
  for (const level of levels) {
    const price = rowPrice(side, level.price, step)
    const row = rows.at(-1)
    if (row?.price === price) {
      row.quantity += level.quantity
      row.orders += level.orders
      continue
    }
    if (rows.length === limit) break
    rows.push({ ...level, price })
  }
  return rows
}
