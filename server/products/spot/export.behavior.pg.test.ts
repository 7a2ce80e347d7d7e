import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutputOf } from '#domain/endpoint.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import {
  spotAmend,
  spotCancelAll,
  spotDetail,
  spotFillsCsv,
  spotList,
  spotOco,
  spotOrdersCsv,
  spotTrade,
} from '#domain/spot/contract.ts'
import { type Exchange, openExchange, type Person } from '#server/testing/exchange.ts'

/** What customers see of their orders at the door: lists by filter, and files. */

let exchange: Exchange
let alice: Person
let bob: Person
let last: number
let filled: OutputOf<typeof spotTrade>
let pair: OutputOf<typeof spotOco>
let startMs: number

const pairOf = { base: 'BTC', quote: 'USDT' }
const at = (share: number) => (Math.round(last * share * 100) / 100).toFixed(2)

beforeAll(async () => {
  exchange = await openExchange()
  ;({ alice, bob } = exchange)
  last = Number((await alice.ask(quoteOf, { symbol: 'BTC-USDT' })).lastPrice)
  const sale = { ...pairOf, side: 'sell', quantity: '0.02', limitPrice: at(1.01) }
  filled = await alice.ask(spotTrade, sale)
  startMs = filled.createdAtMs
  await bob.ask(spotTrade, { ...sale, side: 'buy', quantity: '0.005', timeInForce: 'ioc' })
  exchange.passTime(60_000)
  exchange.passTime(0)
  await exchange.advance(1_000)
  last = Number((await alice.ask(quoteOf, { symbol: 'BTC-USDT' })).lastPrice)
  pair = await alice.ask(spotOco, {
    ...{ ...pairOf, side: 'sell', quantity: '0.01', limitPrice: at(1.02) },
    ...{ triggerPrice: at(0.98), stopLimitPrice: at(0.975) },
  })
})
afterAll(() => exchange.close())

const idsOf = async (filter: Record<string, unknown>, who = alice) =>
  (await who.ask(spotList, filter)).items.map(({ id }) => id)

async function linesOf(call: typeof spotOrdersCsv | typeof spotFillsCsv, filter = {}, who = alice) {
  const { text } = await exchange.send('customers', call, who.token, filter)
  expect(text.endsWith('\r\n')).toBe(true)
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, n) => [names[n]!, cell])))
}

describe('the list of orders', () => {
  test('filters by status, also those that are not over together, and says how many those are', async () => {
    const [limit, stop] = pair.orders.map(({ id }) => id)
    expect(await idsOf({ status: 'untriggered' })).toEqual([stop])
    expect(await idsOf({ status: 'open' })).toEqual([limit, filled.id])
    const active = await alice.ask(spotList, { status: 'active' })
    expect(active.items.map(({ id }) => id)).toEqual(
      [limit, stop, filled.id].sort((a, b) => (a! < b! ? 1 : -1)),
    )
    expect(active.total).toBe(3)
    expect(await idsOf({ status: 'past' }, bob)).toHaveLength(1)
    expect((await bob.ask(spotList, { status: 'past' })).total).toBe(null)
  })

  test('filters by side, type and time, and by all of them', async () => {
    const [limit, stop] = pair.orders.map(({ id }) => id)
    expect(await idsOf({ orderType: 'stop-limit' })).toEqual([stop])
    expect(await idsOf({ side: 'buy' })).toEqual([])
    expect(await idsOf({ side: 'buy' }, bob)).toHaveLength(1)
    expect(await idsOf({ toMs: startMs + 1 })).toEqual([filled.id])
    expect(
      await idsOf({ fromMs: startMs + 1, orderType: 'limit', side: 'sell', symbol: 'BTC-USDT' }),
    ).toEqual([limit])
    expect(await idsOf({ fromMs: startMs + 3_600_000 })).toEqual([])
  })

  test('shows the trigger of a stop, its pair, and one hold for both', async () => {
    const [limit, stop] = pair.orders
    expect(limit).toMatchObject({ siblingId: stop!.id, triggerPrice: null, held: '0.01000000' })
    expect(stop).toMatchObject({
      ...{ siblingId: limit!.id, status: 'untriggered', triggerPrice: at(0.98), triggerDirection: 'falls' },
      ...{ triggerSequence: null, limitPrice: at(0.975), held: '0.00000000' },
    })
  })
})

describe('the files', () => {
  test('have every order with its average price, totals, and fee in its currency, in UTC', async () => {
    const rows = await linesOf(spotOrdersCsv, { orderType: 'limit' })
    expect(rows).toHaveLength(2)
    const { order } = await alice.ask(spotDetail, { id: filled.id })
    expect(rows[1]).toMatchObject({
      ...{ placed_utc: new Date(startMs).toISOString(), order: filled.id, side: 'sell', status: 'open' },
      ...{ quantity: '0.02000', filled: '0.00500', quantity_currency: 'BTC', total_currency: 'USDT' },
      ...{ average_price: order.averagePrice, total: order.notional, fee: order.fee, fee_currency: 'USDT' },
    })
    expect(rows[0]).toMatchObject({ pair: pair.orders[1]!.id })
    expect(await linesOf(spotOrdersCsv, { fromMs: startMs + 3_600_000 })).toEqual([])
  })

  test('have every fill of the customer, and nobody else’s', async () => {
    const [own, ...others] = await linesOf(spotFillsCsv)
    expect(others).toEqual([])
    const { fills } = await alice.ask(spotDetail, { id: filled.id })
    expect(own).toMatchObject({
      ...{ trade: fills[0]!.id, order: filled.id, side: 'sell', liquidity: 'maker', quantity: '0.00500' },
      ...{ price: fills[0]!.price, total: fills[0]!.notional, fee: fills[0]!.fee, fee_currency: 'USDT' },
    })
    const [theirs] = await linesOf(spotFillsCsv, {}, bob)
    expect(theirs).toMatchObject({
      trade: fills[0]!.id,
      side: 'buy',
      liquidity: 'taker',
      fee_currency: 'BTC',
    })
    expect(await linesOf(spotFillsCsv, { side: 'buy' })).toEqual([])
    expect(await linesOf(spotFillsCsv, { fromMs: fills[0]!.atMs })).toHaveLength(1)
    expect(await linesOf(spotFillsCsv, { toMs: fills[0]!.atMs })).toEqual([])
  })
})

describe('at the door', () => {
  test('an order is amended by the wire’s names, and its detail says what it was', async () => {
    const wire = { id: filled.id, target_price: at(1.03), amount: '0.03' }
    const reply = await exchange.raw(
      ...(['customers', 'POST', '/api/coin/amend', new URLSearchParams(wire).toString()] as const),
      'application/x-www-form-urlencoded',
      { authorization: alice.token },
    )
    expect(reply).toMatchObject({ ok: true, data: { id: filled.id, amount: '0.03000', filled: '0.00500' } })
    const { amendments } = await alice.ask(spotDetail, { id: filled.id })
    expect(amendments).toMatchObject([
      { quantity: '0.03000', previousQuantity: '0.02000', keepsPriority: false },
    ])
    const refusedAmend = await exchange.send('customers', spotAmend, bob.token, {
      id: filled.id,
      quantity: '0.01',
    })
    expect(refusedAmend.error).toBe('ORDER_NOT_FOUND')
  })

  test.each([
    ['/coin/trade', spotTrade, () => ({ limitPrice: at(0.97) })],
    ['/coin/oco', spotOco, () => ({ limitPrice: at(0.97), triggerPrice: at(1.03) })],
  ])('%s under other terms than the customer saw is refused', async (_, call, prices) => {
    const terms = findInstrument('BTC-USDT')!.termsVersion
    const buy = { ...pairOf, side: 'buy', quantity: '0.005', ...prices() }
    const earlier = await exchange.send('customers', call, bob.token, { ...buy, termsVersion: terms + 1 })
    expect(earlier.error).toBe('TERMS_CHANGED')
    expect(await idsOf({ status: 'active' }, bob)).toEqual([])
    const present = await exchange.send('customers', call, bob.token, { ...buy, termsVersion: terms })
    expect(present).toMatchObject({ ok: true })
    await bob.ask(spotCancelAll, {})
  })

  test('the prices go on, and a stop that they reach is triggered by a tick of the tape', async () => {
    await alice.ask(spotCancelAll)
    const stops = await Promise.all(
      (['rises', 'falls'] as const).map(async (triggerDirection, n) => {
        const near = Number((await alice.ask(quoteOf, { symbol: 'BTC-USDT' })).lastPrice)
        const triggerPrice = (near + (n === 0 ? 0.01 : -0.01)).toFixed(2)
        return alice.ask(spotTrade, {
          ...{ ...pairOf, side: 'sell', quantity: '0.01', orderType: 'stop-limit' },
          ...{ triggerPrice, triggerDirection, limitPrice: (near * 1.1).toFixed(2) },
        })
      }),
    )
    // One cent to either side: the next price that is another reaches one of them.
    await expect
      .poll(
        async () => {
          await exchange.advance(1_000)
          const found = await Promise.all(stops.map(({ id }) => alice.ask(spotDetail, { id })))
          return found.filter(({ order }) => order.status === 'open' && order.triggerSequence !== null).length
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0)
  })
})
