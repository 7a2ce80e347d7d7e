import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { isOpen } from '#domain/market/session.ts'
import {
  MEDIAN,
  medianOf,
  medianOfAll,
  minSources,
  type NamedSource,
  type SourceMedian,
  type SourceState,
  sourcesOf,
} from '#domain/market/sources.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Feed, FeedLog, RawTick, TickSink } from '../feed.ts'
import { isComplete, MAX_AHEAD_MS } from '../tick-filter.ts'

/** A source of the median. */
export interface Source {
  /** As the tick names it. */
  readonly name: string
  readonly feed: Feed
  /** Whether it is asked for an instrument. */
  quotes(instrument: Instrument): boolean
}

/** The tape records at most four prices a second of an instrument. */
const EVERY_MS = 250
/** An unchanged price is repeated after this long, so that it does not count as stale. */
const REPEAT_MS = SECOND_MS
/** What a source said longer ago than this is not named. */
const FORGET_MS = MINUTE_MS

/** The newest that a source has said of an instrument. */
interface Said {
  readonly tick: RawTick
  readonly receivedAtMs: number
}

interface Watched {
  readonly said: Map<string, Said>
  /** What was traded at each source since the last tick. */
  readonly volumes: Map<string, number>
  /** Whether any source has said something since the last tick. */
  isNews: boolean
  lastAtMs: number
  lastSeen: string
  states: readonly SourceState[]
}

/**
 * Several sources as one feed: for each instrument the median of what they say, with each source named.
 *
 * A source that repeats itself or comes late is not heard, and none while the market is closed. A price is emitted while any source says something new, also
 * where too few agree: the tick filter holds it then, and the tape shows what each said.
 */
export function medianFeed(options: { sources: readonly Source[]; clock: Clock; log: FeedLog }): Feed {
  const { sources, clock, log } = options
  const watched = new Map<string, Watched>()
  const drops = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let sink: TickSink = () => {}

  function watch(symbol: string): Watched {
    const found = watched.get(symbol) ?? {
      ...{ said: new Map(), volumes: new Map(), isNews: false, states: [] },
      ...{ lastAtMs: Number.NEGATIVE_INFINITY, lastSeen: '' },
    }
    watched.set(symbol, found)
    return found
  }

  function take(name: string, tick: RawTick) {
    const nowMs = clock.nowMs()
    const instrument = findInstrument(tick.symbol)
    if (instrument && !isOpen(instrument, nowMs)) return
    if (!isComplete(tick)) return count(`${tick.symbol} of ${name} is no price`)
    if (tick.sourceAtMs > nowMs + MAX_AHEAD_MS) return count(`${tick.symbol} of ${name} is from the future`)
    const one = watch(tick.symbol)
    const before = one.said.get(name)?.tick
    if (before && tick.sourceAtMs < before.sourceAtMs) return count(`${tick.symbol} of ${name} comes late`)
    if (before && isRepeated(tick, before)) return
    one.said.set(name, { tick, receivedAtMs: nowMs })
    one.volumes.set(name, (one.volumes.get(name) ?? 0) + tick.volume)
    one.isNews = true
  }

  function emit(symbol: string, one: Watched, nowMs: number, everyMs = EVERY_MS) {
    const instrument = findInstrument(symbol)
    if (!one.isNews || !instrument || Math.abs(nowMs - one.lastAtMs) < everyMs) return
    const asked = sources.filter((source) => source.quotes(instrument))
    const named = asked.map(({ name }) => namedSource(name, one.said.get(name), nowMs))
    const terms = sourcesOf(instrument, named)
    const median = medianOf(terms)
    const prices = median.prices ?? medianOfAll(terms)
    if (!prices) return
    const volume = asked.reduce(
      (sum, { name }, n) => sum + (median.states[n] === 'counts' ? (one.volumes.get(name) ?? 0) : 0),
      0,
    )
    const seen = `${prices.price} ${prices.bid} ${prices.ask} ${median.states}`
    if (seen === one.lastSeen && volume === 0 && Math.abs(nowMs - one.lastAtMs) < REPEAT_MS) return
    tellStates(symbol, one, asked, median)
    Object.assign(one, { isNews: false, lastAtMs: nowMs, lastSeen: seen, states: median.states })
    one.volumes.clear()
    sink({ symbol, ...prices, volume, source: MEDIAN, sourceAtMs: nowMs, sources: terms })
  }

  /** Says of each source when it no longer counts. */
  function tellStates(symbol: string, one: Watched, asked: readonly Source[], { states }: SourceMedian) {
    for (const [n, state] of states.entries()) {
      if (state === 'counts' || one.states[n] !== 'counts') continue
      count(`${symbol} of ${asked[n]?.name} does not count (${state})`)
    }
  }

  /** Logged at the first, tenth, hundredth occurrence and so on. */
  function count(what: string) {
    const times = (drops.get(what) ?? 0) + 1
    drops.set(what, times)
    if (/^10*$/.test(`${times}`)) log(`feed: ${what}${times > 1 ? `, ${times} times so far` : ''}`)
  }

  function step(nowMs: number) {
    for (const [symbol, one] of watched) emit(symbol, one, nowMs)
  }

  return {
    start(given) {
      sink = given
      for (const { name, feed } of sources) feed.start((tick) => take(name, tick))
      timer = setInterval(() => step(clock.nowMs()), EVERY_MS)
    },
    step,
    canPrice(instrument) {
      const asked = sources.filter((source) => source.quotes(instrument))
      const able = asked.filter(({ feed }) => feed.canPrice?.(instrument) ?? true)
      return able.length > 0 && able.length >= minSources(instrument.symbol, asked.length)
    },
    followListed() {
      for (const { feed } of sources) feed.followListed?.()
    },
    stop() {
      clearInterval(timer)
      for (const { feed } of sources) feed.stop()
      // What was said since the last price is recorded too.
      for (const [symbol, one] of watched) emit(symbol, one, clock.nowMs(), 0)
    },
  }
}

/** Repeated word for word it is no sign of life: a venue that stands still says the same. */
const isRepeated = (one: RawTick, other: RawTick): boolean =>
  one.sourceAtMs === other.sourceAtMs &&
  one.price === other.price &&
  one.bid === other.bid &&
  one.ask === other.ask

/** A clock that was set back makes everything old that was said before. */
function namedSource(source: string, said: Said | undefined, nowMs: number): NamedSource {
  if (!said) return { source }
  const { price, bid, ask, sourceAtMs } = said.tick
  const ageMs = Math.max(Math.abs(nowMs - said.receivedAtMs), nowMs - sourceAtMs)
  // By its own word where it says more: of which contract of a future it speaks.
  return ageMs > FORGET_MS ? { source } : { source: said.tick.source, quote: { price, bid, ask, ageMs } }
}
