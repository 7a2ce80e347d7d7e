import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { bucketStart, type Candle, periods, rollUp, withTick } from '#domain/market/candle.ts'
import type { QuoteView } from '#domain/market/contract.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import {
  extendLog,
  hasGrown,
  isInLog,
  type LogCheckpoint,
  openCheckpoint,
  splitTicks,
} from '#domain/proof/log.ts'
import { rootOf } from '#domain/proof/merkle.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { Route } from '#server/platform/http/route.ts'
import {
  allTicks,
  begin,
  beginAt,
  clock,
  database,
  markets,
  marketsOnTuesday,
  open,
  pass,
  TUESDAY,
} from '#server/testing/markets.ts'
import { readProgress } from './candles/store.ts'
import { candleView } from './quotes.ts'
import { marketRoutes } from './routes.ts'

/** What the markets quote, chart and answer; that nothing is lost by a crash is in `recovery.pg.test.ts`. */

/** A Sunday on which only crypto trades. */
const SUNDAY = Date.parse('2022-12-11T12:00:00Z')

marketsOnTuesday()

describe('the markets', () => {
  it('quote every instrument from the first minute on, each naming its tick on the tape', async () => {
    await pass(6_000)
    const ticks = new Map((await allTicks()).map((tick) => [tick.sequence, tick]))
    for (const quote of markets.quotes()) {
      expect(quote).toMatchObject({ isOpen: true, isStale: false, source: 'simulated' })
      const tick = ticks.get(quote.sequence ?? 0)
      expect(tick?.symbol).toBe(quote.symbol)
      const [low, last, high] = [quote.low24h, quote.lastPrice, quote.high24h].map(Number)
      expect((low ?? 0) <= (last ?? 0) && (last ?? 0) <= (high ?? 0), quote.symbol).toBe(true)
    }
  })

  it('serve exactly the candles that the tape says', async () => {
    await pass(400_000, 2_000)
    const btc = findInstrument('BTC-USDT') ?? expect.fail()
    const minutes = new Map<number, Candle>()
    for (const tick of await allTicks()) {
      if (tick.symbol !== 'BTC-USDT' || tick.isHeld) continue
      const openAtMs = bucketStart('1m', tick.atMs)
      minutes.set(openAtMs, withTick(minutes.get(openAtMs), tick))
    }
    const rebuilt = [...minutes.values()]
    expect(rebuilt.length).toBeGreaterThan(6)
    const end = clock.nowMs() + 1
    expect(await markets.candles('BTC-USDT', '1m', TUESDAY, end)).toEqual(
      rebuilt.map((one) => candleView(btc, one)),
    )
    const fives = rollUp('5m', rebuilt).map((one) => candleView(btc, one))
    expect(await markets.candles('BTC-USDT', '5m', TUESDAY, end)).toEqual(fives)
  })

  it('are the same whether nobody or everybody is trading: the tape has no ear', async () => {
    await pass(10_000)
    const alone = await allTicks()
    await markets.stop()
    await begin()
    // Ten thousand who trade on every tick and ask for quotes.
    let trades = 0
    for (let trader = 0; trader < 10_000; trader++) {
      markets.onTick('BTC-USDT', () => trades++)
    }
    markets.events.subscribe('quotes', () => markets.quotes())
    await pass(10_000)
    expect(trades).toBeGreaterThan(10_000)
    expect(await allTicks()).toEqual(alone)
  })

  it('call prices stale when no tick came, and shut when the market is', async () => {
    await pass(3_000)
    expect(markets.isFresh('BTC-USDT')).toBe(true)
    clock.advance(10_000)
    expect(markets.isFresh('BTC-USDT')).toBe(false)
    expect(markets.quote('BTC-USDT')).toMatchObject({ isOpen: true, isStale: true })

    clock.advance(Date.parse('2022-12-13T22:30:00Z') - clock.nowMs())
    for (const job of markets.jobs) await job.run()
    expect(markets.isFresh('AAPL')).toBe(false)
    expect(markets.quote('AAPL')).toMatchObject({
      isOpen: false,
      isStale: false,
      nextChangeAtMs: Date.parse('2022-12-14T14:30:00Z'),
    })
    expect(markets.quote('AAPL')?.lastPrice).not.toBeNull()
    expect(markets.isFresh('BTC-USDT')).toBe(true)
  })

  it('let nobody trade on the last price of a market that has just shut, however young it is', async () => {
    const shutsAtMs = Date.parse('2022-12-13T21:00:00Z')
    clock.advance(shutsAtMs - 3_000 - clock.nowMs())
    await pass(2_800)
    expect(markets.isFresh('AAPL')).toBe(true)
    clock.advance(shutsAtMs - clock.nowMs())
    // Younger than a stock's price may be.
    expect(clock.nowMs() - markets.lastPrice('AAPL')!.atMs).toBeLessThan(5_000)
    expect(markets.isFresh('AAPL')).toBe(false)
  })

  it('live through a jump of a month, with candles for the time between', async () => {
    await pass(2_000)
    for (let day = 0; day < 30; day++) await pass(24 * 3_600_000, 24 * 3_600_000)
    const days = await markets.candles('BTC-USDT', '1d', TUESDAY, clock.nowMs() + 1)
    expect(days.length).toBeGreaterThanOrEqual(30)
    expect(days.some(({ isAfterGap }) => isAfterGap)).toBe(false)
    expect(markets.isFresh('BTC-USDT')).toBe(true)
  })

  it('draw another market for each new installation, and keep it', async () => {
    const seedOf = async () => (await readProgress(database.db))?.backfillSeed
    await markets.stop()
    const seeds = new Set<number | undefined>()
    for (let installation = 0; installation < 3; installation++) {
      await begin(null)
      seeds.add(await seedOf())
      await markets.stop()
      await open(null)
      seeds.add(await seedOf())
      await markets.stop()
    }
    expect(seeds.size).toBe(3)
  })

  it('compute prices from 256 bits that are kept, and not from the seed of their past', async () => {
    const secretOf = async () =>
      (
        await database.db
          .selectFrom('system_setting')
          .select('value')
          .where('name', '=', 'market-secret')
          .executeTakeFirst()
      )?.value
    await markets.stop()
    const secrets = new Set<unknown>()
    for (let installation = 0; installation < 2; installation++) {
      await begin(null)
      secrets.add(await secretOf())
      await markets.stop()
      await open(null)
      secrets.add(await secretOf())
      await markets.stop()
    }
    expect(secrets.size).toBe(2)
    for (const secret of secrets) expect(Buffer.from(String(secret), 'base64url')).toHaveLength(32)

    // The same past and another secret: other prices.
    const courses = new Set<string>()
    for (let start = 0; start < 2; start++) {
      await begin(7)
      await markets.stop()
      await open(null)
      await pass(5_000)
      await markets.stop()
      courses.add(JSON.stringify((await allTicks()).map(({ symbol, price }) => [symbol, price])))
    }
    expect(courses.size).toBe(2)
  })

  it('that did not begin as simulated draw a market of their own when they are', async () => {
    await markets.stop()
    const courses = new Set<string>()
    for (let installation = 0; installation < 2; installation++) {
      await begin(null, { kind: 'live', sources: [] })
      await markets.stop()
      for (let start = 0; start < 2; start++) {
        await open(null)
        await pass(5_000)
        await markets.stop()
      }
      courses.add(JSON.stringify((await allTicks()).map(({ symbol, price }) => [symbol, price])))
      expect((await readProgress(database.db))?.backfillSeed).toBeUndefined()
    }
    expect(courses.size).toBe(2)
  })

  it('tell subscribers merged quotes and running candles', async () => {
    const quotes: QuoteView[] = []
    const charted = new Set<string>()
    markets.events.subscribe('quotes', (changed) => quotes.push(...changed))
    markets.events.subscribe('candles', ({ symbol, candles }) => {
      charted.add(symbol)
      expect(Object.keys(candles).sort()).toEqual([...periods].sort())
    })
    await pass(6_000)
    expect(new Set(quotes.map(({ symbol }) => symbol)).size).toBe(instruments.length)
    expect(charted.size).toBe(instruments.length)
  })
})

describe('the calls of the markets', () => {
  const answer = async (path: string, input: object = {}, customerId?: CustomerId): Promise<unknown> => {
    const route: Route | undefined = marketRoutes(markets).find(({ endpoint }) => endpoint.path === path)
    const customer = customerId === undefined ? undefined : { id: customerId, sessionId: 1n }
    const ctx = { db: database.db, clock, customer, customerOrUndefined: customer }
    return route?.handle(input, ctx as Partial<Context> as Context)
  }

  it('keep each customer’s own watchlist, and do nothing twice', async () => {
    const [alice, bob] = [customerId(10_001n), customerId(10_002n)]
    await answer('/optional/add', { symbol: 'ETH-USDT' }, alice)
    clock.advance(1)
    await answer('/optional/add', { symbol: 'AAPL' }, alice)
    expect(await answer('/optional/add', { symbol: 'ETH-USDT' }, alice)).toEqual({
      symbols: ['AAPL', 'ETH-USDT'],
    })
    expect(await answer('/optional/list', {}, bob)).toEqual([])
    expect(await answer('/currency/optionalquotation', { classId: 100 }, alice)).toHaveLength(2)
    expect(await answer('/currency/optionalquotation', { classId: 100 })).toEqual([])
    expect(await answer('/optional/del', { symbol: 'AAPL' }, alice)).toEqual({ symbols: ['ETH-USDT'] })
    expect(await answer('/optional/del', { symbol: 'AAPL' }, alice)).toEqual({ symbols: ['ETH-USDT'] })
    await expect(answer('/optional/add', { symbol: 'NO-SUCH' }, alice)).rejects.toThrow('INSTRUMENT_UNKNOWN')
  })

  it('keep a watchlist in its customer’s order, and what was added meanwhile before it', async () => {
    const customer = customerId(10_003n)
    for (const symbol of ['BTC-USDT', 'ETH-USDT', 'AAPL', 'XAU-USD'])
      await answer('/optional/add', { symbol }, customer)
    const order = (symbols: readonly string[]) => answer('/optional/sort', { symbols }, customer)
    const inOrder = { symbols: ['ETH-USDT', 'XAU-USD', 'BTC-USDT', 'AAPL'] }
    expect(await order(inOrder.symbols)).toEqual(inOrder)
    expect(await order(inOrder.symbols)).toEqual(inOrder)
    // Another device had added one that this order does not know; it names one that is on nobody's list.
    expect(await order(['AAPL', 'NO-SUCH', 'BTC-USDT', 'ETH-USDT'])).toEqual({
      symbols: ['XAU-USD', 'AAPL', 'BTC-USDT', 'ETH-USDT'],
    })
    expect(await answer('/optional/add', { symbol: 'LTC-USDT' }, customer)).toEqual({
      symbols: ['LTC-USDT', 'XAU-USD', 'AAPL', 'BTC-USDT', 'ETH-USDT'],
    })
    expect(await answer('/optional/list', {}, customerId(10_004n))).toEqual([])
  })

  it('let anyone check a tick: from segment to checkpoint to the one before', async () => {
    await pass(3_000)
    const { publicKey } = (await answer('/tape/checkpoint')) as { publicKey: string }
    const sequence = markets.quote('BTC-USDT')?.sequence ?? expect.fail('a tick')
    const segment = (await answer('/tape/segment', { sequence })) as {
      bytes: string
      log: { edge: string[]; before: string; note: string }
    }
    const [before, after] = [segment.log.before, segment.log.note].map(
      (note) => openCheckpoint(note, publicKey) ?? expect.fail('signed'),
    ) as [LogCheckpoint, LogCheckpoint]
    const edge = () => ({ size: before.size, hashes: segment.log.edge.map(hexToBytes) })
    expect(bytesToHex(rootOf(edge()))).toBe(before.root)
    const bytes = Buffer.from(segment.bytes, 'hex')
    const result = extendLog(edge(), before.atMs, bytes, after)
    const tick = result.ok ? result.ticks.find((one) => one.sequence === sequence) : undefined
    expect(tick).toEqual(markets.lastTick('BTC-USDT'))
    bytes[20] = (bytes[20] ?? 0) ^ 1
    expect(extendLog(edge(), before.atMs, bytes, after).ok).toBe(false)
    await expect(answer('/tape/segment', { sequence: 999_999 })).rejects.toThrow('NOT_FOUND')
  })

  it('prove that the log only grew, and that a tick is in it', async () => {
    await pass(3_000)
    const checkpoint = async () => {
      const { publicKey, note } = (await answer('/tape/checkpoint')) as { publicKey: string; note: string }
      return openCheckpoint(note, publicKey) ?? expect.fail('signed')
    }
    const older = await checkpoint()
    await pass(3_000)
    const newer = await checkpoint()
    expect(newer.size).toBeGreaterThan(older.size)
    const { proof } = (await answer('/tape/consistency', { from: older.size, to: newer.size })) as {
      proof: string[]
    }
    expect(hasGrown(older, newer, proof.map(hexToBytes))).toBe(true)
    const sequence = older.size - 2
    const found = (await answer('/tape/tick', { sequence, size: newer.size })) as {
      bytes: string
      proof: string[]
    }
    const bytes = hexToBytes(found.bytes)
    expect(isInLog(newer, { sequence }, bytes, found.proof.map(hexToBytes))).toBe(true)
    expect(splitTicks(bytes).map(({ tick }) => tick.sequence)).toEqual([sequence])
    for (const [path, input] of [
      ['/tape/consistency', { from: newer.size, to: older.size }],
      ['/tape/consistency', { from: 1, to: newer.size + 1 }],
      ['/tape/tick', { sequence: newer.size + 1, size: newer.size }],
      ['/tape/tick', { sequence: 1, size: newer.size + 1 }],
    ] as const)
      await expect(answer(path, input)).rejects.toThrow('NOT_FOUND')
  })

  it('draw 48 points for every instrument and give a rate for every fiat currency', async () => {
    await pass(6_000)
    const { lines } = (await answer('/currency/sparklines')) as { lines: Record<string, (string | null)[]> }
    expect(Object.keys(lines)).toHaveLength(instruments.length)
    for (const points of Object.values(lines)) expect(points).toHaveLength(48)
    expect(lines['BTC-USDT']?.filter((point) => point === null)).toEqual([])

    const { list } = (await answer('/wallet/getRateCurrency')) as { list: { code: string; rate: string }[] }
    const rate = (code: string) => Number(list.find((one) => one.code === code)?.rate)
    expect(rate('USD')).toBe(1)
    expect(rate('EUR')).toBeCloseTo(1 / Number(markets.quote('EUR-USD')?.lastPrice), 4)
    expect(rate('JPY')).toBeCloseTo(Number(markets.quote('USD-JPY')?.lastPrice), 2)
  })

  it('date the rates by the oldest price used, and name a last close as one', async () => {
    interface Rates {
      saveTime: number
      list: { code: string; atMs: number | null; isClose: boolean }[]
    }
    const rates = async () => (await answer('/wallet/getRateCurrency')) as Rates
    await pass(6_000)
    const whileOpen = await rates()
    const times = whileOpen.list.flatMap(({ atMs }) => atMs ?? [])
    expect(whileOpen.list.filter(({ isClose }) => isClose)).toEqual([])
    expect(whileOpen.saveTime).toBe(Math.min(...times))
    expect(whileOpen.saveTime).toBeLessThan(clock.nowMs())
    expect(markets.quote('EUR-USD')).toMatchObject({ closeOfMs: null })

    // A first start on a Sunday: nothing of the currencies has been ticked yet.
    await markets.stop()
    await beginAt(SUNDAY)
    await pass(6_000)
    const closed = await rates()
    const euro = closed.list.find(({ code }) => code === 'EUR')!
    expect(euro).toMatchObject({ isClose: true })
    expect(euro.atMs).toBeGreaterThan(SUNDAY - 3 * DAY_MS)
    expect(euro.atMs).toBeLessThan(SUNDAY - DAY_MS)
    expect(closed.saveTime).toBe(Math.min(...closed.list.flatMap(({ atMs }) => atMs ?? [])))
    expect(markets.quote('EUR-USD')).toMatchObject({ atMs: null, closeOfMs: euro.atMs })
    expect(markets.quote('BTC-USDT')).toMatchObject({ closeOfMs: null })
  })

  it('bound a chart, and refuse one that ends before it begins', async () => {
    const input = { symbol: 'BTC-USDT', period: '1m', fromMs: 0, toMs: TUESDAY }
    const candles = (await answer('/currency/new_timeshar', input)) as { origin: string }[]
    expect(candles).toHaveLength(1_000)
    expect(new Set(candles.map(({ origin }) => origin))).toEqual(new Set(['generated']))
    await pass(2_000)
    const ahead = { ...input, toMs: 9_999_999_999_000 }
    expect(((await answer('/currency/new_timeshar', ahead)) as unknown[]).slice(0, -1)).toEqual(
      candles.slice(1),
    )
    const backwards = answer('/currency/new_timeshar', { ...input, toMs: 1, fromMs: 2 })
    await expect((async () => backwards)()).rejects.toThrow('PARAMETER_ERROR')
  })
})
