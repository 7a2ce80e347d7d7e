import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { medianOf } from '#domain/market/sources.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import type { RawTick, TickSink } from '../feed.ts'
import { medianFeed } from './median.ts'

const START_MS = Date.parse('2022-12-13T15:00:00Z')
const PRICE = 2_000_000
const names = ['one', 'two', 'three'] as const
type Name = (typeof names)[number]

let clock: VirtualClock
let setBackMs: number
let sinks: Partial<Record<Name, TickSink>>
let ticks: RawTick[]
let lines: string[]
let feed: ReturnType<typeof medianFeed>

beforeEach(() => {
  clock = virtualClock(START_MS)
  setBackMs = 0
  sinks = {}
  ticks = []
  lines = []
  feed = medianFeed({
    sources: names.map((name) => ({
      name,
      feed: {
        start(sink) {
          sinks[name] = sink
        },
        stop() {},
      },
      quotes: ({ symbol }) => symbol !== 'EUR-USD' || name === 'one',
    })),
    clock: { nowMs: now },
    log: (line) => lines.push(line),
  })
  feed.start((tick) => ticks.push(tick))
  onTestFinished(() => feed.stop())
})

const now = () => clock.nowMs() - setBackMs

/** A source says a price, now or as of another moment. */
const say = (name: Name, price: number, change: Partial<RawTick> = {}) =>
  sinks[name]?.({
    ...{ symbol: 'BTC-USDT', price, bid: price - 5, ask: price + 5, volume: 100 },
    ...{ source: name, sourceAtMs: now(), ...change },
  })
const sayAll = (price: number) => {
  for (const name of names) say(name, price)
}
/** Lets time pass; what is due is emitted. */
const pass = (ms = 250) => {
  clock.advance(ms)
  feed.step?.(now())
}
/** The newest tick: what each source counts as, and the price where it counts. */
const newest = () => {
  const tick = ticks.at(-1) ?? expect.fail('no tick')
  const { states, prices } = medianOf(tick.sources ?? expect.fail('no sources'))
  return { states: states.join(' '), price: prices?.price, recorded: tick.price }
}

test('T36: a price is the median of what the sources said last, with the volume of those that count', () => {
  say('one', PRICE)
  say('two', PRICE + 20)
  say('three', PRICE * 1.2)
  pass(0)
  expect(newest()).toEqual({ states: 'counts counts deviates', price: PRICE + 10, recorded: PRICE + 10 })
  expect(ticks).toMatchObject([{ volume: 200, source: 'median', sourceAtMs: START_MS }])
})

test('what the sources said since the last price is emitted when the feed stops, once', () => {
  sayAll(PRICE)
  pass(0)
  clock.advance(100)
  sayAll(PRICE + 10)
  pass(0)
  expect(newest().recorded).toBe(PRICE)
  feed.stop()
  expect(newest()).toEqual({ states: 'counts counts counts', price: PRICE + 10, recorded: PRICE + 10 })
  expect(ticks.at(-1)?.sourceAtMs).toBe(START_MS + 100)
  feed.stop()
  expect(ticks).toHaveLength(2)
})

test('at most four prices a second are emitted, an unchanged one once a second, none while nobody says anything', () => {
  for (let n = 0; n < 100; n++) {
    sayAll(PRICE + n)
    pass(20)
  }
  expect(ticks.length).toBeGreaterThan(6)
  expect(ticks.length).toBeLessThanOrEqual(8)
  pass(1_000)
  const before = ticks.length
  for (let n = 0; n < 8; n++) {
    for (const name of names) say(name, PRICE, { volume: 0 })
    pass()
  }
  expect(ticks.length - before).toBeLessThanOrEqual(3)
  const after = ticks.length
  for (let n = 0; n < 40; n++) pass()
  expect(ticks.length - after).toBeLessThanOrEqual(1)
})

test('with one source gone it goes on by the others; with two, what is left is named and does not count', () => {
  sayAll(PRICE)
  pass()
  for (let n = 0; n < 10; n++) {
    say('one', PRICE + n)
    say('two', PRICE + n)
    pass()
  }
  expect(newest()).toEqual({ states: 'counts counts old', price: PRICE + 9, recorded: PRICE + 9 })
  for (let n = 0; n < 10; n++) {
    say('one', PRICE + 20)
    pass()
  }
  expect(newest()).toMatchObject({ states: 'counts old old', price: undefined })
  expect(lines).toEqual([
    'feed: BTC-USDT of three does not count (old)',
    'feed: BTC-USDT of two does not count (old)',
  ])
  say('three', PRICE + 20)
  pass()
  expect(newest()).toMatchObject({ states: 'counts old counts', price: PRICE + 20 })
})

test('after a minute of silence a source is named without a price', () => {
  sayAll(PRICE)
  pass(61_000)
  say('one', PRICE)
  say('two', PRICE)
  pass(0)
  expect(newest()).toMatchObject({ states: 'counts counts silent', price: PRICE })
})

test('what comes late, twice, from the future or is no price is not heard', () => {
  sayAll(PRICE)
  pass()
  const wrong: [number, Partial<RawTick>][] = [
    [PRICE + 50, { sourceAtMs: START_MS - 1 }],
    [PRICE, { sourceAtMs: START_MS }],
    [PRICE + 50, { sourceAtMs: START_MS + 3_600_000 }],
    [Number.NaN, {}],
    [PRICE + 50, { sourceAtMs: Number.NaN }],
    [-1, {}],
  ]
  for (const [price, change] of wrong) for (const name of names) say(name, price, change)
  const before = ticks.length
  pass()
  expect(ticks.length).toBe(before)
  expect(lines).toContain('feed: BTC-USDT of one comes late')
  expect(lines).toContain('feed: BTC-USDT of two is from the future')
  sayAll(PRICE + 1)
  pass()
  expect(newest()).toMatchObject({ states: 'counts counts counts', price: PRICE + 1 })
})

test('a source that stands still grows old, though it goes on saying the same', () => {
  sayAll(PRICE)
  for (let n = 0; n < 12; n++) {
    say('one', PRICE + n)
    say('two', PRICE + n)
    say('three', PRICE, { sourceAtMs: START_MS })
    pass()
  }
  expect(newest()).toMatchObject({ states: 'counts counts old', price: PRICE + 11 })
})

test('a source whose prices are of some time ago does not count, though it says them now', () => {
  for (const name of ['one', 'two'] as const) say(name, PRICE)
  say('three', PRICE + 100, { sourceAtMs: START_MS - 2_001 })
  pass(0)
  expect(newest()).toMatchObject({ states: 'counts counts old', price: PRICE })
})

test('a clock of ours that was set back makes nothing new of what was said before', () => {
  sayAll(PRICE)
  pass()
  setBackMs = 3_600_000
  say('one', PRICE + 1)
  pass()
  const before = ticks.length
  expect(before).toBe(1)
  // Once it is right again, prices go on.
  setBackMs = 0
  sayAll(PRICE + 2)
  pass()
  expect(newest()).toMatchObject({ states: 'counts counts counts', price: PRICE + 2 })
})

test('all come back with a gap: the price is where they are now', () => {
  sayAll(PRICE)
  pass()
  pass(30_000)
  say('one', PRICE * 1.1)
  pass()
  expect(newest()).toMatchObject({ states: 'counts old old', price: undefined })
  say('two', PRICE * 1.1)
  pass()
  expect(newest()).toMatchObject({ states: 'counts counts old', price: PRICE * 1.1 })
})

test('what one source alone quotes is its price', () => {
  say('one', 106_000, { symbol: 'EUR-USD' })
  say('two', 300_000, { symbol: 'EUR-USD' })
  say('one', PRICE, { symbol: 'NO-SUCH' })
  pass()
  expect(newest()).toEqual({ states: 'counts', price: 106_000, recorded: 106_000 })
  expect(ticks).toHaveLength(1)
})
