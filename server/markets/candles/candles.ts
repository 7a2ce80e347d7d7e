import {
  bucketStart,
  type Candle,
  joined,
  type Period,
  periodMs,
  periods,
  rollUp,
  withTick,
} from '#domain/market/candle.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { DAY_MS, MINUTE_MS, startOfDayUtc } from '#domain/time.ts'
import type { Db } from '#server/platform/db/database.ts'
import { ticksAfter } from '../tape/store.ts'
import {
  allCandlesBetween,
  type Close,
  candlesBetween,
  closesBefore,
  type DayOfMinutes,
  insertCandles,
  moveProgress,
  newestCloses,
  type Progress,
  readProgress,
  type StoredCandle,
  type StoredPeriod,
  storedDays,
  storedPeriods,
} from './store.ts'

/** From which stored period each is served. */
const basis: Record<Period, StoredPeriod> = {
  ...{ '1m': '1m', '5m': '1m', '15m': '15m', '30m': '15m' },
  ...{ '1h': '1h', '4h': '1h', '1d': '1d', '1w': '1d' },
}

/** The shorter period that a candle still running is made of, together with what is stored of it. */
const shorter: Record<Exclude<Period, '1m'>, StoredPeriod> = {
  ...{ '5m': '1m', '15m': '1m', '30m': '15m', '1h': '15m' },
  ...{ '4h': '1h', '1d': '1h', '1w': '1d' },
}

const longerPeriods = periods.filter((period) => period !== '1m')

/** The most candles one answer has. */
export const MAX_CANDLES = 1_000

/** No market here is shut for longer: a weekend with a holiday beside it. */
const MAX_PAUSE_MS = 4 * DAY_MS

/** The part of the list within a day of its own end. */
function lastDayOf(quarters: readonly Candle[]): Candle[] {
  const end = quarters.at(-1)?.openAtMs ?? 0
  return quarters.filter(({ openAtMs }) => openAtMs > end - DAY_MS)
}

interface Series {
  readonly running: Partial<Record<Period, Candle>>
  /** Finished quarters of an hour of the last day, for 24-hour figures and sparklines. */
  quarters: Candle[]
}

export interface CandleBook {
  /** Takes a published tick. Ticks must come in the tape's order; one that was taken already is passed over. */
  add(tick: Tick): void
  /** Stores what is finished, with how far the tape is in it. Safe to call at any time. */
  flush(): Promise<void>
  /** Candles that open from `fromMs` to before `toMs`, oldest first, the newest 1,000; the last may still run. */
  between(symbol: string, period: Period, fromMs: number, toMs: number): Promise<Candle[]>
  /** The days of UTC from `fromMs` to before `toMs` of which there are minutes that are over, oldest first. */
  days(symbol: string, fromMs: number, toMs: number): Promise<DayOfMinutes[]>
  /** The candles that still run, by period. */
  running(symbol: string): Partial<Record<Period, Candle>>
  /**
   * The quarters of an hour of the last 24 hours, the running one last; of the 24 hours before its close
   * for a market that is shut.
   */
  lastDay(symbol: string): readonly Candle[]
  /** The newest price of an instrument that any candle knows. */
  lastClose(symbol: string): Close | undefined
  /**
   * What an instrument stood at, at each of these moments: what the last minute closed at that was over by then, which is
   * its last tick before. Undefined where nobody knows a price of so long ago.
   */
  closesBefore(symbol: string, moments: readonly number[]): Promise<(number | undefined)[]>
  /** What an instrument's newest stored minute closed at, when the candles were opened. */
  storedClose(symbol: string): Close | undefined
}

/** Candles of before the market began; each period's are those that were over by then. */
export type BackfillOf = (symbol: string) => Readonly<Record<StoredPeriod, readonly Candle[]>>

/**
 * Opens the candles: what is stored, and on top of it the ticks that are on the tape but in no stored
 * candle yet (also given to `onReplayed`). After a crash the same candles come out as if there had been
 * none. `past` returns what a new market shows of the time before `progress.startedAtMs`.
 */
export async function openCandles(options: {
  db: Db
  progress: Progress
  backfill: BackfillOf | undefined
  onReplayed?: (tick: Tick) => void
  /** Whether another process stores what is finished, within seconds: here it is kept until then. */
  isStoredElsewhere?: boolean
}): Promise<CandleBook> {
  const { db, progress, backfill, onReplayed = () => {}, isStoredElsewhere = false } = options
  const series = new Map<string, Series>()
  /** The series of a listed instrument. */
  function seriesOf(symbol: string): Series | undefined {
    if (!findInstrument(symbol)) return undefined
    let one = series.get(symbol)
    if (one === undefined) {
      one = { running: {}, quarters: [] }
      series.set(symbol, one)
    }
    return one
  }
  for (const { symbol } of instruments) seriesOf(symbol)
  let stored = new Map<string, Close>()
  /** Of instruments that have nothing but a synthetic backfill. */
  const madeCloses = new Map<string, Close>()
  let finished: StoredCandle[] = []
  let lastSequence = progress.sequence
  /** Every tick before this minute is in a finished candle. */
  let minuteMs = progress.throughMs
  /** The last tick that is in a finished candle. */
  let finishedThrough = progress.sequence
  let flushing: Promise<void> | undefined

  function add(tick: Tick) {
    const one = seriesOf(tick.symbol)
    if (one === undefined || tick.sequence <= lastSequence) return
    const tickMinuteMs = bucketStart('1m', tick.atMs)
    if (tickMinuteMs > minuteMs) finishBefore(tickMinuteMs)
    const own = withTick(undefined, tick)
    for (const period of periods) {
      const openAtMs = bucketStart(period, tick.atMs)
      const candle = one.running[period]
      one.running[period] = candle?.openAtMs === openAtMs ? joined(candle, own) : { ...own, openAtMs }
    }
    lastSequence = tick.sequence
  }

  /** The tape's time reached a new minute: no tick can fall into an earlier candle any more. */
  function finishBefore(nextMinuteMs: number) {
    for (const [symbol, one] of series) {
      for (const period of storedPeriods) {
        const candle = one.running[period]
        if (candle === undefined || candle.openAtMs >= bucketStart(period, nextMinuteMs)) continue
        finished.push({ ...candle, symbol, period })
        delete one.running[period]
        if (period === '15m') one.quarters.push(candle)
      }
      one.quarters = lastDayOf(one.quarters)
    }
    minuteMs = nextMinuteMs
    finishedThrough = lastSequence
  }

  async function store() {
    if (isStoredElsewhere) return forgetStored()
    const batch = finished
    const [sequence, throughMs] = [finishedThrough, minuteMs]
    if (batch.length === 0) return
    await db.transaction().execute(async (tx) => {
      await insertCandles(tx, batch)
      await moveProgress(tx, sequence, throughMs)
    })
    finished = finished.slice(batch.length)
  }

  /** Whoever stores them moves the progress in the same transaction. */
  async function forgetStored() {
    const { throughMs } = (await readProgress(db)) ?? progress
    finished = finished.filter(({ openAtMs, period }) => openAtMs + periodMs[period] > throughMs)
  }

  async function between(symbol: string, period: Period, fromMs: number, toMs: number) {
    const one = seriesOf(symbol)
    if (one === undefined) return []
    // Nothing opens after the minute that runs; a wish that reaches far ahead still gets the newest.
    const to = Math.min(toMs, minuteMs + MINUTE_MS)
    const oldestMs = bucketStart(period, to - 1) - (MAX_CANDLES - 1) * periodMs[period]
    const from = Math.max(bucketStart(period, fromMs), oldestMs)
    const source = basis[period]
    const most = (MAX_CANDLES * periodMs[period]) / periodMs[source]
    const made = from < progress.startedAtMs ? (backfill?.(symbol)[source] ?? []) : []
    const stored = [
      ...made.filter(({ openAtMs }) => openAtMs >= from && openAtMs < to),
      ...(await candlesBetween(db, symbol, source, from, to, most)),
    ]
    // Finished but not stored yet, then what still runs; storing may have overtaken the query.
    const known = stored.at(-1)?.openAtMs ?? Number.NEGATIVE_INFINITY
    const fresh: Candle[] = finished
      .filter((candle) => candle.symbol === symbol && candle.period === source)
      .map(({ symbol: _symbol, period: _period, ...candle }) => candle)
    const running = one.running[source]
    if (running) fresh.push(running)
    const newer = fresh.filter(({ openAtMs }) => openAtMs > known && openAtMs >= from && openAtMs < to)
    return rollUp(period, [...stored, ...newer]).slice(-MAX_CANDLES)
  }

  async function days(symbol: string, fromMs: number, toMs: number): Promise<DayOfMinutes[]> {
    const found = new Map((await storedDays(db, symbol, fromMs, toMs)).map((day) => [day.dayMs, day]))
    const made = fromMs < progress.startedAtMs ? (backfill?.(symbol)['1m'] ?? []) : []
    for (const { openAtMs, origin } of made) {
      if (openAtMs < fromMs || openAtMs >= toMs) continue
      const dayMs = startOfDayUtc(openAtMs)
      const before = found.get(dayMs)
      const origins = new Set([...(before?.origins ?? []), origin])
      found.set(dayMs, { dayMs, minutes: (before?.minutes ?? 0) + 1, origins: [...origins] })
    }
    return [...found.values()].sort((one, other) => one.dayMs - other.dayMs)
  }

  await load()

  /** Puts together what ran when the last candles were stored, then replays the rest of the tape. */
  async function load() {
    const parted = new Map<Period, Map<string, Candle[]>>()
    for (const period of longerPeriods) {
      const [from, to] = [bucketStart(period, minuteMs), bucketStart(shorter[period], minuteMs)]
      parted.set(period, await allCandlesBetween(db, shorter[period], from, to))
    }
    const quartersFrom = minuteMs - MAX_PAUSE_MS
    const quarters = await allCandlesBetween(db, '15m', quartersFrom, minuteMs)
    stored = await newestCloses(db, [...series.keys()])
    const isFresh = bucketStart('1w', minuteMs) < progress.startedAtMs || quartersFrom < progress.startedAtMs

    for (const [symbol, one] of series) {
      const made = isFresh ? backfill?.(symbol) : undefined
      for (const period of longerPeriods) {
        const source = shorter[period]
        const openAtMs = bucketStart(period, minuteMs)
        const parts = [
          ...(made?.[source].filter((candle) => candle.openAtMs >= openAtMs) ?? []),
          ...(parted.get(period)?.get(symbol) ?? []),
          ...(one.running[source] ? [one.running[source]] : []),
        ]
        const [whole] = rollUp(period, parts)
        if (whole) one.running[period] = whole
      }
      one.quarters = lastDayOf([...(made?.['15m'] ?? []), ...(quarters.get(symbol) ?? [])])
      const lastMade = made?.['1m'].at(-1)
      if (lastMade) madeCloses.set(symbol, { price: lastMade.close, openAtMs: lastMade.openAtMs })
    }

    for await (const ticks of ticksAfter(db, progress.sequence)) {
      for (const tick of ticks) {
        if (tick.isHeld) continue
        add(tick)
        onReplayed(tick)
      }
    }
  }

  return {
    add,
    flush() {
      flushing ??= store().finally(() => {
        flushing = undefined
      })
      return flushing
    },
    between,
    days,
    running: (symbol) => seriesOf(symbol)?.running ?? {},
    lastDay(symbol) {
      const one = seriesOf(symbol)
      if (one === undefined) return []
      const running = one.running['15m']
      return lastDayOf(running ? [...one.quarters, running] : one.quarters)
    },
    lastClose(symbol) {
      const minute = series.get(symbol)?.running['1m']
      if (minute) return { price: minute.close, openAtMs: minute.openAtMs }
      return stored.get(symbol) ?? madeCloses.get(symbol)
    },
    async closesBefore(symbol, moments) {
      const one = seriesOf(symbol)
      if (one === undefined) return moments.map(() => undefined)
      // Taken before the question: what is stored meanwhile is then known twice, not overlooked.
      const fresh = finished.filter((candle) => candle.symbol === symbol && candle.period === '1m')
      const running = one.running['1m']
      const minutes: readonly Candle[] = running ? [...fresh, running] : fresh
      const stored = await closesBefore(db, symbol, moments)
      return moments.map((atMs, index) => {
        const isOver = ({ openAtMs }: Candle) => openAtMs < bucketStart('1m', atMs)
        return (
          minutes.findLast(isOver)?.close ??
          stored[index]?.price ??
          (atMs > progress.startedAtMs + MAX_PAUSE_MS
            ? undefined
            : backfill?.(symbol)['1m'].findLast(isOver)?.close)
        )
      })
    },
    storedClose: (symbol) => stored.get(symbol),
  }
}
