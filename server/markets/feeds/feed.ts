import type { Candle } from '#domain/market/candle.ts'
import type { Instrument, StepCount, TickCount } from '#domain/market/instrument.ts'
import type { TickSources } from '#domain/market/sources.ts'

/** One observation as the feed emits it, before filtering and recording. */
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
  /** What the price was made of, where several sources are asked. */
  readonly sources?: TickSources
}

export type TickSink = (tick: RawTick) => void

/** A price feed: simulated, replayed or live. */
export interface Feed {
  /** Starts the feed. Later failures are handled by the feed itself and logged. */
  start(sink: TickSink): void
  stop(): void
  /**
   * Emits the ticks due at `nowMs`, for feeds without an external source. Idempotent; a virtual clock
   * drives them by it.
   */
  step?(nowMs: number): void
  /** Asks the source for what has been listed since it was last asked, for feeds that name what they want. */
  followListed?(): void
  /** Whether an instrument can have a price from here at all, for feeds that do not have them all. */
  canPrice?(instrument: Instrument): boolean
  /** One-minute candles of a time range before the feed began, for a feed that knows its own past. */
  minutesBetween?(symbol: string, fromMs: number, toMs: number): Candle[]
}

/** Logs one line; feeds do not throw for external failures. */
export type FeedLog = (line: string) => void
