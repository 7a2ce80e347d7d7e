import type { BookStep } from '#domain/spot/book-rows.ts'
import type { DepthView, LevelView } from '#domain/spot/contract.ts'

/** How wide each level's bar is, in percent of the largest. Pixels only. */
export function widthsOf<Level extends { readonly quantity: string }>(
  levels: readonly Level[],
): Map<Level, number> {
  const largest = Math.max(...levels.map(({ quantity }) => Number(quantity)), Number.MIN_VALUE)
  return new Map(levels.map((level) => [level, Math.max(2, (Number(level.quantity) / largest) * 100)]))
}

/**
 * The distance from best bid to best ask, as a decimal string of the same decimals; undefined if a side is
 * empty.
 */
export function spreadOf({ bids, asks }: Pick<DepthView, 'bids' | 'asks'>): string | undefined {
  const bid = bids[0]?.price
  const ask = asks[0]?.price
  if (bid === undefined || ask === undefined) return undefined
  const decimals = ask.split('.')[1]?.length ?? 0
  const difference = digits(ask) - digits(bid)
  if (difference < 0n) return undefined
  return plain(difference, decimals)
}

const digits = (decimal: string): bigint => BigInt(decimal.replace('.', ''))

/** How many times as far from the middle as half of the orders the depth picture reaches. */
const REACH = 4

/**
 * The part of the book that the depth picture shows: orders up to four times as far from the middle as half of them
 * are, so that one far order does not press all others together. Pixels only.
 */
export function nearMiddle({
  bids,
  asks,
}: Pick<DepthView, 'bids' | 'asks'>): Pick<DepthView, 'bids' | 'asks'> {
  const bid = bids[0]?.price
  const ask = asks[0]?.price
  const middle = (Number(bid ?? ask) + Number(ask ?? bid)) / 2
  const distance = ({ price }: LevelView) => Math.abs(Number(price) - middle)
  const all = [...bids, ...asks].map(distance).sort((one, other) => one - other)
  const reach = (all[all.length >> 1] ?? 0) * REACH
  const isNear = (level: LevelView) => distance(level) <= reach
  return { bids: bids.filter(isNear), asks: asks.filter(isNear) }
}

/** A step of the depth picture: how much stands up to a price. */
export interface DepthPoint {
  readonly price: number
  readonly sum: number
}

/** The book as two staircases, from the middle outwards. Pixels only. */
export function staircase(levels: readonly LevelView[]): readonly DepthPoint[] {
  let sum = 0
  return levels.map(({ price, quantity }) => {
    sum += Number(quantity)
    return { price: Number(price), sum }
  })
}

/** A row of the book: one price, or all within a step of it, with what stands up to it from the best. */
export interface BookRow {
  readonly price: string
  readonly quantity: string
  /** In base, from the best price to this one. */
  readonly sum: string
}

/**
 * One side of the book in rows of `ticks` ticks each, best first. Prices have the decimals that a tick has.
 *
 * Rounds: a bid's row down and an ask's up, so that whoever takes a row's price gets at least what it shows.
 */
export function bookRows(
  levels: readonly LevelView[],
  side: 'buy' | 'sell',
  ticks: BookStep,
  tickSize: string,
): readonly BookRow[] {
  const decimals = tickSize.split('.')[1]?.length ?? 0
  const step = digits(tickSize) * BigInt(ticks)
  const size = Math.max(...levels.map(({ quantity }) => decimalsOf(quantity)), 0)
  const rows = new Map<bigint, bigint>()
  for (const { price, quantity } of levels) {
    const at = scaled(price, decimals)
    const row = side === 'buy' ? at - (at % step) : at + ((step - (at % step)) % step)
    rows.set(row, (rows.get(row) ?? 0n) + scaled(quantity, size))
  }
  let sum = 0n
  return [...rows].map(([row, quantity]) => {
    sum += quantity
    return { price: plain(row, decimals), quantity: plain(quantity, size), sum: plain(sum, size) }
  })
}

const decimalsOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0

/** A decimal string in units of `decimals` places, of which it has no more. */
const scaled = (decimal: string, decimals: number): bigint =>
  digits(decimal) * 10n ** BigInt(decimals - decimalsOf(decimal))

function plain(value: bigint, decimals: number): string {
  const text = String(value).padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}
