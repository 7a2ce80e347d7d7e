import type { Candle } from '#domain/market/candle.ts'
import type { StepCount, TickCount } from '#domain/market/instrument.ts'

/** One observation as a feed brings it, before the guard has looked at it and the tape has recorded it. */
export interface RawTick {
  readonly symbol: string
  readonly price: TickCount
  readonly bid: TickCount
  readonly ask: TickCount
  /** What traded since the feed's last tick of this instrument. */
  readonly volume: StepCount
  /** The source's own clock, milliseconds. */
  readonly sourceAtMs: number
  readonly source: string
}

export type TickSink = (tick: RawTick) => void

/** Where prices come from. All feeds look like this: simulated, replayed, live. */
export interface Feed {
  /** Begins to bring ticks. What goes wrong later is repaired by the feed itself and told to `log`. */
  start(sink: TickSink): void
  stop(): void
  /**
   * Brings what is due at `nowMs`, for feeds that make their own time. Safe to call at any time and
   * twice; this is how a virtual clock moves them.
   */
  step?(nowMs: number): void
  /** One-minute candles of a stretch of time before the feed began, for a feed that knows its own past. */
  minutesBetween?(symbol: string, fromMs: number, toMs: number): Candle[]
}

/** One line for the operator; the feeds never throw for what the world does to them. */
export type FeedLog = (line: string) => void
