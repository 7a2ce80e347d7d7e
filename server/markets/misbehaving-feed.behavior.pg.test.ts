import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tick } from '#domain/market/tick.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { type VirtualClock, virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { runAsOwner } from '#server/testing/as-owner.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import type { RawTick, TickSink } from './feeds/feed.ts'
import { createMarkets, type Markets } from './service.ts'
import { ticksAfter } from './tape/store.ts'

/** A Tuesday afternoon on which every market is open. */
const TUESDAY = Date.parse('2022-12-13T15:00:00Z')

let database: Database
let dataDir: string
let clock: VirtualClock
/** How far our clock was set back. */
let setBackMs: number
let markets: Markets
let lines: string[]
let emit: TickSink
/** How often the feed was asked for what has been listed since. */
let asked = 0

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plumb-feed-'))
  clock = virtualClock(TUESDAY)
  setBackMs = 0
  lines = []
  await asOwner('TRUNCATE tape_segment, candle, candle_progress')
  await open()
  return async () => {
    await markets.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

async function open() {
  markets = await createMarkets({
    db: database.db,
    clock: { nowMs: () => clock.nowMs() - setBackMs },
    settings: { feed: { kind: 'live', sources: [] }, dataDir },
    feed: {
      start: (sink) => {
        emit = sink
      },
      stop() {},
      followListed() {
        asked++
      },
    },
    log: { info: (line) => lines.push(line), error: (_, line) => expect.fail(line) },
  })
  markets.start()
}

/** The server is ended and started again, `pauseMs` later. */
async function restart(pauseMs: number) {
  await markets.stop()
  clock.advance(pauseMs)
  await open()
}

const asOwner = (statement: string) => runAsOwner(database, statement)

/** The venue says a price of bitcoin, now or as of another moment. */
const tick = (price: number, change: Partial<RawTick> = {}): void =>
  emit({
    ...{ symbol: 'BTC-USDT', price, bid: price - 5, ask: price + 5, volume: 100, source: 'venue' },
    sourceAtMs: clock.nowMs(),
    ...change,
  })

/** Lets a second pass; what runs every minute is not due. */
async function second(count = 1) {
  for (let index = 0; index < count; index++) {
    clock.advance(1_000)
    for (const job of markets.jobs) if (job.everyMs < MINUTE_MS) await job.run()
  }
}

const tape = async () => {
  const ticks: Tick[] = []
  for await (const page of ticksAfter(database.db, 0)) ticks.push(...page)
  return ticks
}

describe('a feed that misbehaves', () => {
  it('and says a spike: it stands on the tape, marked, and no quote, candle or listener has it', async () => {
    const heard: number[] = []
    markets.onTick('*', ({ price }) => heard.push(price))
    tick(1_777_800)
    await second()
    tick(3_000_000)
    await second()
    tick(1_777_900)
    await second()
    expect(heard).toEqual([1_777_800, 1_777_900])
    expect((await tape()).map(({ price, isHeld }) => [price, isHeld])).toEqual([
      [1_777_800, false],
      [3_000_000, true],
      [1_777_900, false],
    ])
    expect(markets.quote('BTC-USDT')?.high24h).toBe('17779.00')
    const [candle] = await markets.candles('BTC-USDT', '1m', TUESDAY, clock.nowMs())
    expect(candle).toMatchObject({ high: '17779.00', low: '17778.00', origin: 'live' })
  })

  it('and says bid over ask: held, and the quote before stands until it is stale', async () => {
    tick(1_777_800)
    await second()
    tick(1_777_800, { bid: 1_777_900, ask: 1_777_700 })
    await second()
    expect(markets.quote('BTC-USDT')).toMatchObject({ bid: '17777.95', ask: '17778.05', isStale: false })
    await second(2)
    expect(markets.quote('BTC-USDT')).toMatchObject({ isStale: true })
    expect(markets.isFresh('BTC-USDT')).toBe(false)
  })

  it('and falls silent: who shows its prices is told that they are old, and that they are not', async () => {
    const told: (boolean | undefined)[] = []
    markets.events.subscribe('quotes', (quotes) => {
      const quote = quotes.find(({ symbol }) => symbol === 'BTC-USDT')
      if (quote) told.push(quote.isStale)
    })
    tick(1_777_800)
    await second(2)
    expect(told).not.toContain(true)
    await second(4)
    expect(told.at(-1)).toBe(true)
    expect(told.filter((isStale) => isStale)).toHaveLength(1)
    tick(1_777_900)
    await second()
    expect(told.at(-1)).toBe(false)
  })

  it('and repeats itself and comes late: each observation counts once, in order', async () => {
    tick(1_777_800)
    tick(1_777_800)
    await second()
    tick(1_777_900)
    tick(1_777_700, { sourceAtMs: TUESDAY - 60_000 })
    await second()
    expect((await tape()).map(({ price }) => price)).toEqual([1_777_800, 1_777_900])
    const [candle] = await markets.candles('BTC-USDT', '1m', TUESDAY, clock.nowMs())
    expect(candle?.volume).toBe('0.00200')
  })

  it('and says a moment in the future: held, and the instrument is not silent afterwards', async () => {
    tick(1_777_800)
    await second()
    tick(1_777_900, { sourceAtMs: TUESDAY + 10 * 365 * 86_400_000 })
    await second()
    tick(1_778_000)
    await second()
    expect(markets.quote('BTC-USDT')).toMatchObject({ lastPrice: '17780.00', isStale: false })
    expect((await tape()).map(({ price, isHeld }) => [price, isHeld])).toEqual([
      [1_777_800, false],
      [1_777_900, true],
      [1_778_000, false],
    ])
  })

  it('and goes on doing so: what is dropped and held is said, and does not fill the log', async () => {
    tick(1_777_800)
    for (let time = 0; time < 250; time++) {
      tick(1_777_800)
      tick(1_777_900, { sourceAtMs: TUESDAY + 60_000 + time })
    }
    await second()
    expect(lines.filter((line) => line.startsWith('price tape'))).toEqual([
      'price tape: dropped BTC-USDT (duplicate)',
      'price tape: held BTC-USDT at 1777900 ticks (ahead)',
      'price tape: dropped BTC-USDT (duplicate), 10 times so far',
      'price tape: dropped BTC-USDT (duplicate), 100 times so far',
    ])
    tick(1_777_700)
    tick(1_777_900, { sourceAtMs: TUESDAY + 60_000 })
    expect(lines.at(-1)).toBe('price tape: held BTC-USDT at 1777900 ticks (ahead)')
    expect(lines).toHaveLength(5)
  })

  it('while our own clock is set back: the price before is not fresh until time has caught up', async () => {
    tick(1_777_800)
    await second()
    expect(markets.isFresh('BTC-USDT')).toBe(true)
    setBackMs = 3_600_000
    expect(markets.isFresh('BTC-USDT')).toBe(false)
    expect(markets.quote('BTC-USDT')).toMatchObject({ isStale: true })
    await second(30)
    expect(markets.isFresh('BTC-USDT')).toBe(false)
  })

  it('and is silent for minutes: stale at once, fresh with the next word, the gap marked and not filled', async () => {
    tick(1_777_800)
    await second(3)
    expect(markets.isFresh('BTC-USDT')).toBe(false)
    await second(240)
    tick(1_779_000)
    await second()
    expect(markets.isFresh('BTC-USDT')).toBe(true)
    const candles = await markets.candles('BTC-USDT', '1m', TUESDAY, clock.nowMs())
    expect(candles.map(({ openAtMs, isAfterGap }) => [(openAtMs - TUESDAY) / 60_000, isAfterGap])).toEqual([
      [0, undefined],
      [4, true],
    ])
  })

  it('and opens far away after a night: the first price is taken, for nobody traded between', async () => {
    const apple = (price: number) => tick(price, { symbol: 'AAPL', bid: price - 1, ask: price + 1 })
    apple(14_500)
    await second()
    clock.advance(Date.parse('2022-12-14T14:30:00Z') - clock.nowMs())
    apple(15_600)
    await second()
    expect(markets.quote('AAPL')).toMatchObject({ lastPrice: '156.00', isOpen: true, isStale: false })
  })

  it('and begins after a restart with a spike: it is held against what was known, the truth is taken', async () => {
    tick(6_000_000)
    await second()
    await restart(5_000)
    tick(600_000)
    await second()
    expect(markets.quote('BTC-USDT')).toMatchObject({ lastPrice: '60000.00', isStale: true })
    tick(6_000_100)
    await second()
    expect(markets.quote('BTC-USDT')).toMatchObject({ lastPrice: '60001.00', isStale: false })
    expect((await tape()).map(({ price, isHeld }) => [price, isHeld])).toEqual([
      [6_000_000, false],
      [600_000, true],
      [6_000_100, false],
    ])
  })

  it('and does so for an instrument whose last tick is only in stored candles', async () => {
    tick(6_000_000)
    await second(60)
    tick(120_000, { symbol: 'ETH-USDT' })
    await second()
    await restart(5_000)
    tick(600_000)
    await second()
    expect(markets.lastTick('BTC-USDT')).toBeUndefined()
    tick(6_000_100)
    await second()
    expect(markets.lastTick('BTC-USDT')?.price).toBe(6_000_100)
  })

  it.each([
    ['on the tape', 1],
    ['in stored candles', 61],
  ])(
    'and has moved far while the server was off for a night: the first price is taken, the last was %s',
    async (_, seconds) => {
      tick(6_000_000)
      await second(seconds)
      tick(120_000, { symbol: 'ETH-USDT' })
      await second()
      await restart(12 * 3_600_000)
      tick(5_600_000)
      await second()
      expect(markets.lastTick('BTC-USDT')?.price).toBe(5_600_000)
    },
  )

  it('and speaks of strangers and nonsense: nothing comes of it', async () => {
    tick(1, { symbol: 'NO-SUCH' })
    tick(Number.NaN)
    tick(-1)
    tick(1.5)
    tick(1_777_800, { sourceAtMs: Number.NaN })
    tick(1_777_800, { volume: -1 })
    await second()
    expect(await tape()).toEqual([])
    expect(markets.quote('BTC-USDT')?.lastPrice).toBeNull()
  })

  it('while the database is away: prices stand still and grow stale, then nothing said is missing', async () => {
    tick(1_777_800)
    await second()
    await asOwner('ALTER TABLE tape_segment RENAME TO away')
    tick(1_777_900)
    await second()
    tick(1_778_000)
    await second(2)
    expect(markets.lastTick('BTC-USDT')?.price).toBe(1_777_800)
    expect(markets.isFresh('BTC-USDT')).toBe(false)
    await asOwner('ALTER TABLE away RENAME TO tape_segment')
    await second()
    expect((await tape()).map(({ price }) => price)).toEqual([1_777_800, 1_777_900, 1_778_000])
    expect(markets.lastTick('BTC-USDT')?.price).toBe(1_778_000)
  })
})

it('a feed is asked every few seconds for what has been listed since', async () => {
  const before = asked
  await second(2)
  expect(asked).toBe(before + 2)
})
