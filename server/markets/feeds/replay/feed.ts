import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bucketStart, type Candle } from '#domain/market/candle.ts'
import { type Instrument, type InstrumentClass, priceFromFeed } from '#domain/market/instrument.ts'
import { isOpen } from '#domain/market/session.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { calibrationOf } from '../calibration.ts'
import type { Feed, FeedLog, RawTick, TickSink } from '../feed.ts'
import { readBars, readQuotes } from './csv.ts'
import { openSessions } from './sessions.ts'
import { barTrack, endless, type Moment, quoteTrack, type Track } from './track.ts'

const pauseMs: Readonly<Record<InstrumentClass, number>> = {
  crypto: 1_000,
  forex: 2_000,
  future: 3_000,
  stock: 3_000,
  etf: 3_000,
}
const TIMER_MS = 100
/** After a jump of the clock one tick for each hour jumped over is enough. */
const MAX_TICKS_PER_JUMP = 24

interface Running {
  readonly instrument: Instrument
  readonly at: (atMs: number) => Moment
  readonly pauseMs: number
  lastMs: number
}

/**
 * Replays recorded prices in a loop in real time, labelled recorded. The position depends on the time
 * alone, so a restart continues where it would have been. Recorded venue sessions run through the live
 * adapters. Instruments without a recording have no price.
 *
 * Refuses: (by throwing) a folder in which no instrument has a recording.
 */
export function replayFeed(options: {
  folder: string
  instruments: readonly Instrument[]
  clock: Clock
  log: FeedLog
}): Feed {
  const { folder, instruments, clock, log } = options
  const startMs = clock.nowMs()
  const sessions = openSessions(folder, instruments, log)
  const inSession = new Set(sessions.flatMap(({ symbols }) => symbols))
  const playing = instruments.flatMap((instrument): Running[] => {
    if (inSession.has(instrument.symbol)) return []
    const track = findTrack(folder, instrument)
    if (track === undefined) return []
    return [{ instrument, at: endless(track), pauseMs: pauseMs[instrument.class], lastMs: startMs }]
  })
  if (playing.length === 0)
    throw new Error(`there are no recorded prices of any listed instrument in ${folder}`)
  log(`feed replay: playing ${playing.map(({ instrument }) => instrument.symbol).join(', ')}`)
  let sink: TickSink = () => {}
  let timer: NodeJS.Timeout | undefined

  function step(nowMs: number) {
    const due = playing.flatMap((running) => dueTicks(running, nowMs))
    due.sort((one, other) => one.sourceAtMs - other.sourceAtMs)
    for (const tick of due) sink(tick)
    for (const session of sessions) session.step(nowMs, sink)
  }

  return {
    step,
    start(given) {
      sink = given
      timer = setInterval(() => step(clock.nowMs()), TIMER_MS)
    },
    minutesBetween(symbol, fromMs, toMs) {
      const running = playing.find(({ instrument }) => instrument.symbol === symbol)
      if (running === undefined) return []
      const minutes: Candle[] = []
      for (let openAtMs = bucketStart('1m', fromMs); openAtMs < toMs; openAtMs += MINUTE_MS) {
        const minute = minuteOf(running, openAtMs)
        if (minute) minutes.push(minute)
      }
      return minutes
    },
    stop() {
      clearInterval(timer)
      for (const session of sessions) session.stop()
    },
  }
}

function dueTicks(running: Running, nowMs: number): RawTick[] {
  const beats = Math.floor(nowMs / running.pauseMs) - Math.floor(running.lastMs / running.pauseMs)
  const step =
    beats > MAX_TICKS_PER_JUMP
      ? Math.max(HOUR_MS, (beats * running.pauseMs) / MAX_TICKS_PER_JUMP)
      : running.pauseMs
  const ticks: RawTick[] = []
  for (let atMs = (Math.floor(running.lastMs / step) + 1) * step; atMs <= nowMs; atMs += step) {
    const tick = tickAt(running, Math.round(atMs))
    if (tick) ticks.push(tick)
  }
  running.lastMs = nowMs
  return ticks
}

function tickAt({ instrument, at, pauseMs: pause }: Running, atMs: number): RawTick | undefined {
  if (!isOpen(instrument, atMs)) return undefined
  const moment = at(atMs)
  const bid = priceFromFeed(instrument, moment.bid)
  const ask = priceFromFeed(instrument, moment.ask)
  const price = priceFromFeed(instrument, moment.price)
  if (bid === undefined || ask === undefined || price === undefined) return undefined
  return {
    symbol: instrument.symbol,
    price: Math.min(Math.max(price, bid), ask),
    bid,
    ask,
    volume: Math.round((moment.volumePerMs * pause) / Number(instrument.stepSize)),
    sourceAtMs: atMs,
    source: 'recorded',
  }
}

/** The corners of a bar's path: its open, its extremes, its close. */
const CORNERS_MS = [0, MINUTE_MS / 3, (2 * MINUTE_MS) / 3, MINUTE_MS - 1]

/** The candle that playing this minute makes. */
function minuteOf({ instrument, at }: Running, openAtMs: number): Candle | undefined {
  if (!isOpen(instrument, openAtMs)) return undefined
  const moments = CORNERS_MS.map((offset) => at(openAtMs + offset))
  const prices = moments.flatMap(({ price }) => priceFromFeed(instrument, price) ?? [])
  const [open] = prices
  const close = prices.at(-1)
  if (open === undefined || close === undefined) return undefined
  return {
    openAtMs,
    open,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close,
    volume: Math.round(((moments[0]?.volumePerMs ?? 0) * MINUTE_MS) / Number(instrument.stepSize)),
    origin: 'recorded',
  }
}

/** The dollar's recordings serve the pairs with the tether. */
const recordedAs = (symbol: string): string[] => [symbol, symbol.replace(/-USDT$/, '-USD')]

/** The best recording of an instrument: ticks before trade bars (which have volumes) before quote bars, newest first. */
function findTrack(folder: string, instrument: Instrument): Track | undefined {
  const own = join(folder, instrument.class)
  if (!existsSync(own)) return undefined
  const files = readdirSync(own).sort().reverse()
  const names = recordedAs(instrument.symbol)
  const find = (ending: string) =>
    files.find(
      (file) =>
        names.some((name) => file.startsWith(`${name}.`)) && file.endsWith(ending) && isMinutesOrTicks(file),
    )
  const ticks = find('.tick.csv.gz')
  if (ticks !== undefined) return quoteTrack(readQuotes(join(own, ticks)))
  const bars = find('.trade.csv.gz') ?? find('.quote.csv.gz')
  if (bars === undefined) return undefined
  const read = readBars(join(own, bars))
  return read.length > 0 ? barTrack(read, calibrationOf(instrument).spreadBps) : undefined
}

const isMinutesOrTicks = (file: string): boolean => /\.(1m(-\d+)?|tick)\./.test(file)
