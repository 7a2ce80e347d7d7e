import { randomBytes, randomInt } from 'node:crypto'
import { assert } from '#domain/errors.ts'
import type { Candle, Period } from '#domain/market/candle.ts'
import { bucketStart, isGap, periods } from '#domain/market/candle.ts'
import type { CandleView, QuoteView } from '#domain/market/contract.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { isOpen } from '#domain/market/session.ts'
import type { PriceLabel, Tick } from '#domain/market/tick.ts'
import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Settings } from '#server/platform/settings.ts'
import { type BackfillOf, type CandleBook, openCandles } from './candles/candles.ts'
import { type DayOfMinutes, insertProgress, type Progress, readProgress } from './candles/store.ts'
import { createEventBus, type EventBus } from './event-bus.ts'
import type { Feed, RawTick } from './feeds/feed.ts'
import { labelOfFeed, openFeed } from './feeds/open.ts'
import { type BackfillCandles, generateBackfill, historyFrom } from './feeds/simulated/backfill.ts'
import { createTickFilter, type HoldReason, type LastKnown } from './feeds/tick-filter.ts'
import { createOwnVolume, type OwnVolume } from './own-volume.ts'
import { candleView, endOf, isFreshAt, type LastPrice, type QuoteInputs, quoteView } from './quotes.ts'
import { followTape } from './tape/follow.ts'
import { openTapeKey } from './tape/key.ts'
import { packingJob } from './tape/packing.ts'
import { createProofs, type Proofs } from './tape/proofs.ts'
import { openTape, type Tape } from './tape/tape.ts'
import { createTapeTime } from './tape-time.ts'

/** The markets as the rest of the server sees them. */
export interface Markets {
  readonly events: EventBus
  /** What the running feed's prices are: for the badge, and to refuse real money beside synthetic prices. */
  readonly label: PriceLabel
  /** The quote of an instrument; undefined for an unknown symbol. */
  quote(symbol: string): QuoteView | undefined
  quotes(): QuoteView[]
  /** The newest tick that may decide anything, with its place on the tape. */
  lastTick(symbol: string): Tick | undefined
  /** Whether the market is open and its last tick young enough to trade on. */
  isFresh(symbol: string): boolean
  /** Whether the running feed can have a price of an instrument at all: a live one has not every class without a key. */
  canPrice(symbol: string): boolean
  /**
   * Calls `listener` for each tick of an instrument, or of all ('*'), after it is on the tape, until the
   * returned function is called.
   */
  onTick(symbol: string, listener: (tick: Tick) => void): () => void
  /** Calls `listener` for everything that is written to the tape, held ticks too, until the returned function is called. */
  onWritten(listener: (segment: WrittenSegment) => void): () => void
  /** Candles as the wire shows them, oldest first, with the gaps marked. */
  candles(symbol: string, period: Period, fromMs: number, toMs: number): Promise<CandleView[]>
  /** The days of UTC between two moments of which minutes are kept, oldest first. */
  days(symbol: string, fromMs: number, toMs: number): Promise<DayOfMinutes[]>
  /** Quarters of an hour of the last trading day. */
  lastDay(symbol: string): readonly Candle[]
  /** The newest price known, in ticks. */
  lastPrice(symbol: string): LastPrice | undefined
  /** The prices of moments that are over, in ticks: of the last minute that was over by each. */
  closesBefore(symbol: string, moments: readonly number[]): Promise<(number | undefined)[]>
  /** What is traded on Plumb itself: whoever matches orders counts its trades here. */
  readonly ownVolume: OwnVolume
  readonly tape: Tape
  /** Ticks that could not be taken in since the start. */
  failedTicks(): number
  readonly publicKey: string
  readonly proofs: Proofs
  readonly jobs: readonly Job[]
  start(): void
  stop(): Promise<void>
}

/** What was written to the tape at once. */
export interface WrittenSegment {
  /** In the tape's order, none left out since the segment before. */
  readonly ticks: readonly Tick[]
  /** The newest tick on the tape. */
  readonly sequence: number
  /** When it was signed: no tick that comes after it is recorded at an earlier time. */
  readonly atMs: number
}

export interface MarketLog {
  info(line: string): void
  error(details: object, line: string): void
}

/** Ticks of this long are written, signed and published together. */
const FLUSH_MS = 400
/** How often a process that follows the tape looks for more of it: an index look-up each time. */
const FOLLOW_MS = 50
const STORE_EVERY_MS = 5 * SECOND_MS
const TELL_STATES_EVERY_MS = SECOND_MS
/**
 * After so long without a tick, the tape says what time it is: in every flush that has no tick, so that what waits for a
 * moment to be over learns it within a second. Never sooner because something waits: the tape is the same without an order.
 */
const QUIET_MS = 300
/** On a clock that others move, marks must not depend on how long that takes; in so long every simulated market ticks. */
const VIRTUAL_QUIET_MS = 2 * SECOND_MS
/**
 * Stands on the tape, held, while no feed says anything: that until then there was nothing. What waits for a moment to be
 * over learns it from the tape alone.
 */
const TIME_MARK = { symbol: 'TIME', price: 1, bid: 1, ask: 1, volume: 0, source: 'tape' } as const
/** Of the past of before the first start, which everybody may see. */
const SEEDS = 2 ** 32

/**
 * Opens tape, candles and quotes where they stopped; `start` starts the feed.
 *
 * Every price goes through feed, guard and tape (written and signed) before it reaches candles, quotes,
 * sockets and trading. A simulated market draws a secret at its first start and keeps it; `seed` replaces it
 * where prices must be the same again.
 *
 * Refuses: (by throwing) a tape that does not verify.
 */
export async function createMarkets(options: {
  db: Db
  /** The connections of the tape; those of everybody without it. */
  writers?: Db
  clock: Clock
  settings: Pick<Settings, 'feed' | 'dataDir'>
  log: MarketLog
  seed?: number
  /** Replaces the feed of the settings, for tests of a misbehaving feed. */
  feed?: Feed
  /** Whether another process has the feed and writes the tape: this one reads what is added to it. */
  follows?: boolean
  /** A clock that nobody sets, which the tape's time is counted on with; the machine's without it. */
  steadyMs?: () => number
}): Promise<Markets> {
  const { db, writers = db, clock, settings, log, follows = false } = options
  const tapeTime = createTapeTime(clock, options.steadyMs ?? (() => performance.now()))
  const label = labelOfFeed[settings.feed.kind]
  const info = (line: string) => log.info(line)
  const events = createEventBus((error) => log.error({ err: error }, 'a listener of the markets failed'))
  const ticks = new Map<string, Tick>()
  const listeners = new Map<string, Set<(tick: Tick) => void>>()
  const segmentListeners = new Set<(segment: WrittenSegment) => void>()
  const key = await openTapeKey(settings.dataDir)
  const tape = follows
    ? await followTape({ db, key, log: info, publish })
    : await openTape({ db: writers, key, clock, log: info, publish })
  const progress = (await readProgress(db)) ?? (await begin())
  const feed: Feed =
    options.feed ??
    openFeed({
      setting: settings.feed,
      instruments: () => instruments,
      seed: options.seed ?? (await ownSecret(db)),
      clock,
      log: info,
      lastPrice(symbol) {
        const last = lastPrice(symbol)?.price
        const tickSize = Number(findInstrument(symbol)?.tickSize)
        return last === undefined ? undefined : last * tickSize
      },
    })
  const candles: CandleBook = await openCandles({
    db,
    progress,
    backfill: backfillOf(progress, feed),
    onReplayed: (tick) => ticks.set(tick.symbol, tick),
    isStoredElsewhere: follows,
  })
  const filter = createTickFilter(lastKnown)
  /** Why the newest tick of an instrument is held; logged once while it lasts. */
  const heldFor = new Map<string, HoldReason | undefined>()
  const drops = new Map<string, number>()
  const ownVolume = createOwnVolume()
  const quietMs = clock.isVirtual ? VIRTUAL_QUIET_MS : QUIET_MS
  let timer: NodeJS.Timeout | undefined
  /** When the tape last took something, on a clock that nobody sets. */
  let takenAtMs = performance.now()
  let taken = 0
  let failed = 0

  /** Notes the first start, which is the writer's. Only a simulated market needs a past that is made up. */
  async function begin(): Promise<Progress> {
    assert(!follows, 'the process that writes the tape was started first')
    const nowMs = bucketStart('1m', clock.nowMs())
    const backfillSeed = settings.feed.kind === 'simulated' ? (options.seed ?? randomInt(SEEDS)) : undefined
    const first = {
      startedAtMs: nowMs,
      backfillSeed,
      sequence: tape.newest()?.sequence ?? 0,
      throughMs: nowMs,
    }
    await insertProgress(db, first)
    return first
  }

  /** Never later than now: otherwise every following tick would be out of order. */
  function lastKnown(symbol: string): LastKnown | undefined {
    const tick = ticks.get(symbol)
    if (tick) return { ...tick, sourceAtMs: Math.min(tick.sourceAtMs, clock.nowMs()) }
    const close = candles.storedClose(symbol)
    return close && { price: close.price, sourceAtMs: Math.min(close.openAtMs, clock.nowMs()) }
  }

  function take(tick: RawTick) {
    // Nothing is recorded at a time that may be wrong: the tape never goes back.
    if (clock.unreliable?.()) return
    const { symbol } = tick
    const verdict = filter.classify(tick, clock.nowMs())
    if ('drop' in verdict) return logDrop(`${symbol} (${verdict.drop})`)
    const why = 'hold' in verdict ? verdict.why : undefined
    if (why !== undefined && heldFor.get(symbol) !== why) {
      info(`price tape: held ${symbol} at ${tick.price} ticks (${why})`)
    }
    heldFor.set(symbol, why)
    tape.append(tick, why !== undefined)
    takenAtMs = performance.now()
    taken++
  }

  /** Marks the time where no feed has said anything for a while. Ticks that are due and those that wait come first. */
  function markTime() {
    const newestMs = tape.newest()?.atMs
    if (performance.now() - takenAtMs < quietMs || newestMs === undefined || clock.unreliable?.()) return
    if (clock.nowMs() - newestMs < quietMs) return
    takenAtMs = performance.now()
    const before = ++taken
    feed.step?.(clock.nowMs())
    if (taken === before) tape.append({ ...TIME_MARK, sourceAtMs: clock.nowMs() }, true)
  }

  /** Logged at the first, tenth, hundredth occurrence and so on. */
  function logDrop(what: string) {
    const count = (drops.get(what) ?? 0) + 1
    drops.set(what, count)
    if (!/^10*$/.test(`${count}`)) return
    info(`price tape: dropped ${what}${count > 1 ? `, ${count} times so far` : ''}`)
  }

  function publish(written: readonly Tick[]) {
    const changed = new Set<Instrument>()
    for (const tick of written) {
      const instrument = findInstrument(tick.symbol)
      if (tick.isHeld || instrument === undefined) continue
      try {
        ticks.set(tick.symbol, tick)
        candles.add(tick)
      } catch (error) {
        // One that cannot be taken in holds up none of those behind it.
        failed++
        log.error({ err: error, symbol: tick.symbol, sequence: tick.sequence }, 'a tick was not taken in')
        continue
      }
      changed.add(instrument)
      for (const name of [tick.symbol, '*']) {
        for (const listener of listeners.get(name) ?? []) call(listener, tick)
      }
    }
    const end = tape.newest()
    if (end && follows) tapeTime.note(end.atMs)
    if (end && written.length > 0) {
      const segment = { ticks: written, sequence: end.sequence, atMs: end.atMs }
      for (const listener of segmentListeners) {
        try {
          listener(segment)
        } catch (error) {
          log.error({ err: error }, 'a listener of the tape failed')
        }
      }
    }
    if (changed.size > 0) emit([...changed])
  }

  function call(listener: (tick: Tick) => void, tick: Tick) {
    try {
      listener(tick)
    } catch (error) {
      log.error({ err: error, symbol: tick.symbol }, 'a listener of ticks failed')
    }
  }

  function emit(changed: readonly Instrument[]) {
    if (events.hasSubscribers('quotes')) events.publish('quotes', changed.map(viewOf))
    if (!events.hasSubscribers('candles')) return
    for (const instrument of changed) {
      const running = candles.running(instrument.symbol)
      const views = periods.flatMap((period) => {
        const candle = running[period]
        return candle ? [[period, candleView(instrument, candle)] as const] : []
      })
      events.publish('candles', {
        symbol: instrument.symbol,
        candles: Object.fromEntries(views) as Record<Period, CandleView>,
      })
    }
  }

  /** Whether each instrument was open, fresh and had a source when it was last looked at. */
  const states = new Map<string, string>()

  /** A price grows old, a market closes and a key is refused without a tick: who shows them is told all the same. */
  function tellStates() {
    const nowMs = tapeTime.nowMs()
    const changed = instruments.filter((instrument) => {
      const { symbol } = instrument
      const isFresh = isFreshAt(instrument, ticks.get(symbol), nowMs)
      const state = `${isOpen(instrument, nowMs)} ${isFresh} ${canPrice(symbol)}`
      const before = states.get(symbol)
      states.set(symbol, state)
      return before !== undefined && before !== state
    })
    if (changed.length > 0 && events.hasSubscribers('quotes')) events.publish('quotes', changed.map(viewOf))
  }

  function canPrice(symbol: string): boolean {
    const instrument = findInstrument(symbol)
    // Whoever follows has no feed to ask: what has had a price has a source.
    if (follows) return lastPrice(symbol) !== undefined
    return instrument !== undefined && (feed.canPrice?.(instrument) ?? true)
  }

  const inputsOf = ({ symbol }: Instrument): QuoteInputs => ({
    tick: ticks.get(symbol),
    lastClose: candles.lastClose(symbol),
    lastDay: candles.lastDay(symbol),
    label,
    own: ownVolume.ofDay(symbol, clock.nowMs()),
    canPrice: canPrice(symbol),
  })
  const viewOf = (instrument: Instrument) => quoteView(instrument, inputsOf(instrument), tapeTime.nowMs())

  function lastPrice(symbol: string): LastPrice | undefined {
    const tick = ticks.get(symbol)
    if (tick) return { price: tick.price, atMs: tick.atMs, isClose: false }
    const close = candles.lastClose(symbol)
    return close && { price: close.price, atMs: endOf(close), isClose: true }
  }

  return {
    events,
    label,
    tape,
    failedTicks: () => failed,
    ownVolume,
    publicKey: key.publicKey,
    proofs: createProofs(db, key, () => tape),
    lastPrice,
    closesBefore: (symbol, moments) => candles.closesBefore(symbol, moments),
    lastTick: (symbol) => ticks.get(symbol),
    days: (symbol, fromMs, toMs) => candles.days(symbol, fromMs, toMs),
    lastDay: (symbol) => candles.lastDay(symbol),
    quotes: () => instruments.map(viewOf),

    quote(symbol) {
      const instrument = findInstrument(symbol)
      return instrument && viewOf(instrument)
    },

    isFresh(symbol) {
      const instrument = findInstrument(symbol)
      return instrument !== undefined && isFreshAt(instrument, ticks.get(symbol), tapeTime.nowMs())
    },

    canPrice,

    onTick(symbol, listener) {
      const own = listeners.get(symbol) ?? new Set()
      listeners.set(symbol, own.add(listener))
      return () => own.delete(listener)
    },

    onWritten(listener) {
      segmentListeners.add(listener)
      return () => void segmentListeners.delete(listener)
    },

    async candles(symbol, period, fromMs, toMs) {
      const instrument = findInstrument(symbol)
      if (instrument === undefined) return []
      const found = await candles.between(symbol, period, fromMs, toMs)
      return found.map((candle, index) => {
        const before = found[index - 1]
        return candleView(
          instrument,
          candle,
          before !== undefined && isGap(instrument, period, before, candle),
        )
      })
    },

    jobs: [
      {
        name: 'markets: bring due ticks, store finished candles',
        everyMs: STORE_EVERY_MS,
        isOfEachProcess: true,
        async run() {
          if (!follows) {
            feed.followListed?.()
            feed.step?.(clock.nowMs())
          }
          await tape.flush()
          await candles.flush()
        },
      },
      {
        name: 'markets: tell which prices are old and which markets closed',
        everyMs: TELL_STATES_EVERY_MS,
        isOfEachProcess: true,
        run: async () => tellStates(),
      },
      packingJob(db, clock),
    ],

    start() {
      if (!follows) feed.start(take)
      timer = setInterval(
        () => {
          if (!follows) markTime()
          tape.flush().catch((error) => log.error({ err: error }, 'published ticks were not taken in'))
        },
        follows ? FOLLOW_MS : FLUSH_MS,
      )
    },

    async stop() {
      if (!follows) feed.stop()
      clearInterval(timer)
      await tape.flush()
      // What is not stored now is rebuilt from the tape at the next start.
      await candles.flush().catch((error) => log.error({ err: error }, 'the last candles were not stored'))
    },
  }
}

/**
 * What all simulated prices to come are computed from: 256 bits that are drawn once and never leave the server.
 * The past of before the first start has a seed of its own, so that nothing can be learned from it.
 */
async function ownSecret(db: Db): Promise<string> {
  await db
    .insertInto('system_setting')
    .values({ name: 'market-secret', value: JSON.stringify(randomBytes(32).toString('base64url')) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('system_setting')
    .select('value')
    .where('name', '=', 'market-secret')
    .executeTakeFirstOrThrow()
  return String(row.value)
}

/** Pasts that were asked for lately: making one takes some milliseconds. */
const MAX_CACHED_BACKFILLS = 12
/** How much of its own past a feed is asked for. */
const FEED_BACKFILL_MS = 3 * DAY_MS

/** What was before a market began: made up where it is simulated, played where it is a recording. */
function backfillOf({ startedAtMs, backfillSeed }: Progress, feed: Feed): BackfillOf | undefined {
  if (backfillSeed === undefined && feed.minutesBetween === undefined) return undefined
  const kept = new Map<string, BackfillCandles>()
  return (symbol) => {
    const instrument = findInstrument(symbol)
    assert(instrument, 'candles are asked of listed instruments only')
    const history =
      kept.get(symbol) ??
      (backfillSeed === undefined
        ? historyFrom(
            feed.minutesBetween?.(symbol, startedAtMs - FEED_BACKFILL_MS, startedAtMs) ?? [],
            startedAtMs,
          )
        : generateBackfill(instrument, backfillSeed, Number(instrument.referencePrice), startedAtMs))
    kept.delete(symbol)
    kept.set(symbol, history)
    for (const oldest of kept.keys()) if (kept.size > MAX_CACHED_BACKFILLS) kept.delete(oldest)
    return history
  }
}
