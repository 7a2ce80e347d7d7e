import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { positionId } from '#domain/ids.ts'
import { closePart, contractsIn, listPositions } from '#server/products/contract/service.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { testDatabaseKind } from '#server/testing/database.ts'
import { type ExchangeServer, openExchangeServer, signedCalls } from '#server/testing/exchange-server.ts'
import { untilWaiting } from '#server/testing/waiting.ts'
import { keepPlan } from './store.ts'

/** What closes contracts under a name closes what it says once, whatever happens in between; stops, and what is not known. */

let server: ExchangeServer
let trader: TestCustomer
let call: ReturnType<typeof signedCalls>
let serial = 0

beforeAll(async () => {
  server = await openExchangeServer()
}, 120_000)
afterAll(() => server.close())
beforeEach(async () => {
  trader = await server.newTrader()
  call = signedCalls(server, await server.newKey(trader))
})

const newName = () => `close-${++serial}`
const order = (fields: Record<string, string>) =>
  call('POST', '/fapi/v1/order', { symbol: 'BTCUSDT', type: 'MARKET', ...fields })
const open = async (quantity: string, side = 'BUY') => {
  const { body } = await order({ side, quantity, positionSide: side === 'BUY' ? 'LONG' : 'SHORT' })
  expect(body).toMatchObject({ status: 'FILLED' })
  return String(body.orderId)
}
const close = (quantity: string, newClientOrderId: string, more: Record<string, string> = {}) =>
  order({ side: 'SELL', quantity, reduceOnly: 'true', newClientOrderId, ...more })
const amounts = async () => {
  const { db } = server.services
  const positions = await listPositions(db, { customer: trader.id, offset: 0, limit: 10 })
  return positions.map(({ openLots }) => openLots).reverse()
}

describe('an order that closes several positions', () => {
  test('is answered as one, and found by its name and by the number of each part', async () => {
    for (const _ of [1, 2]) await open('0.10')
    const name = newName()
    const { body } = await close('0.15', name)
    const whole = {
      status: 'FILLED',
      origQty: '0.15',
      executedQty: '0.15',
      clientOrderId: name,
      reduceOnly: true,
    }
    expect(body).toMatchObject(whole)
    expect(await amounts()).toEqual([0, 5])
    const { body: trades } = await call('GET', '/fapi/v1/userTrades', { symbol: 'BTCUSDT' })
    const parts = trades.filter(({ side }: { side: string }) => side === 'SELL')
    expect(parts.map(({ qty }: { qty: string }) => qty)).toEqual(['0.10', '0.05'])
    for (const by of [
      { origClientOrderId: name },
      ...parts.map(({ id }: { id: number }) => ({ orderId: String(id) })),
    ]) {
      const read = await call('GET', '/fapi/v1/order', { symbol: 'BTCUSDT', ...by })
      expect(read.body).toMatchObject({ ...whole, orderId: body.orderId })
    }
    const byOrder = await call('GET', '/fapi/v1/userTrades', {
      symbol: 'BTCUSDT',
      orderId: String(body.orderId),
    })
    expect(byOrder.body).toHaveLength(2)
  })

  test('closes nothing more when it is asked for again, and another one under its name is refused', async () => {
    for (const _ of [1, 2]) await open('0.10')
    const name = newName()
    const { body } = await close('0.10', name)
    expect(await amounts()).toEqual([0, 10])
    expect((await close('0.10', name)).body).toEqual(body)
    expect((await close('0.10', name, { reduceOnly: 'false', positionSide: 'LONG' })).body).toEqual(body)
    for (const other of [
      () => close('0.05', name),
      () => close('0.10', name, { side: 'BUY' }),
      () => close('0.10', name, { reduceOnly: 'false' }),
      () => close('0.10', name, { reduceOnly: 'false', positionSide: 'SHORT' }),
    ])
      expect((await other()).body).toEqual({ code: -2010, msg: 'Duplicate order sent.' })
    expect(await amounts()).toEqual([0, 10])
  })

  test('is what was first kept under its name, where two are at once', async () => {
    const position = positionId(BigInt(await open('0.10')))
    const { db } = server.services
    const kept = { name: newName(), symbol: 'BTC-USDT', direction: 'long' } as const
    const createdAtMs = server.clock.nowMs()
    const one = { ...kept, lots: 10n, parts: [{ position, lots: 10n }], createdAtMs }
    const other = { ...kept, lots: 5n, parts: [{ position, lots: 5n }], createdAtMs }
    expect(await keepPlan(db, trader.id, one)).toEqual(one)
    expect(await keepPlan(db, trader.id, other)).toEqual(one)
  })

  test('goes on where a process ended between its parts, and closes no other position', async () => {
    const ids = [await open('0.10'), await open('0.10'), await open('0.10')]
    const [first, second] = (
      await listPositions(server.services.db, { customer: trader.id, offset: 0, limit: 3 })
    )
      .map(({ id }) => id)
      .reverse()
    expect(ids[0]).toBe(String(first))
    const name = newName()
    const { db, opened } = server.services
    const parts = [
      { position: first!, lots: 10n },
      { position: second!, lots: 5n },
    ]
    const plan = { name, symbol: 'BTC-USDT', direction: 'long', lots: 15n, parts } as const
    await keepPlan(db, trader.id, { ...plan, createdAtMs: server.clock.nowMs() })
    // Written before the process ended, but not its name.
    const key = `exchange contract ${name} ${first}`
    await closePart(contractsIn(opened), { customer: trader.id, key }, first!, '0.10')
    expect(await amounts()).toEqual([0, 10, 10])
    expect((await close('0.15', name)).body).toMatchObject({ status: 'FILLED', executedQty: '0.15' })
    expect(await amounts()).toEqual([0, 5, 10])
  })

  test.runIf(testDatabaseKind === 'postgres')(
    'is done once where it is asked for twice at the same moment',
    async () => {
      for (const _ of [1, 2]) await open('0.10')
      const name = newName()
      const asked = await server.services.db.transaction().execute(async (tx) => {
        await sql`lock table exchange_closing in exclusive mode`.execute(tx)
        const both = [close('0.10', name), close('0.10', name)]
        await untilWaiting(tx, 2)
        return both
      })
      const [one, other] = await Promise.all(asked)
      expect(one!.body).toMatchObject({ status: 'FILLED', executedQty: '0.10' })
      expect(other!.body).toEqual(one!.body)
      expect(await amounts()).toEqual([0, 10])
    },
  )

  test('says how much it closed where a position had less by then', async () => {
    const [id] = [await open('0.10'), await open('0.10')]
    const name = newName()
    const { db } = server.services
    const parts = (await listPositions(db, { customer: trader.id, offset: 0, limit: 2 }))
      .reverse()
      .map((one) => ({ position: one.id, lots: 10n }))
    const plan = { name, symbol: 'BTC-USDT', direction: 'long', lots: 20n, parts } as const
    await keepPlan(db, trader.id, { ...plan, createdAtMs: server.clock.nowMs() })
    expect((await close('0.05', newName())).body).toMatchObject({ status: 'FILLED' })
    expect(id).toBe(String(parts[0]!.position))
    expect((await close('0.20', name)).body).toMatchObject({
      ...{ status: 'EXPIRED', origQty: '0.20', executedQty: '0.10' },
    })
    expect(await amounts()).toEqual([5, 0])
  })
})

test('an opening under a name of before is answered where all of it is the same', async () => {
  const waits = { type: 'LIMIT', side: 'BUY', quantity: '0.05', newClientOrderId: newName() }
  const { body: ticker } = await call('GET', '/fapi/v1/ticker/price', { symbol: 'BTCUSDT' })
  const price = (Number(ticker.price) * 0.97).toFixed(2)
  const { body } = await order({ ...waits, price })
  expect(body).toMatchObject({ status: 'NEW', positionSide: 'LONG' })
  expect((await order({ ...waits, price: `${price}0`, positionSide: 'LONG' })).body).toEqual(body)
  for (const other of [
    { price: (Number(price) - 1).toFixed(2) },
    { price, quantity: '0.06' },
    { price, side: 'SELL' },
    { price, positionSide: 'SHORT' },
    { price, reduceOnly: 'true' },
  ])
    expect((await order({ ...waits, ...other })).body, JSON.stringify(other)).toMatchObject({ code: -2010 })
  const listed = await call('GET', '/fapi/v1/allOrders', { symbol: 'BTCUSDT', orderId: '1', limit: '1' })
  expect(listed.body).toEqual([body])
})

test('lists that begin with an order have it first', async () => {
  const ids = [await open('0.01'), await open('0.01'), await open('0.01')]
  const page = await call('GET', '/fapi/v1/allOrders', { symbol: 'BTCUSDT', orderId: ids[0]!, limit: '2' })
  expect(page.body.map(({ orderId }: { orderId: number }) => String(orderId))).toEqual(ids.slice(0, 2))
})

test('a stop that is set again is called as it was called then, each of its positions’', async () => {
  for (const _ of [1, 2]) await open('0.10')
  const { body: ticker } = await call('GET', '/fapi/v1/ticker/price', { symbol: 'BTCUSDT' })
  const set = (share: number, clientAlgoId: string) =>
    call('POST', '/fapi/v1/algoOrder', {
      ...{
        symbol: 'BTCUSDT',
        side: 'SELL',
        algoType: 'CONDITIONAL',
        type: 'STOP_MARKET',
        closePosition: 'true',
      },
      ...{ triggerPrice: (Number(ticker.price) * share).toFixed(2), clientAlgoId },
    })
  for (const [share, name] of [
    [0.95, 'one'],
    [0.94, 'two'],
  ] as const) {
    expect((await set(share, name)).body).toMatchObject({ clientAlgoId: name })
    const { body } = await call('GET', '/fapi/v1/openAlgoOrders')
    expect(body.map(({ clientAlgoId }: { clientAlgoId: string }) => clientAlgoId)).toEqual([name, name])
  }
})

test('practice is not served, and refused by name', async () => {
  for (const account_type of ['practice', '1', 'Practice', 'true'])
    expect((await order({ side: 'BUY', quantity: '0.01', account_type })).body).toEqual({
      code: -1104,
      msg: "Parameter 'account_type' is not served here.",
    })
  expect((await call('GET', '/fapi/v2/positionRisk', { account_type: 'practice' })).body).toMatchObject({
    code: -1104,
  })
  expect(await amounts()).toEqual([])
})

test('what may have been done is said to be unknown where nothing tells a second attempt from the first', async () => {
  await open('0.10')
  const { body: ticker } = await call('GET', '/fapi/v1/ticker/price', { symbol: 'BTCUSDT' })
  const price = (Number(ticker.price) * 0.97).toFixed(2)
  const { body: waiting } = await order({ side: 'BUY', quantity: '0.05', type: 'LIMIT', price })
  expect(waiting).toMatchObject({ status: 'NEW' })
  await contractsIn(server.services.opened).engine.stop()
  const buy = { side: 'BUY', quantity: '0.01' }
  const unknown = { status: 503, body: { code: -1006 } }
  expect(await order(buy)).toMatchObject(unknown)
  expect(await order({ ...buy, newClientOrderId: newName() })).toMatchObject({
    status: 503,
    body: { code: -1008 },
  })
  expect(await close('0.10', newName())).toMatchObject(unknown)
  expect(await close('0.10', '')).toMatchObject(unknown)
  const where = { symbol: 'BTCUSDT' }
  expect(
    await call('DELETE', '/fapi/v1/order', { ...where, orderId: String(waiting.orderId) }),
  ).toMatchObject(unknown)
  // None was cancelled, and this is said.
  expect(await call('DELETE', '/fapi/v1/allOpenOrders', where)).toMatchObject(unknown)
  expect((await call('GET', '/fapi/v1/openOrders', where)).body).toHaveLength(1)
})
