import { bucketStart } from '#domain/market/candle.ts'
import { DAY_MS } from '#domain/time.ts'

/** What was traded here: quantity in steps, and what was paid for it in ticks times steps. */
export interface Traded {
  readonly quantity: bigint
  readonly ticksTimesSteps: bigint
}

export interface OwnVolume {
  /** Counts trades of a moment. */
  add(symbol: string, atMs: number, traded: Traded): void
  /** What was traded in the last 24 hours, counted by quarters of an hour like the reference volume. */
  ofDay(symbol: string, nowMs: number): Traded
}

/** The quarters of a day with the one that runs, and one that has not begun by a clock behind the trades'. */
const MAX_QUARTERS = 98

/**
 * The volume of Plumb's own trades, kept in memory: a sum for each quarter of an hour of the last day. A trade costs one
 * addition, a quote at most 96, an instrument at most 98 sums, however much is traded.
 */
export function createOwnVolume(): OwnVolume {
  const bySymbol = new Map<string, Map<number, Traded>>()
  return {
    add(symbol, atMs, { quantity, ticksTimesSteps }) {
      const quarters = bySymbol.get(symbol) ?? new Map<number, Traded>()
      bySymbol.set(symbol, quarters)
      const quarter = bucketStart('15m', atMs)
      const before = quarters.get(quarter)
      quarters.set(quarter, {
        quantity: quantity + (before?.quantity ?? 0n),
        ticksTimesSteps: ticksTimesSteps + (before?.ticksTimesSteps ?? 0n),
      })
      if (quarters.size > MAX_QUARTERS) quarters.delete(Math.min(...quarters.keys()))
    },
    ofDay(symbol, nowMs) {
      const afterMs = bucketStart('15m', nowMs) - DAY_MS
      let [quantity, ticksTimesSteps] = [0n, 0n]
      for (const [quarter, traded] of bySymbol.get(symbol) ?? []) {
        if (quarter <= afterMs) continue
        quantity += traded.quantity
        ticksTimesSteps += traded.ticksTimesSteps
      }
      return { quantity, ticksTimesSteps }
    },
  }
}
