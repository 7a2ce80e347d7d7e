import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '#domain/dual/contract.ts'
import { financialOverview, quoteExits } from '#domain/financial/contract.ts'
import { historyList } from '#domain/history/contract.ts'
import { adoptInstruments, instruments } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { notices } from '#domain/notice/contract.ts'
import type { DualProofFile } from '#domain/proof/contract.ts'
import { statementEvents } from '#domain/statement/contract.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { alterAnything, alteredHeads } from '#server/sim/alter.ts'
import { createRandom } from '#server/sim/random.ts'
import { openTestConsole, type Person } from '#server/testing/console.ts'
import { type DualFixture, openDualFixture } from '#server/testing/dual.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { isDetected, verdictsOn, verified } from '#server/testing/verifiers.ts'
import { auditDual, auditResults } from './audit.ts'
import { makeLadders } from './jobs.ts'
import { cancelDual } from './service.ts'

let app: DualFixture
/** The next 08:00 at which products of this test start. */
let startsAtMs: number

beforeAll(async () => {
  app = await openDualFixture()
})
afterAll(async () => {
  expect(await auditDual(app.db)).toEqual([])
  expect(await auditResults(app.db, 1_000)).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  await app.close()
})

/** A product that starts at the next 08:00 and is settled a day later. */
async function dayProduct(type: 'call' | 'put', changes = {}): Promise<string> {
  startsAtMs = Math.floor(app.clock.nowMs() / DAY_MS) * DAY_MS + 8 * HOUR_MS
  if (startsAtMs <= app.clock.nowMs()) startsAtMs += DAY_MS
  return app.product(type, { strike: 1_700_000, startsAtMs, termDays: 1, ...changes })
}
const orders = async (token: string, filter = {}) =>
  (await app.call(calls.dualOrders, filter, token)).data.items

describe('an order', () => {
  test('puts the principal aside, and what the platform may pay beside it', async () => {
    const before = { usdt: await app.platform('USDT'), btc: await app.platform('BTC') }
    const customer = await app.customerWith({ USDT: '5000' })
    const order = await app.buy(customer, await dayProduct('put'), '10')
    expect(order).toMatchObject({
      ...{ symbol: 'BTC-USDT', type: 'put', currency: 'USDT', num: 10, principal: '1000.0000000' },
      ...{ strike: '17000.00', yieldPercent: '1.00', above: '1010.0000000', below: '0.05941176' },
      ...{ status: 'active', end: null, canCancel: true, aprPercent: '365.00' },
    })
    expect(await app.balances(customer, 'USDT')).toEqual({ funding: 4000_0000000n, invested: 1000_0000000n })
    const after = { usdt: await app.platform('USDT'), btc: await app.platform('BTC') }
    expect(after.usdt.escrow - before.usdt.escrow).toBe(10_0000000n)
    expect(after.btc.escrow - before.btc.escrow).toBe(5_941_176n)
    expect(before.btc.fund - after.btc.fund).toBe(5_941_176n)
    const { data } = await app.call(walletList, {}, customer.token)
    expect(JSON.stringify(data)).toContain('"dual"')
  })

  test('is by name on the wire, of a list that is asked for either way', async () => {
    const customer = await app.customerWith({ BTC: '1' })
    const id = await dayProduct('call', { strike: 1_815_000 })
    const fields = new URLSearchParams({ id, num: '5' }).toString()
    const headers = {
      authorization: customer.token,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const bought = await app.app.inject({
      method: 'POST',
      url: '/api/dual/buyDual',
      headers,
      payload: fields,
    })
    expect(bought.json()).toMatchObject({
      code: 1,
      data: { currency: 'BTC', principal: '0.05000000', return_rate: '365.00', status: 'normal' },
    })
    for (const method of ['GET', 'POST'] as const) {
      const listed = await app.app.inject({ method, url: '/api/dual/dual_list', headers })
      expect(listed.json().data.items).toMatchObject([{ status: 'normal', type: 'call' }])
    }
    const index = await app.app.inject({ method: 'GET', url: '/api/dual/index?currency_id=BTC' })
    const items = index.json().data.items as { type: string; base: string }[]
    expect(items.length).toBeGreaterThan(0)
    expect(items.every(({ type, base }) => type === 'call' && base === 'BTC')).toBe(true)
    // Puts are asked for by the word.
    const put = await dayProduct('put')
    const puts = await app.app.inject({ method: 'GET', url: '/api/dual/index?currency_id=BTC&type=put' })
    const types = (puts.json().data.items as { id: string; type: string }[]).map(({ id, type }) => [id, type])
    expect(types).toContainEqual([put, 'put'])
    expect(new Set(types.map(([, type]) => type))).toEqual(new Set(['put']))
    const none = await app.app.inject({ method: 'GET', url: '/api/dual/index?currency_id=XYZ&type=put' })
    expect(none.json().data.items).toEqual([])
    const detail = await app.app.inject({ method: 'GET', url: `/api/dual/detail?id=${id}` })
    expect(detail.json().data).toMatchObject({ id, maximum: 1_000, own: 0 })
  })

  test('takes basic verification, and who froze the account buys nothing', async () => {
    const id = await dayProduct('put')
    const stranger = await app.customerWith({ USDT: '5000' }, 'unverified')
    const refused = await app.call(calls.buyDual, { productId: id, num: '1' }, stranger.token)
    expect(refused).toMatchObject({ type: 998, error: 'KYC_REQUIRED' })
    const customer = await app.customerWith({ USDT: '5000' })
    const order = await app.buy(customer, id, '1')
    expect((await app.call(freezeAccount, {}, customer.token)).error).toBeUndefined()
    expect((await app.call(calls.buyDual, { productId: id, num: '1' }, customer.token)).error).toBe(
      'ACCOUNT_FROZEN',
    )
    expect((await app.call(calls.cancelDual, { id: order.id }, customer.token)).error).toBeUndefined()
  })

  test('T41: is of whole units within its limits, and of nobody else', async () => {
    const id = await dayProduct('put', { capacity: 12, maximum: 10 })
    const customer = await app.customerWith({ USDT: '5000' })
    const buy = async (num: string, who = customer) =>
      (await app.call(calls.buyDual, { productId: id, num }, who.token)).error
    for (const num of ['0.5', '-1', '0', '1e3', ' ', '99999999999'])
      expect(await buy(num)).toBe('PARAMETER_ERROR')
    expect(await buy('11')).toBe('AMOUNT_TOO_LARGE')
    const order = await app.buy(customer, id, '6')
    expect(await buy('5')).toBe('AMOUNT_TOO_LARGE')
    const other = await app.customerWith({ USDT: '450' })
    expect(await buy('5', other)).toBe('INSUFFICIENT_BALANCE')
    const rich = await app.customerWith({ USDT: '5000' })
    expect(await buy('7', rich)).toBe('EARN_SOLD_OUT')
    expect(await buy('6', rich)).toBeUndefined()
    for (const call of [calls.dualOrder, calls.dualProof, calls.cancelDual])
      expect((await app.call(call, { id: order.id }, other.token)).error).toBe('ORDER_NOT_FOUND')
    expect((await app.call(calls.buyDual, { productId: '999999', num: '1' }, rich.token)).error).toBe(
      'NOT_FOUND',
    )
  })

  test('is sold as far as the funds cover either pay-out', async () => {
    const { fund } = await app.platform('BTC')
    // At 0.1 USDT a coin, a unit of 100 USDT may take 1,010 BTC: the fund has not got so many.
    const id = await dayProduct('put', { strike: 10 })
    expect(fund < 1_010_00000000n).toBe(true)
    const { data } = await app.call(calls.dualProduct, { id })
    expect(data).toMatchObject({ availability: 'sold-out', left: 0 })
    const customer = await app.customerWith({ USDT: '5000' })
    expect((await app.call(calls.buyDual, { productId: id, num: '1' }, customer.token)).error).toBe(
      'EARN_SOLD_OUT',
    )
  })

  test('T41: is taken back until it starts, by the tape’s time too, and its units are sold again', async () => {
    const id = await dayProduct('put', { capacity: 3, maximum: 3 })
    const customer = await app.customerWith({ USDT: '1000' })
    const cancelled = await app.buy(customer, id, '3')
    const { data } = await app.call(calls.cancelDual, { id: cancelled.id }, customer.token)
    expect(data).toMatchObject({ status: 'ended', end: 'cancelled', result: { amount: '300.0000000' } })
    expect((await app.call(calls.cancelDual, { id: cancelled.id }, customer.token)).error).toBe(
      'ORDER_NOT_CANCELABLE',
    )
    expect(await app.balances(customer, 'USDT')).toEqual({ funding: 1000_0000000n, invested: 0n })
    app.until(startsAtMs - 1_000)
    await app.tick(1_700_000)
    const order = await app.buy(customer, id, '3')
    app.until(startsAtMs - 1)
    await app.tick(1_700_000)
    expect((await orders(customer.token))[0]).toMatchObject({ id: order.id, canCancel: true })
    app.clock.advance(1)
    await app.tick(1_700_000)
    expect((await app.call(calls.cancelDual, { id: order.id }, customer.token)).error).toBe(
      'ORDER_NOT_CANCELABLE',
    )
    expect((await app.call(calls.buyDual, { productId: id, num: '1' }, customer.token)).error).toBe(
      'EARN_CLOSED',
    )
  })

  test('T41: is bound by the tape’s time where the server’s clock is behind', async () => {
    const id = await dayProduct('put')
    const customer = await app.customerWith({ USDT: '1000' })
    const order = await app.buy(customer, id, '1')
    const cancelAt = (tapeMs: number) =>
      app.db.transaction().execute((tx) => {
        const lastTick = () => ({ atMs: tapeMs }) as Tick
        return cancelDual(
          tx,
          { lastTick },
          { customer: customer.id, id: BigInt(order.id) },
          app.clock.nowMs(),
        )
      })
    await expect(cancelAt(order.cancelUntilMs!)).rejects.toMatchObject({ code: 'ORDER_NOT_CANCELABLE' })
    expect(await cancelAt(order.cancelUntilMs! - 1)).toMatchObject({ status: 'cancelled' })
  })

  test('is not made while the instrument is halted', async () => {
    const id = await dayProduct('put')
    const customer = await app.customerWith({ USDT: '1000' })
    const listed = instruments
    const buy = async () => (await app.call(calls.buyDual, { productId: id, num: '1' }, customer.token)).error
    try {
      adoptInstruments(
        listed.map((one) => (one.symbol === 'BTC-USDT' ? { ...one, status: 'halted' as const } : one)),
      )
      expect(await buy()).toBe('MARKET_CLOSED')
    } finally {
      adoptInstruments(listed)
    }
    expect(await buy()).toBeUndefined()
  })

  test('that was settled stays sold', async () => {
    const id = await dayProduct('put')
    const customer = await app.customerWith({ USDT: '1000' })
    await app.buy(customer, id, '3')
    const soldOf = async () =>
      (
        await sql<{ sold: number; active: number }>`
        select sold, active from dual_product where id = ${id}::bigint`.execute(app.db)
      ).rows[0]
    expect(await soldOf()).toEqual({ sold: 3, active: 1 })
    await app.window(startsAtMs + DAY_MS, 1_700_000)
    await app.settle()
    expect(await soldOf()).toEqual({ sold: 3, active: 0 })
  })

  test('T41: is no free option: who waits for the price before it starts is bound after a minute', async () => {
    const customer = await app.customerWith({ USDT: '1000' })
    await app.tick(1_720_000)
    const order = await app.buy(customer, await dayProduct('put'), '3')
    const cancel = async () => (await app.call(calls.cancelDual, { id: order.id }, customer.token)).error
    expect(order.cancelUntilMs).toBe(order.subscribedAtMs + MINUTE_MS)
    // The coin falls below the strike within the hours that are left until the start.
    app.clock.advance(MINUTE_MS)
    await app.tick(1_600_000)
    expect(startsAtMs - app.clock.nowMs()).toBeGreaterThan(HOUR_MS)
    expect(await cancel()).toBe('ORDER_NOT_CANCELABLE')
    expect((await orders(customer.token))[0]).toMatchObject({ id: order.id, canCancel: false, end: null })
    const { data } = await app.call(quoteExits, { currency: 'USDT', amount: '300' }, customer.token)
    expect(data.exits).toEqual([])
    expect(data.locked).toMatchObject([{ product: 'dual', id: order.id }])
  })
})

test('is in the overview, and a way to free money for a minute, for nothing', async () => {
  const customer = await app.customerWith({ USDT: '1000' })
  const order = await app.buy(customer, await dayProduct('put'), '3')
  const overview = async () => (await app.call(financialOverview, {}, customer.token)).data.lines
  const quoted = async () =>
    (await app.call(quoteExits, { currency: 'USDT', amount: '200' }, customer.token)).data
  const line = { product: 'dual', kind: 'dual', currency: 'USDT' }
  expect(await overview()).toEqual([
    { ...line, principal: '300.0000000', today: '0.0000000', total: '0.0000000' },
  ])
  expect((await quoted()).exits).toMatchObject([
    {
      ...{ product: 'dual', id: order.id, amount: '300.0000000', termDays: 1, pays: '300.0000000' },
      ...{
        costs: '0.0000000',
        givenUp: null,
        paidAtMs: null,
        validUntilMs: app.clock.nowMs() + 10_000,
        isEnough: true,
      },
    },
  ])
  app.until(startsAtMs)
  expect(await quoted()).toMatchObject({
    exits: [],
    locked: [{ product: 'dual', id: order.id, freeAtMs: startsAtMs + DAY_MS }],
  })
  await app.window(startsAtMs + DAY_MS, 1_700_000)
  await app.settle()
  expect(await overview()).toEqual([
    { ...line, principal: '0.0000000', today: '3.0000000', total: '3.0000000' },
  ])
  app.clock.advance(DAY_MS)
  expect((await overview())[0]).toMatchObject({ today: '0.0000000', total: '3.0000000' })
})

describe('settlement', () => {
  test(
    'pays the one or the other by the average of the half hour, and a browser computes it again',
    LONG,
    async () => {
      const [put, high, call] = [
        await dayProduct('put'),
        await dayProduct('put', { strike: 1_800_000 }),
        await dayProduct('call', { strike: 1_750_000 }),
      ]
      const customer = await app.customerWith({ USDT: '5000', BTC: '1' })
      const bought = [
        await app.buy(customer, put, '10'),
        await app.buy(customer, high, '7'),
        await app.buy(customer, call, '10'),
      ] as const
      const due = startsAtMs + DAY_MS
      // Ten minutes at 17,000.00, then 18,000.00: an average of 17,666.66.
      app.until(due - HOUR_MS)
      await app.tick(1_700_000)
      await app.settle()
      await app.window(due, (minute) => (minute < 10 ? 1_700_000 : 1_800_000))
      expect((await app.call(calls.dualProof, { id: bought[0].id }, customer.token)).error).toBe('NOT_FOUND')
      await app.settle()
      await app.settle()

      const [ofCall, ofHigh, ofPut] = await orders(customer.token, { status: 'ended', limit: '3' })
      const fixing = { atMs: due, price: '17666.66', minutes: 30, ticks: 30 }
      expect(ofPut).toMatchObject({
        end: 'above',
        fixing,
        result: { amount: '1010.0000000', currency: 'USDT' },
      })
      expect(ofHigh).toMatchObject({
        end: 'below',
        fixing,
        result: { amount: '0.03927777', currency: 'BTC' },
      })
      expect(ofCall).toMatchObject({ end: 'above', result: { amount: '1767.5000000', currency: 'USDT' } })
      expect(await app.balances(customer, 'USDT')).toEqual({ funding: 6077_5000000n, invested: 0n })
      expect(await app.balances(customer, 'BTC')).toEqual({ funding: 93_927_777n, invested: 0n })

      const files: DualProofFile[] = []
      for (const { id } of bought) {
        const { data } = await app.call(calls.dualProof, { id }, customer.token)
        expect(verdictsOn(data)).toEqual(verified)
        files.push(data)
      }
      // The one before the half hour, thirty of it, and the one after.
      expect(files[0]!.ticks).toHaveLength(32)
      const random = createRandom(7)
      const altered = Array.from({ length: 120 }, () => alterAnything(random, random.one(files)))
      for (const file of [...altered, ...alteredHeads(random, files[0]!)])
        expect({ file, found: isDetected(verdictsOn(file)) }).toEqual({ file, found: true })
      const without = files[0]!.ticks.map((_, n) => ({
        ...files[0]!,
        ticks: files[0]!.ticks.toSpliced(n, 1),
      }))
      expect(without.every((file) => isDetected(verdictsOn(file)))).toBe(true)

      const told = (await app.call(notices, {}, customer.token)).data.items as { kind: string }[]
      expect(told.filter(({ kind }) => kind === 'dual-settled')).toHaveLength(3)
      const ended = (await app.call(historyList, { product: 'dual' }, customer.token)).data.items
      expect(ended).toMatchObject([
        { side: 'sell', status: 'settled', openPrice: '17500.00', closePrice: '17666.66', result: null },
        { side: 'buy', status: 'settled', result: null },
        { side: 'buy', status: 'settled', result: '10.0000000', resultCurrency: 'USDT' },
      ])
      const events = (await app.call(statementEvents, {}, customer.token)).data.items
      expect(JSON.stringify(events)).toContain('"state":"above"')
      const totals = (await app.call(calls.dualTotals, {}, customer.token)).data.items
      expect(totals).toMatchObject([
        { currency: 'USDT', principal: '0.0000000', active: 0, yieldTotal: '10.0000000' },
        { currency: 'BTC', yieldTotal: '0.00000000' },
      ])
    },
  )

  test('waits for the tape, and is as late as it likes', async () => {
    const id = await dayProduct('put')
    const customer = await app.customerWith({ USDT: '1000' })
    await app.buy(customer, id, '1')
    const due = startsAtMs + DAY_MS
    app.until(due + MINUTE_MS)
    await app.settle()
    expect(await orders(customer.token)).toMatchObject([{ status: 'active' }])
    await app.tick(1_700_000)
    app.clock.advance(3 * DAY_MS)
    await app.tick(1_700_000)
    // No price of that half hour, but three days of tape after it: put off by one run, paid back by the next.
    await app.settle()
    await app.settle()
    expect(await orders(customer.token)).toMatchObject([
      { status: 'ended', end: 'unpriced', dueAtMs: due + DAY_MS, result: { amount: '101.0000000' } },
    ])
  })

  test('is put off by a day without enough minutes, once, and told', LONG, async () => {
    const [put, call] = [await dayProduct('put'), await dayProduct('call')]
    const customer = await app.customerWith({ USDT: '1000', BTC: '1' })
    const [one, other] = [await app.buy(customer, put, '1'), await app.buy(customer, call, '1')]
    const due = startsAtMs + DAY_MS
    await app.window(due, 1_650_000, 14)
    await app.settle()
    await app.settle()
    const detail = async (id: string) => (await app.call(calls.dualOrder, { id }, customer.token)).data
    expect(await detail(one.id)).toMatchObject({
      ...{ status: 'active', settlesAtMs: due, dueAtMs: due + DAY_MS, fixing: null },
      fixings: [{ atMs: due, price: null, minutes: 14, ticks: 14 }],
    })
    const told = async () =>
      ((await app.call(notices, {}, customer.token)).data.items as { kind: string }[]).filter(
        ({ kind }) => kind === 'dual-postponed',
      )
    expect(await told()).toHaveLength(2)
    await app.window(due + DAY_MS, 1_650_000, 15)
    await app.settle()
    expect(await detail(one.id)).toMatchObject({ end: 'below', result: { currency: 'BTC' } })
    expect(await detail(other.id)).toMatchObject({ end: 'below', result: { amount: '0.01010000' } })
    for (const { id } of [one, other]) {
      const { data } = await app.call(calls.dualProof, { id }, customer.token)
      expect(data.result).toMatchObject({ outcome: 'below', atMs: due + DAY_MS, minutes: 15 })
      expect(verdictsOn(data)).toEqual(verified)
    }
    expect(await told()).toHaveLength(2)
  })

  test('without an average on two days, pays principal and yield in what was put in, and proves it', async () => {
    const [put, call] = [await dayProduct('put'), await dayProduct('call')]
    const customer = await app.customerWith({ USDT: '1000', BTC: '1' })
    const [one, other] = [await app.buy(customer, put, '2'), await app.buy(customer, call, '2')]
    const due = startsAtMs + DAY_MS
    await app.window(due, 1_650_000, 3)
    await app.settle()
    await app.window(due + DAY_MS, 1_650_000, 14)
    await app.settle()
    const ended = await orders(customer.token, { status: 'ended' })
    expect(ended).toMatchObject([
      { id: other.id, end: 'unpriced', result: { amount: '0.02020000', currency: 'BTC' } },
      { id: one.id, end: 'unpriced', result: { amount: '202.0000000', currency: 'USDT' } },
    ])
    for (const { id } of ended) {
      const { data } = await app.call(calls.dualProof, { id }, customer.token)
      expect(verdictsOn(data)).toEqual(verified)
    }
  })

  test('what ended stays so, whoever writes', async () => {
    await expect(
      sql`update dual_order set status = 'active', ended_at = null where status = 'above'`.execute(app.db),
    ).rejects.toThrow(/ended/)
    await expect(sql`update dual_fixing set price = 1`.execute(app.db)).rejects.toThrow(/permission denied/)
    await expect(sql`update dual_product set strike = 1`.execute(app.db)).rejects.toThrow(/permission denied/)
  })
})

describe('what operators do', () => {
  let console_: ReturnType<typeof openTestConsole>
  let people: Record<'maker' | 'checker', Person>
  beforeAll(async () => {
    console_ = openTestConsole(app)
    people = {
      maker: await console_.addOperator('finance', 'admin'),
      checker: await console_.addOperator('finance', 'admin'),
    }
  })
  const post = async (who: 'maker' | 'checker', path: string, fields: Record<string, string>) =>
    console_.post(path, await console_.tokenOf(people[who]), { reason: 'as agreed', ...fields })
  const approve = async (id: string) => (await post('checker', '/console/proposal/approve', { id })).error
  const listed = async (type: string) =>
    (await app.call(calls.dualProducts, { type, limit: '100' })).data.items as calls.DualProductView[]

  test('a template of two makes the products of each start, once', LONG, async () => {
    const before = await listed('put')
    const template = {
      ...{ symbol: 'ETH-USDT', type: 'put', rungs: '7:400:84 1:200:18', unit: '100' },
      ...{ capacity: '500', maximum: '200' },
    }
    const wrong = await post('maker', '/console/dual/template', { ...template, rungs: '7:400:2001' })
    expect(wrong.error).toBe('TERMS_INVALID')
    const { data } = await post('maker', '/console/dual/template', template)
    expect(data.lines[0]).toMatchObject({ value: '7 days at 4.00 % for 0.84 %, 1 day at 2.00 % for 0.18 %' })
    expect(await post('maker', '/console/proposal/approve', { id: data.id })).toMatchObject({ code: 0 })
    expect(await approve(data.id)).toBeUndefined()

    const prices = { lastTick: () => undefined, isFresh: () => false }
    await makeLadders(app.db, prices, app.clock.nowMs())
    expect(await listed('put')).toHaveLength(before.length)
    await app.tick(123_456, { symbol: 'ETH-USDT' })
    const fresh = { lastTick: () => ({ price: 123_456, sequence: 9 }) as never, isFresh: () => true }
    await Promise.all([1, 2, 3].map(() => makeLadders(app.db, fresh, app.clock.nowMs())))
    const made = (await listed('put')).slice(before.length)
    expect(made).toMatchObject([
      { symbol: 'ETH-USDT', strike: '1185.00', termDays: 7, yieldPercent: '0.84', availability: 'sold-out' },
      { symbol: 'ETH-USDT', strike: '1205.00', termDays: 1, yieldPercent: '0.18' },
    ])
    await makeLadders(app.db, fresh, app.clock.nowMs() + DAY_MS)
    expect(await listed('put')).toHaveLength(before.length + 4)

    const off = await post('maker', '/console/dual/template', { ...template, rungs: 'none' })
    expect(await approve(off.data.id)).toBeUndefined()
    await makeLadders(app.db, fresh, app.clock.nowMs() + 2 * DAY_MS)
    expect(await listed('put')).toHaveLength(before.length + 4)
  })

  test('a product of two is sold from its day on, closed by one, and opened by two', async () => {
    const day = (n: number) => new Date(app.clock.nowMs() + n * DAY_MS).toISOString().slice(0, 10)
    const draft = {
      ...{ symbol: 'BTC-USDT', type: 'call', strike: '18150', yield_rate: '0.006', unit: '0.005' },
      ...{ sale_day: day(2), start_day: day(3), term_days: '7', capacity: '100', maximum: '10' },
    }
    for (const [field, value] of [
      ['strike', '18150.001'],
      ['yield_rate', '0.21'],
      ['start_day', day(1)],
    ] as const) {
      expect((await post('maker', '/console/dual/create', { ...draft, [field]: value })).error).toBe(
        'TERMS_INVALID',
      )
    }
    const { data } = await post('maker', '/console/dual/create', draft)
    expect(await approve(data.id)).toBeUndefined()
    const product = (await listed('call')).at(-1)!
    expect(product).toMatchObject({ strike: '18150.00', availability: 'upcoming' })
    const customer = await app.customerWith({ BTC: '1' })
    const buy = async () =>
      (await app.call(calls.buyDual, { productId: product.id, num: '1' }, customer.token)).error
    expect(await buy()).toBe('EARN_CLOSED')
    app.clock.advance(2 * DAY_MS)
    expect(await buy()).toBeUndefined()
    expect(await post('maker', '/console/dual/close', { id: product.id })).toMatchObject({ code: 1 })
    expect(await buy()).toBe('EARN_CLOSED')
    const opening = await post('maker', '/console/dual/open', { id: product.id })
    expect(await approve(opening.data.id)).toBeUndefined()
    expect(await buy()).toBeUndefined()

    const page = await console_.get('/console/dual', await console_.tokenOf(people.maker))
    expect(page.data.coverage.every(({ isCovered }: { isCovered: boolean }) => isCovered)).toBe(true)
    expect(page.data.exposure).toContainEqual(
      expect.objectContaining({
        orders: 2,
        baseIn: '0.01000000',
        baseOut: '0.01006000',
        quoteOut: '182.5890000',
      }),
    )
    const table = await console_.get('/console/dual/list', await console_.tokenOf(people.maker), {
      side: 'call',
    })
    expect(table.data.items[0]).toMatchObject({ customerId: String(customer.id), status: 'active' })
  })

  test('the time line of a customer has each order, as it was bought and as it ended', async () => {
    const customer = await app.customerWith({ USDT: '1000' })
    const token = await console_.tokenOf(people.maker)
    const { id } = await app.buy(customer, await dayProduct('put'), '1')
    const lines = async () => {
      const asked = { customer: String(customer.id) }
      const { data } = await console_.get('/console/customer/timeline', token, asked)
      return data.items.filter(({ kind }: { kind: string }) => kind.startsWith('dual-'))
    }
    const order = { subject: `dual-order:${id}`, amount: '100.0000000', currency: 'USDT', product: 'dual' }
    const bought = { ...order, title: 'Dual investment bought', detail: 'BTC/USDT, put, 1 day' }
    expect(await lines()).toMatchObject([bought])
    app.clock.advance(1)
    await app.call(calls.cancelDual, { id }, customer.token)
    expect(await lines()).toMatchObject([
      { ...order, title: 'Dual investment ended', detail: 'BTC/USDT, put, canceled' },
      bought,
    ])
  })

  test('the audit names what does not add up', async () => {
    await app.db
      .updateTable('dual_product')
      .set({ escrow_own: sql`escrow_own + 1` })
      .where('active', '>', 0)
      .execute()
    expect((await auditDual(app.db)).length).toBeGreaterThan(0)
    await app.db
      .updateTable('dual_product')
      .set({ escrow_own: sql`escrow_own - 1` })
      .where('active', '>', 0)
      .execute()
  })
})
