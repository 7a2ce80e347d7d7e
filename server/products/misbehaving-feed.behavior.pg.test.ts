import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as contracts from '#domain/contract/contract.ts'
import * as options from '#domain/option/contract.ts'
import { checkContractProof } from '#domain/proof/contract-proof.ts'
import { checkOptionProof } from '#domain/proof/option-proof.ts'
import { checkStopProof } from '#domain/proof/stop-proof.ts'
import * as spots from '#domain/spot/contract.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { products } from '#server/contract.ts'
import type { Feed, RawTick, TickSink } from '#server/markets/feeds/feed.ts'
import { medianFeed } from '#server/markets/feeds/live/median.ts'
import { createMarkets, type Markets } from '#server/markets/service.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { setBalance } from '#server/testing/contract.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { TUESDAY } from '#server/testing/markets.ts'
import { giveFund } from '#server/testing/option.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { counterparty, insurance } from './contract/accounts.ts'
import { auditContracts } from './contract/audit.ts'
import { contract } from './contract/product.ts'
import { auditOptions, auditResults } from './option/audit.ts'
import { option } from './option/product.ts'
import { acceptedRisk } from './option/testing.ts'
import type { OpenProduct, ProductDeps } from './product.ts'
import { spot } from './spot/product.ts'

/**
 * Spot stops, contracts and seconds options while sources misbehave, one or all: the calls of customers on the real markets
 * with their median, tick filter and tape. No fill, liquidation or result at a price that is wrong, and no order at one
 * that is old.
 */

/** BTC at 20,000.00. */
const PRICE = 2_000_000

/** Three venues that quote everything. */
const SOURCES = ['one', 'two', 'three']
const sourceOf = (name: string) => ({
  ...{ name, quotes: () => true },
  feed: {
    start(sink: TickSink) {
      sinks[name] = sink
    },
    stop() {},
  },
})

let app: TestApp
let markets: Markets
let feed: Feed
/** Where each source's prices go. */
let sinks: Record<string, TickSink>
let started: OpenProduct[]
let alice: TestCustomer

beforeEach(async () => {
  started = []
  sinks = {}
  const followed = [
    ...[contract, option].map((product) => ({
      ...product,
      open(deps: ProductDeps) {
        const opened = product.open(deps)
        started.push(opened)
        return opened
      },
    })),
    {
      ...spot,
      open(deps: ProductDeps) {
        const opened = spot.open(deps)
        // The market maker has no part in this.
        started.push({ ...opened, start: opened.startEngine })
        return opened
      },
    },
  ]
  const others = products.filter(({ name }) => !followed.some((one) => one.name === name))
  app = await openTestApp({
    startMs: TUESDAY,
    products: [...others, ...followed],
    async markets({ db, clock, dataDir }) {
      feed = medianFeed({ sources: SOURCES.map(sourceOf), clock, log() {} })
      markets = await createMarkets({
        ...{ db, clock, settings: { feed: { kind: 'live', sources: [] }, dataDir } },
        feed,
        log: { info() {}, error: (_, line) => expect.fail(line) },
      })
      return markets
    },
  })
  markets.start()
  await setBalance(app.db, counterparty(), '1000000')
  await setBalance(app.db, insurance(), '100000')
  await giveFund(app.db, '1000000')
  for (const { start } of started) await start?.()
  alice = await app.newCustomer()
  await app.give(alice.id, 'contract', 'USDT', '10000')
  await app.give(alice.id, 'options', 'USDT', '1000')
  await app.call(options.optionAcceptRisk, acceptedRisk, alice.token)
  await quote(PRICE)
})
afterEach(async () => {
  expect([...(await auditContracts(app.db)), ...(await auditOptions(app.db))]).toEqual([])
  expect(await auditResults(app.db)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  for (const { stop } of started) await stop?.()
  await markets.stop()
  await app.close()
})

/** A source says a price, now or as of another moment. */
const sayAt = (name: string, price: number, change: Partial<RawTick> = {}) =>
  sinks[name]?.({
    ...{ symbol: 'BTC-USDT', price, bid: price - 5, ask: price + 5, volume: 100, source: name },
    sourceAtMs: app.clock.nowMs(),
    ...change,
  })
/** All sources say it. */
const say = (price: number, change: Partial<RawTick> = {}): void => {
  for (const name of SOURCES) sayAt(name, price, change)
  feed.step?.(app.clock.nowMs())
}

const eth = () => say(150_000, { symbol: 'ETH-USDT', bid: 149_999, ask: 150_001 })

/** Lets time pass, half a second at a time, until all that was said is on the tape and decided. */
async function pass(ms = 500) {
  for (let left = ms; left > 0; left -= 500) {
    app.clock.advance(500)
    for (const job of markets.jobs) if (job.everyMs < MINUTE_MS) await job.run()
    for (const { settled } of started) await settled?.()
  }
}
async function quote(price: number, change: Partial<RawTick> = {}) {
  say(price, change)
  await pass()
}
/** The same price for as long. */
async function keep(price: number, ms: number) {
  for (let left = ms; left > 0; left -= 500) await quote(price)
}

const call: TestApp['call'] = (of, input) => app.call(of, input, alice.token)
const market = { symbol: 'BTC-USDT', direction: 'long', lots: '0.10', leverage: '10' }
const bet = { symbol: 'BTC-USDT', currency: 'USDT', direction: 'rise', seconds: '60', stake: '10' }

async function opened(more: Record<string, string> = {}): Promise<string> {
  const { data, error } = await call(contracts.contractSubmit, { ...market, ...more })
  expect(data?.status, error).toBe(more.limitPrice === undefined ? 'open' : 'pending')
  return data.id
}
async function ordered(): Promise<string> {
  const { data, error } = await call(options.optionSubmit, bet)
  expect(data?.status, error).toBe('open')
  return data.id
}
const position = async (id: string) => (await call(contracts.contractDetail, { id })).data.position
const optionOf = async (id: string) => (await call(options.optionDetail, { id })).data
const refusals = async (symbol = 'BTC-USDT') => [
  (await call(contracts.contractSubmit, { ...market, symbol })).error,
  (await call(options.optionSubmit, { ...bet, symbol })).error,
]
const STALE = ['PRICE_STALE', 'PRICE_STALE']

describe('a spike of 20 %', () => {
  test.each([
    ['down', 'long', 1_600_000],
    ['up', 'short', 2_400_000],
  ])('%s liquidates and fills nothing, and decides no option', async (_, direction, spike) => {
    const sign = direction === 'long' ? 1 : -1
    const limit = ((PRICE - sign * 20_000) / 100).toFixed(2)
    const stop = ((PRICE - sign * 60_000) / 100).toFixed(2)
    const id = await opened({ direction, stopLoss: stop })
    const waiting = await opened({ direction, limitPrice: limit })
    const option = await ordered()
    await keep(PRICE, 60_000)
    // The last that is said before the expiry.
    await quote(spike)
    await quote(spike)
    await pass(1_000)
    expect(await position(id)).toMatchObject({ status: 'open', realizedPnl: '0.0000000' })
    expect(await position(waiting)).toMatchObject({ status: 'pending' })
    await keep(PRICE, 2_500)
    expect(await position(id)).toMatchObject({ status: 'open' })
    const { outcome, entry, exit } = await optionOf(option)
    expect([outcome, entry.price, exit.price]).toEqual(['tie', '20000.00', '20000.00'])
  })

  test('that goes on is a move: what it reaches ends at a price that was confirmed, with nobody below zero', async () => {
    const id = await opened({ lots: '4.00' })
    await quote(1_600_000)
    await quote(1_600_000)
    expect((await position(id)).status).toBe('open')
    await quote(1_600_000)
    const closed = await position(id)
    expect(closed).toMatchObject({ status: 'closed', reason: 'liquidation', closePrice: '15999.95' })
    // The gap cost more than the margin; what is left of the wallet is what was not the margin.
    expect(Number(closed.realizedPnl)).toBeLessThan(0)
    expect(Number((await call(contracts.contractOpen)).data.account.available)).toBeGreaterThanOrEqual(0)
  })
})

describe('a feed that stops', () => {
  test('leaves no order at its last price: contracts and options are refused, and positions are not closed', async () => {
    const id = await opened()
    await pass(2_500)
    expect(await refusals()).toEqual(STALE)
    expect((await call(contracts.contractClose, { id })).error).toBe('PRICE_STALE')
    expect(await position(id)).toMatchObject({ status: 'open' })
    await quote(PRICE + 100)
    expect((await call(contracts.contractClose, { id })).data).toMatchObject({ closePrice: '20000.95' })
  })

  test('before the entry or before the expiry makes options void: the stake comes back', async () => {
    const early = await ordered()
    for (let n = 0; n < 10; n++) {
      eth()
      await pass()
    }
    expect(await optionOf(early)).toMatchObject({ outcome: 'void', reason: 'no-entry', paid: '10.0000000' })
    await quote(PRICE)
    const late = await ordered()
    await keep(PRICE, 55_000)
    await pass(10_000)
    // No feed says anything: the tape marks the time by itself.
    await expect.poll(async () => (await optionOf(late)).outcome, TIMEOUT).toBe('void')
    expect(await optionOf(late)).toMatchObject({ reason: 'no-exit', paid: '10.0000000' })
    const { data } = await call(options.optionCurrencies)
    expect(data.items[0].available).toBe('1000.0000000')
  })

  test('for one instrument alone stops that one; for all of them, all', async () => {
    for (let n = 0; n < 6; n++) {
      eth()
      await pass()
    }
    expect(await refusals()).toEqual(STALE)
    expect(await refusals('ETH-USDT')).toEqual([undefined, undefined])
    await pass(3_000)
    expect(await refusals('ETH-USDT')).toEqual(STALE)
  })

  test('and says the same tick over and over is as good as silent', async () => {
    const frozen = { sourceAtMs: app.clock.nowMs() }
    await quote(PRICE, frozen)
    for (let n = 0; n < 8; n++) await quote(PRICE, frozen)
    expect(await refusals()).toEqual(STALE)
  })
})

describe('ticks that are wrong', () => {
  test('bid over ask: they reach no stop, and no order is taken at them', async () => {
    const id = await opened({ stopLoss: '19900' })
    const crossed = { bid: 1_990_500, ask: 1_980_000 }
    for (let n = 0; n < 6; n++) await quote(1_985_000, crossed)
    expect(await position(id)).toMatchObject({ status: 'open' })
    expect(await refusals()).toEqual(STALE)
  })

  test('out of order: a price of before reaches no stop and is no exit', async () => {
    const id = await opened({ stopLoss: '19900' })
    const option = await ordered()
    await keep(PRICE, 59_000)
    await quote(1_985_000, { sourceAtMs: app.clock.nowMs() - 1_000 })
    await keep(PRICE, 4_000)
    expect(await position(id)).toMatchObject({ status: 'open' })
    expect(await optionOf(option)).toMatchObject({ outcome: 'tie', exit: { price: '20000.00' } })
  })

  test('twice: what a tick did is done once', async () => {
    const id = await opened({ stopLoss: '19900' })
    say(1_989_000)
    say(1_989_000)
    await pass()
    await quote(1_989_000, { sourceAtMs: app.clock.nowMs() - 500 })
    const { position: closed, changes } = (await call(contracts.contractDetail, { id })).data
    expect(closed).toMatchObject({ status: 'closed', reason: 'stop-loss', closePrice: '19889.95' })
    expect(changes.filter(({ kind }: { kind: string }) => kind === 'closed')).toHaveLength(1)
  })
})

test('a market that opens with a gap ends what it passes at its first price, not at the stop that nobody could meet', async () => {
  const apple = (price: number) => quote(price, { symbol: 'AAPL', bid: price - 1, ask: price + 1 })
  await apple(14_500)
  const id = await opened({ symbol: 'AAPL', lots: '1', leverage: '5', stopLoss: '143' })
  const closing = Date.parse('2022-12-13T21:00:00Z')
  app.clock.advance(closing + HOUR_MS - app.clock.nowMs())
  expect(await refusals('AAPL')).toEqual(['MARKET_SESSION_CLOSED', 'MARKET_SESSION_CLOSED'])
  expect((await call(contracts.contractClose, { id })).error).toBe('MARKET_SESSION_CLOSED')
  app.clock.advance(Date.parse('2022-12-14T14:30:00Z') - app.clock.nowMs())
  await apple(13_600)
  const closed = await position(id)
  expect(closed).toMatchObject({ status: 'closed', reason: 'stop-loss', closePrice: '135.99' })
  expect(app.clock.nowMs() - TUESDAY).toBeLessThan(DAY_MS)
})

const stopSale = {
  ...{ base: 'BTC', quote: 'USDT', side: 'sell', quantity: '0.1' },
  ...{ orderType: 'stop-limit', triggerPrice: '19900', limitPrice: '19800' },
}

/** A spot stop, a long contract with a stop loss, one with its liquidation 5 % away, and an option, all open. */
async function allProducts() {
  await app.give(alice.id, 'spot', 'BTC', '1')
  const placed = await call(spots.spotTrade, stopSale)
  expect(placed.error).toBeUndefined()
  const ids = {
    ...{ spot: placed.data.id as string, stopped: await opened({ stopLoss: '19900' }) },
    ...{ bare: await opened(), option: await ordered() },
  }
  const { status } = placed.data
  const spotStatus = async () => (await call(spots.spotDetail, { id: ids.spot })).data.order.status
  expect(await spotStatus()).toBe(status)
  return { ...ids, spotStatus, waits: status as string }
}

/** What one source does while the others go on. */
const oneSource: [name: string, misbehave: (n: number) => void][] = [
  ['spikes 20 % down', () => sayAt('two', 1_600_000)],
  ['spikes 20 % up', () => sayAt('two', 2_400_000)],
  ['jumps about', (n) => sayAt('two', n % 2 === 0 ? 1_500_000 : 2_600_000)],
  ['is stale', () => sayAt('two', 1_985_000, { sourceAtMs: app.clock.nowMs() - 10_000 })],
  ['is frozen', () => sayAt('two', 1_985_000, { sourceAtMs: TUESDAY })],
  ['is crossed', () => sayAt('two', 1_985_000, { bid: 1_990_500, ask: 1_980_000 })],
  ['comes out of order', () => sayAt('two', 1_600_000, { sourceAtMs: app.clock.nowMs() - 1_000 })],
  [
    'says everything twice',
    () => {
      sayAt('two', PRICE)
      sayAt('two', PRICE)
    },
  ],
  ['is gone', () => {}],
  ['is gone, and reopens with a gap', (n) => void (n > 40 && sayAt('two', 1_600_000))],
  ['says nonsense', () => sayAt('two', Number.NaN)],
]

describe('one source of three', () => {
  test.each(oneSource)(
    '%s: nothing is filled, liquidated or decided by it, and orders are taken',
    async (_, misbehave) => {
      const all = await allProducts()
      for (let n = 0; n < 126; n++) {
        misbehave(n)
        sayAt('one', PRICE)
        sayAt('three', PRICE)
        feed.step?.(app.clock.nowMs())
        await pass()
      }
      expect(await all.spotStatus()).toBe(all.waits)
      for (const id of [all.stopped, all.bare]) expect(await position(id)).toMatchObject({ status: 'open' })
      const { outcome, entry, exit } = await optionOf(all.option)
      expect([outcome, entry.price, exit.price]).toEqual(['tie', '20000.00', '20000.00'])
      expect(await refusals()).toEqual([undefined, undefined])
    },
  )
})

/** What leaves too few that agree; said twice a second. */
const tooFew: [name: string, misbehave: (n: number) => void][] = [
  ['two of three gone, the last far away', () => sayAt('one', 1_600_000)],
  ['two of three gone, the last as before', () => sayAt('one', PRICE)],
  [
    'two of three spiking, in two directions',
    () => {
      sayAt('one', 1_600_000)
      sayAt('two', 2_400_000)
      sayAt('three', PRICE)
    },
  ],
  [
    'one gone, and two that disagree',
    () => {
      sayAt('one', 1_600_000)
      sayAt('two', PRICE)
    },
  ],
  [
    'all crossed',
    () => {
      for (const name of SOURCES) sayAt(name, 1_985_000, { bid: 1_990_500, ask: 1_980_000 })
    },
  ],
  [
    'all frozen',
    () => {
      for (const name of SOURCES) sayAt(name, PRICE, { sourceAtMs: TUESDAY })
    },
  ],
  ['all gone', () => {}],
]

describe('too few sources that agree', () => {
  test.each(tooFew)(
    '%s: no order is taken, nothing is filled or closed, an option is void',
    async (_, misbehave) => {
      const all = await allProducts()
      await keep(PRICE, 40_000)
      for (let n = 0; n < 60; n++) {
        misbehave(n)
        feed.step?.(app.clock.nowMs())
        await pass()
      }
      expect(await refusals()).toEqual(STALE)
      expect((await call(contracts.contractClose, { id: all.bare })).error).toBe('PRICE_STALE')
      expect(await all.spotStatus()).toBe(all.waits)
      for (const id of [all.stopped, all.bare]) expect(await position(id)).toMatchObject({ status: 'open' })
      // Where nothing at all is said, the tape marks the time by itself.
      await expect.poll(async () => (await optionOf(all.option)).outcome, TIMEOUT).toBe('void')
      expect(await optionOf(all.option)).toMatchObject({ reason: 'no-exit', paid: '10.0000000' })
      // The first price on which they agree again is traded on.
      await quote(PRICE + 100)
      expect((await call(contracts.contractClose, { id: all.bare })).data).toMatchObject({
        closePrice: '20000.95',
      })
    },
  )
})

test('all sources come back with a gap: what it passes ends at the price that is confirmed then, none below zero', async () => {
  const all = await allProducts()
  await pass(10_000)
  for (let n = 0; n < 2; n++) await quote(1_600_000)
  expect(await position(all.bare)).toMatchObject({ status: 'open' })
  expect(await all.spotStatus()).toBe(all.waits)
  await quote(1_600_000)
  expect(await position(all.bare)).toMatchObject({ reason: 'liquidation', closePrice: '15999.95' })
  expect(await position(all.stopped)).toMatchObject({ status: 'closed', closePrice: '15999.95' })
  expect(await all.spotStatus()).not.toBe(all.waits)
  expect(Number((await call(contracts.contractOpen)).data.account.available)).toBeGreaterThanOrEqual(0)
})

test('what a median decides while one source lies is computed again from what each source said', async () => {
  const all = await allProducts()
  const lie = { bid: 1_599_995, ask: 1_600_005 }
  for (let n = 0; n < 126; n++) {
    // A real fall of 0.6 %, which two of three see.
    const price = n < 120 ? PRICE : 1_988_000
    sayAt('one', price)
    sayAt('two', 1_600_000, lie)
    sayAt('three', price + 20)
    feed.step?.(app.clock.nowMs())
    await pass()
  }
  const { data: stop } = await call(spots.spotProof, { id: all.spot })
  const { data: closed } = await call(contracts.contractProof, { id: all.stopped })
  const { data: settled } = await call(options.optionProof, { id: all.option })
  const now = () => 0
  for (const { ok, steps, facts } of [
    checkStopProof(stop, now),
    checkContractProof(closed, now),
    checkOptionProof(settled, now),
  ]) {
    expect(steps.filter(({ state }) => state !== 'passed')).toEqual([])
    expect(ok).toBe(true)
    expect(steps.map(({ step }) => step)).toContain('sources')
    expect(facts.ticks?.map(({ sources }) => sources?.named.map(({ source }) => source))).toContainEqual(
      SOURCES,
    )
  }
  expect(stop.outcome.price).toBe('19880.10')
})
