import {
  formatPrice,
  formatQuantity,
  type Instrument,
  parsePrice,
  parseQuantity,
} from '#domain/market/instrument.ts'
import { type BookStep, joinRows } from '#domain/spot/book-rows.ts'
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

/** One side of the book, best first, in rows of so many ticks. What is between two ticks, as of older terms, is left out. */
export function bookRows(
  instrument: Instrument,
  levels: readonly LevelView[],
  side: 'buy' | 'sell',
  step: BookStep,
): readonly BookRow[] {
  const counted = levels.flatMap(({ price, quantity, orders }) => {
    const [at, size] = [parsePrice(instrument, price), parseQuantity(instrument, quantity)]
    return at === undefined || size === undefined ? [] : { price: Number(at), quantity: Number(size), orders }
  })
  let sum = 0
  return joinRows(counted, side, step).map(({ price, quantity }) => {
    sum += quantity
    return {
      price: formatPrice(instrument, price),
      ...{ quantity: formatQuantity(instrument, quantity), sum: formatQuantity(instrument, sum) },
    }
  })
}

function plain(value: bigint, decimals: number): string {
  const text = String(value).padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}
