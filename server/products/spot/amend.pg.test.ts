import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CustomerId, type OrderId, orderId } from '#domain/ids.ts'
import { price } from '#domain/money/amount.ts'
import { amendOf, BTC, cancelOf, customerWith, order, spotMoney, unitsOf } from '#server/testing/spot.ts'
import { database, fixture, spotForFile } from '#server/testing/spot-file.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { MAX_CHANGES } from './amend.ts'
import { expectConsistent } from './expect-consistent.ts'
import { orderDetail } from './service.ts'
import { detailView } from './views.ts'

/** An amended order is one order before and after: its hold is exact, its place in the queue what the rules say. */

let alice: CustomerId
let bob: CustomerId
let carol: CustomerId

spotForFile()
beforeEach(async () => {
  alice = await customerWith(database.db, { USDT: '1000', BTC: '1' })
  bob = await customerWith(database.db, { USDT: '1000', BTC: '1' })
  carol = await customerWith(database.db, { USDT: '3000', BTC: '1' })
})
afterEach(async () => {
  for (const customer of [alice, bob, carol]) await fixture.engine.cancelAll(customer)
  await expectConsistent(database.db)
})

const usdt = (amount: string) => unitsOf(amount, 'USDT')
const refused = (code: string) => ({ name: 'Refusal', code })
const now = async (customer: CustomerId, id: OrderId) => (await orderDetail(fixture, customer, id)).order
const dollarsOf = async (customer: CustomerId) => (await spotMoney(database.db, customer)).USDT
const sell = (quantity: string, limitPrice = '19000') =>
  order(fixture, carol, { side: 'sell', quantity, limitPrice, timeInForce: 'ioc' })

test('an order that shrinks keeps its place, and what it no longer needs is free', async () => {
  const { id } = await order(fixture, alice, { quantity: '0.02' })
  const behind = await order(fixture, bob, { quantity: '0.01' })
  expect(await amendOf(fixture, alice, id, { quantity: '0.01' })).toMatchObject({ id, quantity: 1_000 })
  expect(await dollarsOf(alice)).toEqual([usdt('800'), usdt('200')])
  await sell('0.01')
  expect((await now(alice, id)).status).toBe('filled')
  expect((await now(bob, behind.id)).filled).toBe(0)
})

test('an order is changed so often and no more, and can still be cancelled', LONG, async () => {
  const { id } = await order(fixture, alice, { quantity: '0.02' })
  const change = (n: number, key?: string) =>
    amendOf(fixture, alice, id, { limitPrice: String(19_000 + (n % 2)) }, key)
  for (let n = 3; n < MAX_CHANGES; n++) await change(n)
  await change(0, 'kept')
  // Two are left, and four come at once: each to a price of its own, for they come in any order, and no change is none.
  const prices = ['19010', '19011', '19012', '19013']
  const answers = await Promise.allSettled(
    prices.map((limitPrice) => amendOf(fixture, alice, id, { limitPrice })),
  )
  const others = answers.filter(({ status }) => status === 'rejected')
  expect(others).toMatchObject([
    { reason: refused('CHANGES_TOO_MANY') },
    { reason: refused('CHANGES_TOO_MANY') },
  ])
  expect((await orderDetail(fixture, alice, id)).amendments).toHaveLength(MAX_CHANGES)
  await expect(change(1)).rejects.toMatchObject(refused('CHANGES_TOO_MANY'))
  // Its answer was lost: it is not done again.
  expect(await change(0, 'kept')).toMatchObject({ id })
  expect((await orderDetail(fixture, alice, id)).amendments).toHaveLength(MAX_CHANGES)
})

test.each([
  ['grows', { quantity: '0.02001' }],
  ['goes to another price and back', { limitPrice: '19999' }],
] as const)('an order that %s goes behind those that are there, also after a restart', async (_, change) => {
  const { id } = await order(fixture, alice, { quantity: '0.02' })
  const behind = await order(fixture, bob, { quantity: '0.01' })
  await amendOf(fixture, alice, id, change)
  await amendOf(fixture, alice, id, { limitPrice: '20000' })
  await sell('0.005')
  expect((await now(bob, behind.id)).filled).toBe(500)
  await fixture.engine.stop()
  await fixture.restart()
  await sell('0.005')
  expect((await now(bob, behind.id)).status).toBe('filled')
  expect((await now(alice, id)).filled).toBe(0)
})

test('an order that needs more has it set aside, to the unit, or is left as it is', async () => {
  const { id } = await order(fixture, alice, { quantity: '0.02' })
  await amendOf(fixture, alice, id, { quantity: '0.05' })
  expect(await dollarsOf(alice)).toEqual([0n, usdt('1000')])
  await expect(amendOf(fixture, alice, id, { limitPrice: '20000.01' })).rejects.toMatchObject(
    refused('INSUFFICIENT_BALANCE'),
  )
  expect(await now(alice, id)).toMatchObject({ price: 2_000_000, quantity: 5_000, status: 'open' })
  await amendOf(fixture, alice, id, { limitPrice: '20010', quantity: '0.04' })
  expect(await dollarsOf(alice)).toEqual([usdt('199.6'), usdt('800.4')])
})

test('an order that meets others at its new price fills there, at theirs, and rests with what is left', async () => {
  await order(fixture, carol, { side: 'sell', quantity: '0.01', limitPrice: '20050' })
  const { id } = await order(fixture, alice, { quantity: '0.03' })
  const amended = await amendOf(fixture, alice, id, { limitPrice: '20100' })
  expect(amended).toMatchObject({ status: 'open', filled: 1_000, notional: usdt('200.5'), price: 2_010_000 })
  expect(await dollarsOf(alice)).toEqual([usdt('397.5'), usdt('402')])
})

test('one that was filled in part before a start is amended by what was filled of it in all', async () => {
  const { id } = await order(fixture, alice, { quantity: '0.03' })
  await sell('0.01')
  await fixture.engine.stop()
  await fixture.restart()
  await expect(amendOf(fixture, alice, id, { quantity: '0.01' })).rejects.toMatchObject(
    refused('QUANTITY_BELOW_FILLED'),
  )
  expect(await amendOf(fixture, alice, id, { quantity: '0.015' })).toMatchObject({
    ...{ filled: 1_000, quantity: 1_500, notional: usdt('200') },
  })
  expect(await dollarsOf(alice)).toEqual([usdt('700'), usdt('100')])
  expect(await amendOf(fixture, alice, id, { quantity: '0.02' })).toMatchObject({
    filled: 1_000,
    quantity: 2_000,
  })
  expect(await dollarsOf(alice)).toEqual([usdt('600'), usdt('200')])
})

test('what became of an order is told with it, oldest first', async () => {
  const { id } = await order(fixture, alice, { quantity: '0.02' })
  await amendOf(fixture, alice, id, { quantity: '0.01' })
  fixture.clock.advance(1_000)
  await amendOf(fixture, alice, id, { limitPrice: '19990', quantity: '0.015' })
  const { amendments } = detailView(await orderDetail(fixture, alice, id))
  expect(amendments).toMatchObject([
    { limitPrice: '20000.00', quantity: '0.01000', previousQuantity: '0.02000', keepsPriority: true },
    {
      ...{ limitPrice: '19990.00', quantity: '0.01500', previousLimitPrice: '20000.00' },
      ...{ previousQuantity: '0.01000', keepsPriority: false },
    },
  ])
  expect(amendments[1]!.atMs - amendments[0]!.atMs).toBe(1_000)
})

describe('an amendment', () => {
  test('is refused for an order that is over, somebody else’s or none', async () => {
    const { id } = await order(fixture, alice)
    await expect(amendOf(fixture, bob, id, { quantity: '0.02' })).rejects.toMatchObject(
      refused('ORDER_NOT_FOUND'),
    )
    await expect(amendOf(fixture, alice, orderId(1n), {})).rejects.toMatchObject(refused('ORDER_NOT_FOUND'))
    const over = refused('ORDER_NOT_AMENDABLE')
    await sell('0.01')
    await expect(amendOf(fixture, alice, id, { quantity: '0.02' })).rejects.toMatchObject(over)
  })

  test('is refused where its order would be cancelled for what it then meets', async () => {
    await order(fixture, alice, { side: 'sell', quantity: '0.01', limitPrice: '20100' })
    const own = await order(fixture, alice)
    await expect(amendOf(fixture, alice, own.id, { limitPrice: '20100' })).rejects.toMatchObject(
      refused('ORDER_MEETS_OWN'),
    )
    const posted = await order(fixture, bob, { postOnly: true })
    await expect(amendOf(fixture, bob, posted.id, { limitPrice: '20100' })).rejects.toMatchObject(
      refused('POST_ONLY_CONFLICT'),
    )
    expect(await now(bob, posted.id)).toMatchObject({ status: 'open', price: 2_000_000 })
    expect(await amendOf(fixture, bob, posted.id, { limitPrice: '20099.99' })).toMatchObject({
      status: 'open',
    })
  })

  test('that changes nothing is no event, and moves nothing', async () => {
    const { id } = await order(fixture, alice, { quantity: '0.02' })
    const ahead = await amendOf(fixture, alice, id, { quantity: '0.01' })
    const again = await Promise.all([1, 2, 3].map(() => amendOf(fixture, alice, id, { quantity: '0.01' })))
    for (const each of again) expect(each).toEqual(ahead)
    expect((await orderDetail(fixture, alice, id)).amendments).toHaveLength(1)
  })

  test('under one key happens once, whatever became of the order since', async () => {
    const { id } = await order(fixture, alice, { quantity: '0.02' })
    const change = { quantity: '0.03' }
    const made = await Promise.all(Array.from({ length: 16 }, () => amendOf(fixture, alice, id, change, 'k')))
    for (const each of made) expect(each).toMatchObject({ id, quantity: 3_000 })
    expect((await orderDetail(fixture, alice, id)).amendments).toHaveLength(1)
    await amendOf(fixture, alice, id, { quantity: '0.01' })
    expect(await amendOf(fixture, alice, id, change, 'k')).toMatchObject({ id, quantity: 1_000 })
    await cancelOf(fixture, alice, id)
    expect(await amendOf(fixture, alice, id, change, 'k')).toMatchObject({ id, status: 'cancelled' })
    await expect(amendOf(fixture, alice, id, { quantity: '0.04' }, 'k')).rejects.toMatchObject(
      refused('IDEMPOTENCY_KEY_REUSED'),
    )
  })

  test('and a fill at the same moment leave an order that never traded more than it was last asked to', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await order(fixture, alice, { quantity: '0.002' })
      const draft = { quantity: '0.001', limitPrice: '20001' }
      const acts = [
        // At the engine, so that the two arrive in this order.
        () => fixture.engine.amend(alice, id, { draft, lastPrice: price(2_000_000n), tapeSequence: 0 }),
        () => sell('0.002'),
      ]
      const [first, second] = await Promise.allSettled(
        (round % 2 === 0 ? acts : acts.reverse()).map((act) => act()),
      )
      expect(first!.status).toBe('fulfilled')
      const after = await now(alice, id)
      if (round % 2 === 0) expect(after).toMatchObject({ status: 'filled', quantity: 100, filled: 100 })
      else {
        expect(second).toMatchObject({ status: 'rejected', reason: refused('ORDER_NOT_AMENDABLE') })
        expect(after).toMatchObject({ status: 'filled', quantity: 200, filled: 200 })
      }
      expect(fixture.engine.depth(BTC.symbol)).toMatchObject({ bids: [], asks: [] })
    }
  })
})
