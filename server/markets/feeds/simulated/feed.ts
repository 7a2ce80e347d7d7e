import type { Instrument, InstrumentClass } from '#domain/market/instrument.ts'
import { isOpen } from '#domain/market/session.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Feed, RawTick, TickSink } from '../feed.ts'
import { momentOf, moveOver, type SimulatedMarket, simulatedMarket, spreadAt, volumeOver } from './process.ts'
import { secretKey, uniform } from './random.ts'

/**
 * The beat of each class: under 30 ticks a second in all when every market is open, and the longest pause
 * with the time it takes to record a tick within the class's staleness limit.
 */
const pauseMs: Readonly<Record<InstrumentClass, number>> = {
  crypto: 1_100,
  forex: 2_000,
  future: 3_500,
  stock: 3_500,
  etf: 3_500,
}

/** How far the moment of a tick strays from its beat, as a part of the pause. */
const JITTER = 0.25
const TIMER_MS = 100
/** After a jump of the clock the time between is filled with this many ticks, not with every one. */
const MAX_TICKS_PER_JUMP = 24

interface Running {
  readonly market: SimulatedMarket
  readonly pauseMs: number
  /** Not rounded to a tick, so that many small moves are not lost in rounding. */
  price: number
  /** When the last tick was due; the next is on a later beat. */
  lastMs: number
}

/**
 * A simulated market with the statistics of real ones.
 *
 * Everything about a tick (when, how far, how much) is a function of seed, symbol and time. `lastPrice`
 * returns where an instrument stood when the server last ran, so that it goes on from there.
 */
export function simulatedFeed(options: {
  /** What is listed now; asked at every step. */
  instruments: () => readonly Instrument[]
  /** Whoever knows it can compute every price to come. */
  seed: string | number
  clock: Clock
  lastPrice: (symbol: string) => number | undefined
}): Feed {
  const { clock } = options
  let markets: Running[] = []
  let sink: TickSink = () => {}
  let timer: NodeJS.Timeout | undefined

  /** Begins what is listed and does not run yet, from now on. */
  function begin(nowMs: number) {
    const running = new Set(markets.map(({ market }) => market.instrument.symbol))
    for (const instrument of options.instruments()) {
      if (running.has(instrument.symbol)) continue
      const market = simulatedMarket(instrument, secretKey(options.seed, instrument.symbol))
      const price = options.lastPrice(instrument.symbol) ?? market.reference
      markets.push({ market, pauseMs: pauseMs[instrument.class], price, lastMs: nowMs })
    }
  }

  function step(nowMs: number) {
    if (options.instruments().length !== markets.length) begin(nowMs)
    const due: RawTick[] = []
    for (const running of markets) {
      for (const atMs of dueTimes(running, nowMs)) {
        const tick = tickAt(running, atMs)
        if (tick !== undefined) due.push(tick)
      }
    }
    due.sort((one, other) => one.sourceAtMs - other.sourceAtMs)
    for (const tick of due) sink(tick)
  }

  return {
    step,
    start(given) {
      sink = given
      markets = []
      begin(clock.nowMs())
      timer = setInterval(() => step(clock.nowMs()), TIMER_MS)
    },
    stop: () => clearInterval(timer),
  }
}

/** When ticks fall due after the last and not after now: every beat, or a bounded number over a jump. */
function dueTimes({ market, pauseMs: pause, lastMs }: Running, nowMs: number): number[] {
  const beats = Math.floor(nowMs / pause) - Math.floor(lastMs / pause)
  const times: number[] = []
  if (beats <= MAX_TICKS_PER_JUMP) {
    for (let beat = Math.floor(lastMs / pause); beat <= Math.floor(nowMs / pause); beat++) {
      const atMs = Math.round((beat + JITTER * uniform(market.key, beat, 5)) * pause)
      if (atMs > lastMs && atMs <= nowMs) times.push(atMs)
    }
    return times
  }
  for (let index = 1; index <= MAX_TICKS_PER_JUMP; index++) {
    times.push(Math.round(lastMs + ((nowMs - lastMs) * index) / MAX_TICKS_PER_JUMP))
  }
  return times
}

/** The move over a market closure is that of one hour, not of the whole closure. */
const MAX_MOVE_MS = HOUR_MS

function tickAt(running: Running, atMs: number): RawTick | undefined {
  const { market } = running
  const { instrument } = market
  if (!isOpen(instrument, atMs)) return undefined
  const spanMs = Math.min(MAX_MOVE_MS, Math.max(SECOND_MS, atMs - running.lastMs))
  const moment = momentOf(market, atMs, spanMs)
  running.price *= Math.exp(moveOver(market, running.price, moment))
  running.lastMs = atMs

  const tickSize = Number(instrument.tickSize)
  const spread = Math.max(1, Math.round(spreadAt(market, running.price, moment) / tickSize))
  const bid = Math.max(1, Math.floor((running.price - (spread * tickSize) / 2) / tickSize))
  const ask = bid + spread
  // A trade happens at one of the two sides, now and then in between.
  const side = uniform(market.key, atMs, 8)
  const price = side < 0.42 ? bid : side < 0.84 ? ask : Math.round((bid + ask) / 2)
  const volume = Math.round(volumeOver(market, running.price, moment) / Number(instrument.stepSize))
  return { symbol: instrument.symbol, price, bid, ask, volume, sourceAtMs: atMs, source: 'simulated' }
}
