import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notices } from '#domain/notice/contract.ts'
import * as calls from '#domain/option/contract.ts'
import { statementEvents } from '#domain/statement/contract.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { setRail } from '#domain/user/guard-rails.ts'
import { walletHolds } from '#domain/wallet/contract.ts'
import { products } from '#server/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { liveIn, switchCountry } from '#server/testing/countries.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { sendFields } from '#server/testing/http.ts'
import { startTestOptions, type TestOptions } from '#server/testing/option.ts'
import { requireTier } from '#server/users/tiers.ts'
import { followSource } from '../notice/follow.ts'
import type { ProductDeps } from '../product.ts'
import type { OptionEngine } from './engine.ts'
import { optionSource } from './notices.ts'
import { option } from './product.ts'
import { practiceOptions, realOptions } from './realm.ts'
import { optionRoutes } from './routes.ts'
import type { Options } from './service.ts'

/** The calls of seconds options, as customers make them. */

const RIGHT_ANSWERS = '3232'

let app: TestApp
let fixture: TestOptions
let alice: TestCustomer
let bob: TestCustomer
/** A demonstration, unless a test says otherwise. */
let isDemo = true

beforeAll(async () => {
  let engine: OptionEngine | undefined
  const open = (deps: ProductDeps) => {
    const opened = option.open(deps)
    engine = opened.engine
    const { db, clock, markets } = deps
    // The same calls once more as production has them; a test says which of the two it asks.
    const real: Options = {
      ...{ db, clock, engine, isDemo: false, proofs: markets.proofs, realm: realOptions },
      ...{ lastTick: markets.lastTick, canPrice: markets.canPrice },
      requireVerified: (db, customer) => requireTier(db, customer, 'basic'),
    }
    const inProduction = optionRoutes(real, { ...real, realm: practiceOptions })
    const routes = opened.routes.map((each, n) => ({
      ...each,
      handle: (...args: Parameters<typeof each.handle>) => (isDemo ? each : inProduction[n]!).handle(...args),
    }))
    return { ...opened, routes }
  }
  const others = products.filter(({ name }) => name !== option.name)
  app = await openTestApp({ products: [...others, { ...option, open }] })
  fixture = await startTestOptions(app.db, { clock: app.clock, engine: engine! })
})
afterAll(async () => {
  await fixture.engine.stop()
  await app.close()
})
beforeEach(async () => {
  isDemo = true
  app.clock.advance(1_000)
  await fixture.tick(2_000_000)
  ;[alice, bob] = [await ready(), await ready()]
})

async function ready(): Promise<TestCustomer> {
  const customer = await app.newCustomer()
  await app.give(customer.id, 'options', 'USDT', '1000')
  await app.call(calls.optionAcceptRisk, { version: 1, answers: RIGHT_ANSWERS }, customer.token)
  return customer
}

const order = { symbol: 'BTC-USDT', currency: 'USDT', direction: 'rise', seconds: 60, stake: '10' }
const submit = (who = alice, changes = {}) =>
  app.call(calls.optionSubmit, { ...order, ...changes }, who.token)
const submitted = async (who = alice, changes = {}): Promise<string> => (await submit(who, changes)).data.id
const ask = async (call: (typeof calls.optionEndpoints)[number], input = {}, who = alice) =>
  (await app.call(call, input, who.token)).data

describe('the terms', () => {
  test('say periods, payouts, break-even shares and limits to everybody', async () => {
    const { data } = await app.call(calls.optionPeriods)
    expect(data).toMatchObject({ currency: 'USDT', termsVersion: 1, rulesVersion: 1 })
    expect(data.items.map(Object.values)).toEqual([
      [60, '85.00', '54.06', '5.0000000', '500.0000000'],
      [120, '88.00', '53.20', '5.0000000', '500.0000000'],
      [180, '90.00', '52.64', '5.0000000', '500.0000000'],
      [300, '92.00', '52.09', '5.0000000', '500.0000000'],
    ])
  })

  test('of an instrument say until when it takes no orders after a large move', async () => {
    const closedUntil = async (symbol?: string) =>
      (await app.call(calls.optionPeriods, { symbol })).data.market
    expect(await closedUntil()).toBeNull()
    expect(await closedUntil('BTC-USDT')).toEqual({ symbol: 'BTC-USDT', closedUntilMs: null })
    await fixture.tick(2_200_001)
    const { closedUntilMs } = (await closedUntil('BTC-USDT'))!
    expect(closedUntilMs).toBe(app.clock.nowMs() + 5 * MINUTE_MS)
    expect(await submit()).toMatchObject({ error: 'OPTION_BREAKER' })
    expect(await closedUntil('ETH-USDT')).toEqual({ symbol: 'ETH-USDT', closedUntilMs: null })
    await fixture.pass(600_000, 2_000_000)
    expect(await closedUntil('BTC-USDT')).toEqual({ symbol: 'BTC-USDT', closedUntilMs: null })
    expect((await submit()).error).toBeUndefined()
  })

  test('of what can be staked say how much there is', async () => {
    expect((await ask(calls.optionCurrencies)).items).toEqual([
      { code: 'USDT', available: '1000.0000000', minimum: '5.0000000', maximum: '500.0000000' },
    ])
  })
})

describe('an order', () => {
  test('T24: is taken by the specification’s names and numbers, whatever else is sent with them', async () => {
    const fields = { match_id: 'BTC/USDT', currency_id: 'USDT', type: '2', seconds: '60', number: '10' }
    const more = { price: '1', open_price: '1', profit_ratio: '9', winnings: '1000', accepted_sequence: '1' }
    const response = await sendFields(
      app.app,
      'POST',
      '/microtrade/submit',
      { ...fields, ...more },
      { token: alice.token },
    )
    expect(response.json()).toMatchObject({
      ...{ type: 1, code: 1 },
      data: {
        ...{ match_id: 'BTC-USDT', currency_id: 'USDT', type: 'fall', number: '10.0000000', seconds: 60 },
        ...{ winnings: '8.5000000', payoutPercent: '85.00', status: 'open', outcome: null, terms_version: 1 },
        ...{ acceptedSequence: fixture.tape.at(-1)!.sequence, entry: null, exit: null },
      },
    })
  })

  test('says its entry as soon as the tape has it, and its result once it is over', async () => {
    const id = await submitted()
    app.clock.advance(999)
    await fixture.tick(1_999_000)
    expect((await ask(calls.optionDetail, { id })).entry).toBeNull()
    app.clock.advance(1)
    await fixture.tick(2_000_000)
    expect(await ask(calls.optionDetail, { id })).toMatchObject({
      ...{
        status: 'open',
        entry: { price: '20000.00' },
        exit: null,
        expiresAtMs: app.clock.nowMs() + 60_000,
      },
    })
    const before = await app.call(calls.optionResult, { id }, alice.token)
    await fixture.pass(59_000, 2_000_000)
    app.clock.advance(1_000)
    await fixture.tick(2_000_100)
    const during = await app.call(calls.optionResult, { id }, alice.token)
    expect(during.body).toBe(before.body)
    expect(during.data).toEqual({
      ...{ id, status: 'open', outcome: null, reason: null, paid: null, entry: null, exit: null },
    })
    app.clock.advance(1)
    await fixture.tick(1_999_000)
    expect(await ask(calls.optionResult, { id })).toMatchObject({
      ...{ id, status: 'settled', outcome: 'won', paid: '18.5000000', exit: { price: '20001.00' } },
    })
    expect(await ask(calls.optionDetail, { id })).toMatchObject({ status: 'settled', paid: '18.5000000' })
  })

  test('is listed newest first, five a page, by instrument and status', async () => {
    const ids = []
    for (let n = 0; n < 5; n++) ids.unshift(await submitted())
    await fixture.pass(62_000, 2_000_000)
    ids.unshift(await submitted())
    const page = await ask(calls.optionList)
    expect(page.items.map((each: { id: string }) => each.id)).toEqual(ids.slice(0, 5))
    const next = await ask(calls.optionList, { cursor: page.next })
    expect([next.items.map((each: { id: string }) => each.id), next.next]).toEqual([ids.slice(5), null])
    const statuses = await ask(calls.optionList, { status: 'open' })
    expect(statuses.items.map((each: { id: string }) => each.id)).toEqual(ids.slice(0, 1))
    expect((await ask(calls.optionList, { status: 'settled', limit: 9 })).items).toHaveLength(5)
    expect((await ask(calls.optionList, { status: 'void' })).items).toEqual([])
    expect((await ask(calls.optionList, { symbol: 'ETH-USDT' })).items).toEqual([])
    expect((await ask(calls.optionList, {}, bob)).items).toEqual([])
  })

  test('has the ticks of its instrument around it, and none that is held, another’s or after its exit', async () => {
    const prices = async (id: string) =>
      (await ask(calls.optionPrices, { id })).items as { atMs: number; price: string }[]
    app.clock.advance(40_000)
    await fixture.tick(2_000_050)
    const id = await submitted()
    const startMs = app.clock.nowMs()
    for (let n = 1; n <= 3; n++) {
      app.clock.advance(1_000)
      await fixture.tick(2_000_000 + n, { symbol: 'ETH-USDT', price: 150_000 })
      await fixture.record({ price: 1, isHeld: true })
    }
    const seen = [0, 1, 2, 3].map((n) => ({
      atMs: startMs + n * 1_000,
      price: n === 0 ? '20000.50' : `20000.0${n}`,
    }))
    expect(await prices(id)).toEqual(seen)
    await fixture.pass(70_000, 2_000_100)
    const { exit } = await ask(calls.optionDetail, { id })
    const all = await prices(id)
    expect(all.slice(0, 4)).toEqual(seen)
    expect(all.at(-1)).toEqual({ atMs: exit.atMs, price: exit.price })
    expect(all).toHaveLength(4 + (exit.atMs - startMs - 3_000) / 1_000)
  })

  test('before there is one the last minute is there, of its instrument alone', async () => {
    await fixture.pass(61_000, 2_000_000)
    app.clock.advance(1_000)
    const startMs = app.clock.nowMs()
    await fixture.tick(2_000_050)
    await fixture.tick(2_000_060, { symbol: 'ETH-USDT', price: 150_000 })
    const { items } = await ask(calls.optionRecentPrices, { symbol: 'BTC-USDT' })
    expect(items.at(-1)).toEqual({ atMs: startMs, price: '20000.60' })
    const times = items.map(({ atMs }: { atMs: number }) => atMs)
    expect(times.every((atMs: number) => atMs >= startMs - 60_000)).toBe(true)
    expect(times.length).toBeGreaterThan(30)
    expect(items.every(({ price }: { price: string }) => price.startsWith('2000'))).toBe(true)
  })

  test('without an entry has no prices of after it was void', async () => {
    const id = await submitted()
    const acceptedAtMs = app.clock.nowMs()
    await fixture.record({ price: 2_000_010 })
    app.clock.advance(3_001)
    await fixture.tick(2_000_020)
    expect(await ask(calls.optionDetail, { id })).toMatchObject({ status: 'void', reason: 'no-entry' })
    await fixture.pass(60_000, 2_000_030)
    const { items } = await ask(calls.optionPrices, { id })
    expect(items.at(-1)).toEqual({ atMs: acceptedAtMs, price: '20000.10' })
  })

  test.each([calls.optionDetail, calls.optionResult, calls.optionPrices])(
    'T28: of somebody else is answered as none is: $path',
    async (call) => {
      const id = await submitted()
      const [other, none] = [
        await app.call(call, { id }, bob.token),
        await app.call(call, { id: '1' }, bob.token),
      ]
      expect(other.body).toBe(none.body)
      expect(other.error).toBe('ORDER_NOT_FOUND')
    },
  )
})

test('what is staked is held and says by what; what it came to is one event, and one notice', async () => {
  const id = await submitted()
  const held = await app.call(walletHolds, {}, alice.token)
  expect(held.data).toEqual([
    {
      ...{ currency: 'USDT', walletType: 'options', held: '10.0000000', rest: '0.0000000' },
      holds: [{ kind: 'option-order', reference: id, amount: '10.0000000', sinceMs: app.clock.nowMs() }],
    },
  ])
  const eventNow = async () => (await app.call(statementEvents, {}, alice.token)).data.items[0]
  expect(await eventNow()).toMatchObject({ kind: 'option', variant: 'rise', state: 'open' })
  await fixture.pass(60_000, 2_000_000)
  app.clock.advance(1_000)
  await fixture.tick(2_000_100)
  app.clock.advance(1)
  await fixture.tick(2_000_000)
  const params = { seconds: '60', stake: '10.0000000', entry: '20000.00', exit: '20001.00' }
  expect(await eventNow()).toMatchObject({ kind: 'option', state: 'won', params })
  expect((await app.call(walletHolds, {}, alice.token)).data).toEqual([])
  for (let n = 0; n < 2; n++) await followSource(app.db, optionSource, app.clock.nowMs())
  const told = (await app.call(notices, {}, alice.token)).data.items
  const own = told.filter(({ kind }: { kind: string }) => kind === 'option-result')
  expect(own).toHaveLength(1)
  expect(own[0]).toMatchObject({
    title: 'BTC/USDT seconds option won',
    text: '20,000.00 → 20,001.00: 18.50 USDT was paid to your options account.',
  })
})

describe('nobody orders', () => {
  test('without having signed in', async () => {
    expect(await app.call(calls.optionSubmit, order)).toMatchObject({ type: 999, error: 'SESSION_EXPIRED' })
  })

  test('without being verified', async () => {
    const carol = await addTestCustomer(app.db, app.clock, { tier: 'unverified' })
    expect(await submit(carol)).toMatchObject({ type: 998, error: 'KYC_REQUIRED' })
  })

  test('in the hours that they locked', async () => {
    const carol = await app.newCustomer()
    const hour = new Date(app.clock.nowMs()).getUTCHours()
    await app.call(setRail, { kind: 'night', value: String(hour + 1) }, carol.token)
    expect(await submit(carol)).toMatchObject({ error: 'NIGHT_LOCKED' })
  })

  test('before the risk notice is accepted with the right answers', async () => {
    const carol = await app.newCustomer()
    await app.give(carol.id, 'options', 'USDT', '1000')
    expect((await submit(carol)).error).toBe('RISK_NOT_ACCEPTED')
    const accept = (version: number, answers: string) =>
      app.call(calls.optionAcceptRisk, { version, answers }, carol.token)
    expect((await accept(1, '1111')).error).toBe('RISK_ANSWERS')
    expect((await accept(1, '9')).error).toBe('PARAMETER_ERROR')
    expect((await accept(2, RIGHT_ANSWERS)).error).toBe('RISK_NOT_ACCEPTED')
    expect((await ask(calls.optionRisk, {}, carol)).acceptedVersion).toBe(0)
    const { data: accepted } = await accept(1, RIGHT_ANSWERS)
    expect(accepted).toMatchObject({ version: 1, acceptedVersion: 1, acceptedAtMs: app.clock.nowMs() })
    expect(await ask(calls.optionRisk, {}, carol)).toEqual(accepted)
    expect((await submit(carol)).error).toBeUndefined()
  })

  test('where it is not offered in their country; in a demonstration it is', async () => {
    isDemo = false
    expect((await submit()).error).toBe('COUNTRY_NOT_OFFERED')
    expect((await ask(calls.optionLimits)).isOffered).toBe(false)
    await liveIn(app.db, alice.id, { mobile: '+4915112345678' })
    const turn = (isOpen: boolean) => switchCountry(app.db, { country: 'DE', product: 'option', isOpen })
    await turn(true)
    expect((await submit()).error).toBeUndefined()
    await turn(false)
    expect((await submit()).error).toBe('COUNTRY_NOT_OFFERED')
  })
})

describe('their own limits', () => {
  test('are shown with everybody’s', async () => {
    await submitted()
    expect(await ask(calls.optionLimits)).toEqual({
      ...{ currency: 'USDT', isOffered: true, lossLimit: '200.0000000', nextLossLimit: null },
      ...{ lostToday: '0.0000000', ordersToday: 1, maxDaily: 60, openOrders: 1, maxOpen: 5 },
      ...{ pausedUntilMs: null, excludedUntilMs: null },
    })
  })

  test('are lowered at once and raised after a day, by the wire’s names', async () => {
    const set = (fields: Record<string, string>) =>
      sendFields(app.app, 'POST', '/microtrade/limits', fields, { token: alice.token }).then((answer) =>
        answer.json(),
      )
    expect(await set({ loss_limit: '50' })).toMatchObject({
      data: { loss_limit: '50.0000000', nextLossLimit: null },
    })
    expect(await set({ loss_limit: '300' })).toMatchObject({
      data: {
        loss_limit: '50.0000000',
        nextLossLimit: { loss_limit: '300.0000000', fromMs: app.clock.nowMs() + DAY_MS },
      },
    })
    expect((await submit(alice, { stake: '50.5' })).error).toBe('OPTION_LOSS_LIMIT')
    expect((await set({ loss_limit: '1' })).error).toBe('OPTION_LOSS_LIMIT_INVALID')
    expect((await set({ loss_limit: '-1' })).error).toBe('PARAMETER_ERROR')
  })

  test('exclude them until a moment, and are never made shorter', async () => {
    const exclude = (days: number) =>
      app.call(calls.optionSetLimits, { excludedUntilMs: app.clock.nowMs() + days * DAY_MS }, alice.token)
    expect((await exclude(0.5)).error).toBe('OPTION_EXCLUSION_INVALID')
    expect((await exclude(7)).data.excludedUntilMs).toBe(app.clock.nowMs() + 7 * DAY_MS)
    expect((await exclude(2)).error).toBe('OPTION_EXCLUSION_INVALID')
    expect((await submit()).error).toBe('OPTION_EXCLUDED')
  })
})
