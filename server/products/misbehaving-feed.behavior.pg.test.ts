import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as contracts from '#domain/contract/contract.ts'
import * as options from '#domain/option/contract.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { products } from '#server/contract.ts'
import type { RawTick, TickSink } from '#server/markets/feeds/feed.ts'
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
import { RIGHT_ANSWERS } from './option/testing.ts'
import type { OpenProduct, ProductDeps } from './product.ts'

/**
 * Contracts and seconds options while a feed misbehaves: the calls of customers on the real markets with their tick
 * filter and tape. No fill, liquidation or result at a price that is wrong, and no order at one that is old.
 */

/** BTC at 20,000.00. */
const PRICE = 2_000_000

let app: TestApp
let markets: Markets
let emit: TickSink
let started: OpenProduct[]
let alice: TestCustomer

beforeEach(async () => {
  started = []
  const followed = [contract, option].map((product) => ({
    ...product,
    open(deps: ProductDeps) {
      const opened = product.open(deps)
      started.push(opened)
      return opened
    },
  }))
  const others = products.filter(({ name }) => !followed.some((one) => one.name === name))
  app = await openTestApp({
    startMs: TUESDAY,
    products: [...others, ...followed],
    async markets({ db, clock, dataDir }) {
      markets = await createMarkets({
        ...{ db, clock, settings: { feed: { kind: 'live' }, dataDir } },
        feed: {
          start(sink) {
            emit = sink
          },
          stop() {},
        },
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
  await app.call(options.optionRisk, { version: 1, answers: RIGHT_ANSWERS }, alice.token)
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

/** The venue says a price, now or as of another moment. */
const say = (price: number, change: Partial<RawTick> = {}): void =>
  emit({
    ...{ symbol: 'BTC-USDT', price, bid: price - 5, ask: price + 5, volume: 100, source: 'venue' },
    sourceAtMs: app.clock.nowMs(),
    ...change,
  })

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
