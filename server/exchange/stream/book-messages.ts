import { exchangeSymbol } from '#domain/exchange/symbols.ts'
import { formatPrice, formatQuantity, type Instrument } from '#domain/market/instrument.ts'
import type { Depth } from '#domain/spot/book-rows.ts'
import type { Trade } from '#server/products/spot/batch.ts'
import type { BookDepth } from '#server/products/spot/books.ts'
import { idNumber } from '../number.ts'

/** What streams of spot say of books and trades. */

/** A price and what stands at it; nothing stands there any more where that is zero. */
export type Level = readonly [price: string, quantity: string]

export interface DepthUpdate {
  readonly e: 'depthUpdate'
  readonly E: number
  readonly s: string
  /** The first and the last change of the book that are in it: the first is one after the last of the message before. */
  readonly U: number
  readonly u: number
  readonly b: readonly Level[]
  readonly a: readonly Level[]
}

/**
 * What changed between two books of one instrument; undefined where nothing did that is published: the next message then
 * begins where this one would have.
 */
export function depthUpdate(
  instrument: Instrument,
  before: BookDepth,
  now: BookDepth,
  nowMs: number,
): DepthUpdate | undefined {
  const [b, a] = [changes(instrument, before.bids, now.bids), changes(instrument, before.asks, now.asks)]
  if (b.length === 0 && a.length === 0) return undefined
  return {
    e: 'depthUpdate',
    E: nowMs,
    s: exchangeSymbol(instrument),
    U: before.sequence + 1,
    u: now.sequence,
    b,
    a,
  }
}

/** The levels that are other than before, best first; then those that are gone. */
function changes(instrument: Instrument, before: readonly Depth[], now: readonly Depth[]): Level[] {
  const left = new Map(before.map(({ price, quantity }) => [price, quantity]))
  const changed: Level[] = []
  for (const level of now) {
    if (left.get(level.price) !== level.quantity) changed.push(levelOf(instrument, level))
    left.delete(level.price)
  }
  for (const price of left.keys()) changed.push(levelOf(instrument, { price, quantity: 0 }))
  return changed
}

const levelOf = (instrument: Instrument, { price, quantity }: Pick<Depth, 'price' | 'quantity'>): Level => [
  formatPrice(instrument, price),
  formatQuantity(instrument, quantity),
]

/** The best levels of a book as they stand. */
export const bestLevels = (instrument: Instrument, { bids, asks, sequence }: BookDepth, levels: number) => ({
  lastUpdateId: sequence,
  bids: bids.slice(0, levels).map((level) => levelOf(instrument, level)),
  asks: asks.slice(0, levels).map((level) => levelOf(instrument, level)),
})

/** The best price of each side of a book; nothing stands there where it is empty. */
export function bestOfBook(instrument: Instrument, { bids, asks, sequence }: BookDepth) {
  const nothing = { price: 0, quantity: 0 }
  const [b, B] = levelOf(instrument, bids[0] ?? nothing)
  const [a, A] = levelOf(instrument, asks[0] ?? nothing)
  return { u: sequence, s: exchangeSymbol(instrument), b, B, a, A }
}

/** One trade. Nothing says who traded: only that the buyer was the maker where a sale came second. */
export const tradeMessage = (instrument: Instrument, trade: Trade, atMs: number, nowMs: number) => ({
  e: 'trade',
  E: nowMs,
  s: exchangeSymbol(instrument),
  t: idNumber(trade.id),
  p: formatPrice(instrument, trade.price),
  q: formatQuantity(instrument, trade.quantity),
  T: atMs,
  m: trade.takerSide === 'sell',
  M: true,
})

/** The same as an aggregate: every trade stands for itself, as in the calls. */
export function aggregateTrade(instrument: Instrument, trade: Trade, atMs: number, nowMs: number) {
  const { e: _, t: id, ...figures } = tradeMessage(instrument, trade, atMs, nowMs)
  return { e: 'aggTrade', a: id, f: id, l: id, ...figures }
}
