import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CustomerId, OrderId } from '#domain/ids.ts'
import { adoptListing } from '#domain/listing/listing.ts'
import { openReceipt } from '#domain/proof/receipt.ts'
import { seedListing } from '#domain/seed/listing.ts'
import { faultyDatabase } from '#server/testing/faulty-database.ts'
import {
  amendOf,
  BTC,
  cancelOf,
  customerWith,
  order,
  spotMoney,
  startTestSpot,
  unitsOf,
} from '#server/testing/spot.ts'
import { database, fixture, spotForFile } from '#server/testing/spot-file.ts'
import { expectConsistent } from './expect-consistent.ts'
import { listSpotHolds } from './holds.ts'
import { orderDetail } from './service.ts'

/**
 * Take profit and stop loss of a buy: kept while it fills, placed once when it is over, gone with it. Of safety.md: T07, the
 * same key again; T21, a side for each, and a trigger by a tick after acceptance alone; T29, prices off the band.
 */

let alice: CustomerId
let bob: CustomerId

spotForFile()
beforeEach(async () => {
  await fixture.tick(2_000_000)
  alice = await customerWith(database.db, { USDT: '1000' })
  bob = await customerWith(database.db, { USDT: '2000', BTC: '1' })
})
afterEach(async () => {
  adoptListing(seedListing)
  for (const customer of [alice, bob]) await fixture.engine.cancelAll(customer)
  await expectConsistent(database.db)
})

const usdt = (amount: string) => unitsOf(amount, 'USDT')
const btc = (amount: string) => unitsOf(amount, 'BTC')
const refused = (code: string) => ({ name: 'Refusal', code })
const detail = (id: OrderId, customer = alice) => orderDetail(fixture, customer, id)
const moneyOf = (customer: CustomerId) => spotMoney(database.db, customer)
const attachedOf = async (id: OrderId) => (await detail(id)).attached

/** 0.01 at 20,000, for sale at 21,000 and at the market from 19,000 down. */
const both = { takeProfit: '21000', stopLoss: '19000' } as const
const sell = (quantity: string, limitPrice = '20000') =>
  order(fixture, bob, { side: 'sell', quantity, limitPrice, timeInForce: 'ioc' })

describe('a buy with take profit and stop loss', () => {
  test('has both once it is filled: a pair on one hold, for what arrived after the fee', async () => {
    const buy = await order(fixture, alice, both)
    expect(buy).toMatchObject({ takeProfit: 2_100_000, stopLoss: 1_900_000 })
    expect(await attachedOf(buy.id)).toEqual([])
    await sell('0.01')
    // 0.01 less the maker's fee of 10 bps: 999 steps of 0.00001 are for sale.
    const [stop, limit] = await attachedOf(buy.id)
    expect(limit).toMatchObject({
      ...{ side: 'sell', orderType: 'limit', price: 2_100_000, quantity: 999, status: 'open' },
      ...{ sibling: stop!.id, attachedTo: buy.id },
    })
    expect(stop).toMatchObject({
      ...{ side: 'sell', orderType: 'stop-market', triggerPrice: 1_900_000, triggerDirection: 'falls' },
      ...{ quantity: 999, status: 'untriggered', sibling: limit!.id, attachedTo: buy.id },
    })
    const { fee } = (await detail(buy.id)).order
    expect((await moneyOf(alice)).BTC).toEqual([btc('0.01') - fee - btc('0.00999'), btc('0.00999')])
  })

  test('keeps what arrives until it is over, and then has them for the part that was filled', async () => {
    const buy = await order(fixture, alice, both)
    await sell('0.004')
    const { fee } = (await detail(buy.id)).order
    const arrived = btc('0.004') - fee
    expect((await moneyOf(alice)).BTC).toEqual([0n, arrived])
    expect(await listSpotHolds(database.db, alice)).toMatchObject([
      { currency: 'USDT', amount: usdt('120') },
      { currency: 'BTC', amount: arrived },
    ])
    // What is kept cannot be sold by another order.
    await expect(
      order(fixture, alice, { side: 'sell', quantity: '0.001', limitPrice: '20500' }),
    ).rejects.toMatchObject(refused('INSUFFICIENT_BALANCE'))
    await sell('0.003')
    await cancelOf(fixture, alice, buy.id)
    const [stop, limit] = await attachedOf(buy.id)
    expect([stop, limit]).toMatchObject([
      { quantity: 699, status: 'untriggered' },
      { quantity: 699, status: 'open' },
    ])
    expect((await moneyOf(alice)).BTC![1]).toBe(btc('0.00699'))
  })

  test('that is cancelled before it bought anything has none', async () => {
    const buy = await order(fixture, alice, both)
    await cancelOf(fixture, alice, buy.id)
    expect(await attachedOf(buy.id)).toEqual([])
    expect(await moneyOf(alice)).toEqual({ USDT: [usdt('1000'), 0n] })
  })

  test('cancelled with all orders at once gives everything back, and places nothing', async () => {
    const buy = await order(fixture, alice, both)
    await sell('0.004')
    await fixture.engine.cancelAll(alice)
    expect(await attachedOf(buy.id)).toEqual([])
    const { fee } = (await detail(buy.id)).order
    expect(await moneyOf(alice)).toEqual({ BTC: [btc('0.004') - fee, 0n], USDT: [usdt('920'), 0n] })
  })

  test('at the market has them at once, of what the book gave, also by what it spends', async () => {
    await order(fixture, bob, { side: 'sell', quantity: '0.004', limitPrice: '20000' })
    const bought = await order(fixture, alice, { ...both, orderType: 'market' })
    expect(bought).toMatchObject({ status: 'cancelled', reason: 'ioc', filled: 400 })
    // 0.004 less the taker's fee of 15 bps.
    expect(await attachedOf(bought.id)).toMatchObject([{ quantity: 399 }, { quantity: 399 }])
    await order(fixture, bob, { side: 'sell', quantity: '0.004', limitPrice: '20000' })
    const spent = await order(fixture, alice, { ...both, orderType: 'market', quoteAmount: '40' })
    expect(spent).toMatchObject({ status: 'filled', filled: 200 })
    expect(await attachedOf(spent.id)).toMatchObject([{ quantity: 199 }, { quantity: 199 }])
  })

  test('has one of them where one is asked for', async () => {
    const profit = await order(fixture, alice, { takeProfit: '21000' })
    await sell('0.01')
    expect(await attachedOf(profit.id)).toMatchObject([{ orderType: 'limit', sibling: null, status: 'open' }])
    const loss = await order(fixture, alice, { stopLoss: '19000' })
    await sell('0.01')
    expect(await attachedOf(loss.id)).toMatchObject([
      { orderType: 'stop-market', sibling: null, status: 'untriggered' },
    ])
    expect((await moneyOf(alice)).BTC![1]).toBe(btc('0.01998'))
  })

  test('sells with a profit, and its stop is cancelled; or sells at a loss, and its limit is', async () => {
    const first = await order(fixture, alice, both)
    await sell('0.01')
    await order(fixture, bob, { limitPrice: '21000' })
    expect(await attachedOf(first.id)).toMatchObject([
      { status: 'cancelled', reason: 'oco' },
      { status: 'filled', notional: usdt('209.79') },
    ])
    await fixture.engine.cancelAll(bob)
    const second = await order(fixture, alice, both)
    await sell('0.01')
    await order(fixture, bob, { limitPrice: '18990', quantity: '0.02' })
    const tick = await fixture.record(1_900_000)
    await fixture.engine.ticks([tick])
    expect(await attachedOf(second.id)).toMatchObject([
      { status: 'filled', triggerSequence: tick.sequence, notional: usdt('189.7101') },
      { status: 'cancelled', reason: 'oco', filled: 0 },
    ])
  })

  test('its stop has a receipt that names the tape as it was, and only ticks after that count', async () => {
    await fixture.record(1_899_999)
    const newest = await fixture.record(2_000_000)
    const buy = await order(fixture, alice, both)
    await sell('0.01')
    const [stop] = await attachedOf(buy.id)
    expect(stop!.tapeSequence).toBe(newest.sequence)
    const { receipt } = await detail(stop!.id)
    expect(openReceipt(receipt!, fixture.proofs.signer.publicKey)).toMatchObject({
      ...{ order: String(stop!.id), tapeSize: newest.sequence },
      terms: { side: 'sell', 'trigger-price': '19000.00', 'attached-to': String(buy.id) },
    })
  })

  test('is the same order under the same key, and has them once', async () => {
    const made = await Promise.all(
      Array.from({ length: 16 }, () => order(fixture, alice, { ...both, key: 'once' })),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    await sell('0.01')
    expect(await attachedOf(made[0]!.id)).toHaveLength(2)
    await order(fixture, alice, { ...both, key: 'once' })
    expect(await attachedOf(made[0]!.id)).toHaveLength(2)
    await expect(order(fixture, alice, { ...both, stopLoss: '18999', key: 'once' })).rejects.toMatchObject(
      refused('IDEMPOTENCY_KEY_REUSED'),
    )
  })

  test('and its cancellation at the moment of a fill leave one outcome, and nothing kept', async () => {
    for (let round = 0; round < 10; round++) {
      const buy = await order(fixture, alice, both)
      const acts = [() => sell('0.004'), () => cancelOf(fixture, alice, buy.id)]
      await Promise.all((round % 2 === 0 ? acts : acts.reverse()).map((act) => act()))
      expect(await attachedOf(buy.id)).toHaveLength(round % 2 === 0 ? 2 : 0)
      await fixture.engine.cancelAll(alice)
      expect((await moneyOf(alice)).BTC?.[1] ?? 0n).toBe(0n)
      await expectConsistent(database.db)
    }
  })

  test('places both in the batch of its last fill, beside other orders of that batch', async () => {
    const carol = await customerWith(database.db, { BTC: '1' })
    const buys = await Promise.all(
      [alice, bob].map((customer) => order(fixture, customer, { ...both, quantity: '0.02' })),
    )
    await Promise.all([
      order(fixture, carol, { side: 'sell', quantity: '0.015' }),
      order(fixture, alice, { side: 'sell', quantity: '0.001', limitPrice: '20400' }).catch(() => undefined),
      order(fixture, carol, { side: 'sell', quantity: '0.025' }),
    ])
    expect(await attachedOf(buys[0]!.id)).toMatchObject([{ quantity: 1_998 }, { quantity: 1_998 }])
    expect((await detail(buys[1]!.id, bob)).attached).toMatchObject([
      { quantity: 1_998 },
      { quantity: 1_998 },
    ])
    await expectConsistent(database.db)
    await fixture.engine.cancelAll(carol)
  })

  test('in a market that is halted has the stop alone where the limit would trade at once', async () => {
    const buy = await order(fixture, alice, both)
    await sell('0.004')
    await fixture.tick(2_100_000)
    await order(fixture, bob, { limitPrice: '21050', quantity: '0.02' })
    const halted = seedListing.instruments.map((one) =>
      one.symbol === BTC.symbol ? { ...one, status: 'halted' as const } : one,
    )
    adoptListing({ ...seedListing, instruments: halted })
    await cancelOf(fixture, alice, buy.id)
    expect(await attachedOf(buy.id)).toMatchObject([{ orderType: 'stop-market', status: 'untriggered' }])
  })

  test('sells at once at the better price where that is beyond its take profit by then', async () => {
    const buy = await order(fixture, alice, both)
    await sell('0.004')
    await fixture.tick(2_100_000)
    await order(fixture, bob, { limitPrice: '21050', quantity: '0.02' })
    await cancelOf(fixture, alice, buy.id)
    expect(await attachedOf(buy.id)).toMatchObject([
      { status: 'cancelled', reason: 'oco' },
      { status: 'filled', notional: usdt('83.9895') },
    ])
  })
})

describe('a restart', () => {
  test('between its fills loses nothing of it', async () => {
    const buy = await order(fixture, alice, both)
    await sell('0.004')
    await fixture.engine.stop()
    await fixture.restart()
    await sell('0.003')
    await fixture.restart()
    await sell('0.003')
    const { order: filled, attached } = await detail(buy.id)
    expect(filled).toMatchObject({ status: 'filled', filled: 1_000 })
    expect(attached).toMatchObject([{ quantity: 999 }, { quantity: 999 }])
    expect((await moneyOf(alice)).BTC).toEqual([btc('0.01') - filled.fee - btc('0.00999'), btc('0.00999')])
    await fixture.restart()
    await order(fixture, bob, { limitPrice: '21000' })
    expect(await attachedOf(buy.id)).toMatchObject([{ status: 'cancelled' }, { status: 'filled' }])
  })

  test.each(['before', 'after'] as const)(
    'after a crash %s the commit of its last fill has them once',
    async (moment) => {
      const faulty = faultyDatabase(database.db)
      const doomed = await startTestSpot(faulty.db)
      doomed.clock.advance(fixture.clock.nowMs() - doomed.clock.nowMs())
      const buy = await order(doomed, alice, both)
      faulty.loseAt(1, moment)
      void order(doomed, bob, { side: 'sell', timeInForce: 'ioc', key: `sale-${moment}` }).catch(() => {})
      await faulty.lost
      await doomed.engine.stop()
      await fixture.restart()
      expect(await attachedOf(buy.id)).toHaveLength(moment === 'after' ? 2 : 0)
      await order(fixture, bob, { side: 'sell', timeInForce: 'ioc', key: `sale-${moment}` })
      expect(await attachedOf(buy.id)).toMatchObject([{ quantity: 999 }, { quantity: 999 }])
      expect((await moneyOf(alice)).BTC![1]).toBe(btc('0.00999'))
    },
  )
})

describe('what is refused', () => {
  test.each([
    ['a sale', { ...both, side: 'sell' }, 'ATTACHED_NOT_TAKEN'],
    ['a stop', { ...both, orderType: 'stop-limit', triggerPrice: '20100' }, 'ATTACHED_NOT_TAKEN'],
    ['a profit below the price', { takeProfit: '19999' }, 'TAKE_PROFIT_BUY'],
    ['a profit at the price', { takeProfit: '20000' }, 'TAKE_PROFIT_BUY'],
    ['a profit off the tick', { takeProfit: '21000.001' }, 'PRICE_OFF_TICK'],
    ['a profit beyond what may rest', { takeProfit: '31000' }, 'PRICE_OUT_OF_RANGE'],
    ['a loss above the price', { stopLoss: '20001' }, 'STOP_LOSS_BUY'],
    ['a loss at the price', { stopLoss: '20000' }, 'STOP_LOSS_BUY'],
    [
      'a loss above a limit below the last price',
      { limitPrice: '19500', stopLoss: '19600' },
      'STOP_LOSS_BUY',
    ],
    ['a loss off the tick', { stopLoss: '18000.001' }, 'TRIGGER_PRICE_OFF_TICK'],
    ['a loss too far', { stopLoss: '9000' }, 'TRIGGER_PRICE_OUT_OF_RANGE'],
  ] as const)('%s, and nothing is written', async (_, changes, code) => {
    const seller = await customerWith(database.db, { USDT: '1000', BTC: '1' })
    await expect(order(fixture, seller, changes)).rejects.toMatchObject(refused(code))
    expect((await moneyOf(seller)).USDT).toEqual([usdt('1000'), 0n])
    expect(await listSpotHolds(database.db, seller)).toEqual([])
  })

  test('another price of the buy that would come to the other side of either', async () => {
    const buy = await order(fixture, alice, both)
    await expect(amendOf(fixture, alice, buy.id, { limitPrice: '18900' })).rejects.toMatchObject(
      refused('STOP_LOSS_BUY'),
    )
    await amendOf(fixture, alice, buy.id, { limitPrice: '19500' })
    expect((await detail(buy.id)).order).toMatchObject({ price: 1_950_000, stopLoss: 1_900_000 })
  })

  test('more than 200 orders, with those that are still to come of a buy at the market', async () => {
    const carol = await customerWith(database.db, { USDT: '10000' })
    const small = { quantity: '0.0006', limitPrice: '19000' }
    await Promise.all(Array.from({ length: 199 }, () => order(fixture, carol, small)))
    await order(fixture, bob, { side: 'sell', limitPrice: '20000' })
    await expect(order(fixture, carol, { ...both, orderType: 'market' })).rejects.toMatchObject(
      refused('TOO_MANY_OPEN_ORDERS'),
    )
    await fixture.engine.cancelAll(carol)
  })

  test('more than 200 orders, a resting buy counted as the two that it becomes, also after a restart', async () => {
    const carol = await customerWith(database.db, { USDT: '10000' })
    const small = { quantity: '0.0006', limitPrice: '19500' }
    const one = () => order(fixture, carol, small)
    await Promise.all(Array.from({ length: 99 }, () => order(fixture, carol, { ...small, ...both })))
    const last = await order(fixture, carol, { ...small, ...both })
    await expect(one()).rejects.toMatchObject(refused('TOO_MANY_OPEN_ORDERS'))
    await fixture.restart()
    await expect(one()).rejects.toMatchObject(refused('TOO_MANY_OPEN_ORDERS'))
    await cancelOf(fixture, carol, last.id)
    await one()
    await expect(order(fixture, carol, { ...small, ...both })).rejects.toMatchObject(
      refused('TOO_MANY_OPEN_ORDERS'),
    )
    // With the sale at a profit alone it becomes one.
    await order(fixture, carol, { ...small, takeProfit: both.takeProfit })
    await expect(one()).rejects.toMatchObject(refused('TOO_MANY_OPEN_ORDERS'))
    await fixture.engine.cancelAll(carol)
  })
})
