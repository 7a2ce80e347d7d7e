import type { Tick } from '#domain/market/tick.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/**
 * Closes an instrument for new orders after a large move; what is open may be closed all the same.
 *
 * The lowest and the highest price of the window are the first of two queues: of lows, only those that no later one is
 * below, of highs, only those that none is above. Each price enters and leaves a queue once, so that a tick costs the same
 * however many there were.
 *
 * Source: safety.md, section 6: more than 10 % within 5 minutes, closed for 5 minutes.
 */
export interface Breaker {
  readonly lows: Extremes
  readonly highs: Extremes
  closedUntilMs: number
}

/** Prices that may still be the lowest or highest of the window, oldest first from `first` on; one of a second at most. */
interface Extremes {
  readonly atMs: number[]
  readonly prices: number[]
  first: number
}

const WINDOW_MS = 5 * MINUTE_MS
const CLOSED_MS = 5 * MINUTE_MS
const MAX_MOVE = 0.1
/** How much of the tape tells whether an instrument is closed. */
export const BREAKER_MEMORY_MS = WINDOW_MS + CLOSED_MS

export const createBreaker = (): Breaker => ({ lows: noExtremes(), highs: noExtremes(), closedUntilMs: 0 })
const noExtremes = (): Extremes => ({ atMs: [], prices: [], first: 0 })

/** Takes note of a valid tick, in the tape's order. */
export function watchMove(breaker: Breaker, { price, atMs }: Pick<Tick, 'price' | 'atMs'>): void {
  const low = extremeWith(breaker.lows, price, atMs, -1)
  const high = extremeWith(breaker.highs, price, atMs, 1)
  if (price - low > low * MAX_MOVE || high - price > high * MAX_MOVE) breaker.closedUntilMs = atMs + CLOSED_MS
}

/** For how many minutes more an instrument is closed, begun ones counted; 0 while it is open. */
export const closedMinutes = ({ closedUntilMs }: Breaker, atMs: number): number =>
  Math.max(0, Math.ceil((closedUntilMs - atMs) / MINUTE_MS))

/** The lowest (`sign` −1) or highest (1) price of the window, with one more. */
function extremeWith(extremes: Extremes, price: number, tickMs: number, sign: 1 | -1): number {
  const { atMs, prices } = extremes
  while (extremes.first < atMs.length && atMs[extremes.first]! < tickMs - WINDOW_MS) extremes.first++
  while (prices.length > extremes.first && sign * (price - prices.at(-1)!) >= 0) {
    prices.pop()
    atMs.pop()
  }
  const second = Math.floor(tickMs / SECOND_MS) * SECOND_MS
  // A lesser price of the same second leaves the window with the one before it.
  if (prices.length === extremes.first || atMs.at(-1) !== second) {
    prices.push(price)
    atMs.push(second)
  }
  dropGone(extremes)
  return prices[extremes.first]!
}

/** Forgets what has left the window, once that is half of what is kept. */
function dropGone(extremes: Extremes): void {
  if (extremes.first < 64 || extremes.first * 2 < extremes.atMs.length) return
  extremes.atMs.splice(0, extremes.first)
  extremes.prices.splice(0, extremes.first)
  extremes.first = 0
}
