import type { Tick } from '#domain/market/tick.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/**
 * Closes an instrument for new orders after a large move.
 *
 * Source: safety.md, section 6: more than 10 % within 5 minutes, closed for 5 minutes.
 */
export interface Breaker {
  /** Lowest and highest price of each second with a tick, oldest first, of the last five minutes. */
  readonly seconds: { readonly atMs: number; low: number; high: number }[]
  closedUntilMs: number
}

const WINDOW_MS = 5 * MINUTE_MS
const CLOSED_MS = 5 * MINUTE_MS
const MAX_MOVE = 0.1
/** How much of the tape tells whether an instrument is closed. */
export const BREAKER_MEMORY_MS = WINDOW_MS + CLOSED_MS

export const createBreaker = (): Breaker => ({ seconds: [], closedUntilMs: 0 })

/** Takes note of a valid tick, in the tape's order. */
export function watchMove(breaker: Breaker, { price, atMs }: Pick<Tick, 'price' | 'atMs'>): void {
  const { seconds } = breaker
  let gone = 0
  while (gone < seconds.length && seconds[gone]!.atMs < atMs - WINDOW_MS) gone++
  if (gone > 0) seconds.splice(0, gone)
  const second = Math.floor(atMs / SECOND_MS) * SECOND_MS
  const newest = seconds.at(-1)
  if (newest?.atMs === second) {
    newest.low = Math.min(newest.low, price)
    newest.high = Math.max(newest.high, price)
  } else seconds.push({ atMs: second, low: price, high: price })
  let [low, high] = [price, price]
  for (const each of seconds) {
    if (each.low < low) low = each.low
    if (each.high > high) high = each.high
  }
  if (price - low > low * MAX_MOVE || high - price > high * MAX_MOVE) breaker.closedUntilMs = atMs + CLOSED_MS
}
