import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CustomerId, OrderId } from '#domain/ids.ts'
import { adoptListing } from '#domain/listing/listing.ts'
import { seedListing } from '#domain/seed/listing.ts'
import { faultyDatabase } from '#server/testing/faulty-database.ts'
import {
  BTC,
  cancelOf,
  customerWith,
  ETH,
  order,
  pair,
  spotMoney,
  startTestSpot,
  unitsOf,
} from '#server/testing/spot.ts'
import { database, fixture, spotForFile } from '#server/testing/spot-file.ts'
import { expectConsistent } from './expect-consistent.ts'
import { listSpotHolds } from './holds.ts'
import { orderDetail } from './service.ts'

/** Stops and pairs: what they hold, which tick triggers them, and that it does so once. */

let alice: CustomerId
let bob: CustomerId

spotForFile()
beforeEach(async () => {
  await fixture.tick(2_000_000)
  alice = await customerWith(database.db, { USDT: '1000', BTC: '1' })
  bob = await customerWith(database.db, { USDT: '1000', BTC: '1' })
})
afterEach(async () => {
  for (const customer of [alice, bob]) await fixture.engine.cancelAll(customer)
  await expectConsistent(database.db)
})

const usdt = (amount: string) => unitsOf(amount, 'USDT')
const btc = (amount: string) => unitsOf(amount, 'BTC')
const refused = (code: string) => ({ name: 'Refusal', code })
const now = async (customer: CustomerId, id: OrderId) => (await orderDetail(fixture, customer, id)).order
const moneyOf = async (customer: CustomerId) => spotMoney(database.db, customer)

/** Buys 0.01 at up to 20,200 once the price rises to 20,100. */
const stop = { orderType: 'stop-limit', triggerPrice: '20100', limitPrice: '20200' } as const
const stopSale = {
  side: 'sell',
  orderType: 'stop-limit',
  triggerPrice: '19900',
  limitPrice: '19800',
} as const

describe('a stop', () => {
  test('sets aside what it needs from its acceptance, and waits outside of the book', async () => {
    const placed = await order(fixture, alice, stop)
    expect(placed).toMatchObject({
      ...{ status: 'untriggered', triggerPrice: 2_010_000, triggerDirection: 'rises', triggerSequence: null },
    })
    expect((await moneyOf(alice)).USDT).toEqual([usdt('798'), usdt('202')])
    expect(fixture.engine.depth(BTC.symbol)).toMatchObject({ bids: [], asks: [] })
    expect(await listSpotHolds(database.db, alice)).toMatchObject([
      { reference: placed.id, currency: 'USDT', amount: usdt('202') },
    ])
    expect(await fixture.tick(2_009_999)).toEqual([])
    expect((await now(alice, placed.id)).status).toBe('untriggered')
  })

  test('is triggered by the first tick that reaches it, which is written with it, and rests at its limit', async () => {
    const placed = await order(fixture, alice, stop)
    await fixture.tick(2_009_999)
    const tick = await fixture.record(2_010_000)
    const [triggered] = await fixture.engine.ticks([tick])
    expect(triggered).toMatchObject({ id: placed.id, status: 'open', price: 2_020_000 })
    expect(await now(alice, placed.id)).toMatchObject({
      ...{ status: 'open', triggerSequence: tick.sequence, triggeredAtPrice: 2_010_000 },
    })
    expect((await moneyOf(alice)).USDT).toEqual([usdt('798'), usdt('202')])
    expect(fixture.engine.depth(BTC.symbol)).toMatchObject({ bids: [{ price: 2_020_000, quantity: 1_000 }] })
  })

  test('to sell waits for the price to fall, and fills what it finds at the better price', async () => {
    await order(fixture, bob, { quantity: '0.004', limitPrice: '19850' })
    const placed = await order(fixture, alice, stopSale)
    expect((await moneyOf(alice)).BTC).toEqual([btc('0.99'), btc('0.01')])
    await fixture.tick(1_989_950)
    const sold = await now(alice, placed.id)
    expect(sold).toMatchObject({ status: 'open', filled: 400, notional: usdt('79.4') })
    expect((await moneyOf(alice)).BTC).toEqual([btc('0.99'), btc('0.006')])
  })

  test('stands behind the orders that were at its price before it, also after a restart', async () => {
    const first = await order(fixture, alice, { ...stop, limitPrice: '20150' })
    const carol = await customerWith(database.db, { USDT: '2000' })
    const second = await order(fixture, carol, { quantity: '0.02', limitPrice: '20150' })
    await fixture.tick(2_010_000)
    const third = await order(fixture, carol, { quantity: '0.03', limitPrice: '20150' })
    const seller = await customerWith(database.db, { BTC: '1' })
    const sell = (quantity: string) =>
      order(fixture, seller, { side: 'sell', quantity, limitPrice: '20150', timeInForce: 'ioc' })
    await sell('0.025')
    expect((await now(carol, second.id)).status).toBe('filled')
    expect(await now(alice, first.id)).toMatchObject({ status: 'open', filled: 500 })
    await fixture.engine.stop()
    await fixture.restart()
    await sell('0.006')
    expect((await now(alice, first.id)).status).toBe('filled')
    expect(await now(carol, third.id)).toMatchObject({ status: 'open', filled: 100 })
    await fixture.engine.cancelAll(carol)
  })

  test('whose limit is too far from the market by then ends with that reason, and gives everything back', async () => {
    const placed = await order(fixture, alice, stopSale)
    await fixture.tick(2_200_000)
    // 19,800 is 10 % below 22,000: a sale there would be far beyond the collar.
    expect((await now(alice, placed.id)).status).toBe('untriggered')
    const other = await order(fixture, bob, {
      ...{ side: 'sell', orderType: 'stop-limit', triggerPrice: '21900', limitPrice: '21500' },
    })
    // Down past both at once: the one at 21,500 rests above the market, the other trades at it.
    await fixture.tick(1_300_000)
    expect(await now(bob, other.id)).toMatchObject({ status: 'cancelled', reason: 'price-band' })
    expect(await now(alice, placed.id)).toMatchObject({ status: 'cancelled', reason: 'price-band' })
    expect((await moneyOf(alice)).BTC).toEqual([btc('1'), 0n])
  })

  test('at the market fills at the best prices there are, and gives the rest of its hold back', async () => {
    await order(fixture, bob, { side: 'sell', limitPrice: '20090', quantity: '0.004' })
    await order(fixture, bob, { side: 'sell', limitPrice: '20110', quantity: '0.1' })
    const placed = await order(fixture, alice, { orderType: 'stop-market', triggerPrice: '20100' })
    // As far as the collar round its trigger: 21,105.
    expect((await moneyOf(alice)).USDT).toEqual([usdt('788.95'), usdt('211.05')])
    await fixture.tick(2_010_000)
    expect(await now(alice, placed.id)).toMatchObject({ status: 'filled', notional: usdt('201.02') })
    expect((await moneyOf(alice)).USDT).toEqual([usdt('798.98'), 0n])
  })

  test('at the market that finds nobody says so', async () => {
    const placed = await order(fixture, alice, {
      ...{ side: 'sell', orderType: 'stop-market', triggerPrice: '19900' },
    })
    await fixture.tick(1_990_000)
    expect(await now(alice, placed.id)).toMatchObject({ status: 'cancelled', reason: 'no-liquidity' })
    expect((await moneyOf(alice)).BTC).toEqual([btc('1'), 0n])
  })

  test('is refused where the last price is already, by the rules and by a tick that only the engine knows', async () => {
    await expect(order(fixture, alice, { ...stop, triggerPrice: '20000' })).rejects.toMatchObject(
      refused('TRIGGER_PRICE_REACHED'),
    )
    await fixture.tick(2_015_000)
    fixture.prices.set(BTC.symbol, 2_000_000, 1)
    await expect(order(fixture, alice, stop)).rejects.toMatchObject(refused('TRIGGER_PRICE_REACHED'))
    expect((await moneyOf(alice)).USDT).toEqual([usdt('1000'), 0n])
  })

  test('is accepted at the newest tick that the engine knows, where the rules know an older one', async () => {
    const { sequence } = await fixture.record(2_000_000)
    await fixture.tick(2_012_000)
    const newest = await fixture.record(2_001_000)
    await fixture.engine.ticks([newest])
    fixture.prices.set(BTC.symbol, 2_000_000, sequence)
    // The tick between them would have triggered it.
    expect(await order(fixture, alice, stop)).toMatchObject({
      ...{ status: 'untriggered', tapeSequence: newest.sequence },
    })
  })

  test('is refused without money for it, while prices are stale, and as the 201st', async () => {
    await expect(order(fixture, alice, { ...stop, quantity: '0.05' })).rejects.toMatchObject(
      refused('INSUFFICIENT_BALANCE'),
    )
    fixture.prices.isStale = true
    await expect(order(fixture, alice, stop)).rejects.toMatchObject(refused('PRICE_STALE'))
    fixture.prices.isStale = false
    const carol = await customerWith(database.db, { USDT: '10000' })
    const small = { ...stop, quantity: '0.0003' }
    await Promise.all(Array.from({ length: 199 }, () => order(fixture, carol, small)))
    await expect(
      pair(fixture, carol, {
        side: 'buy',
        limitPrice: '19500',
        triggerPrice: '20500',
        stopLimitPrice: '20600',
      }),
    ).rejects.toMatchObject(refused('TOO_MANY_OPEN_ORDERS'))
    await order(fixture, carol, small)
    await expect(order(fixture, carol, small)).rejects.toMatchObject(refused('TOO_MANY_OPEN_ORDERS'))
    expect(await fixture.engine.cancelAll(carol)).toHaveLength(200)
    expect((await moneyOf(carol)).USDT).toEqual([usdt('10000'), 0n])
  })

  test('is not triggered by ticks from before its acceptance that the engine hears of later', async () => {
    const other = await order(fixture, bob, { ...stop, triggerPrice: '20900', limitPrice: '20900' })
    const before = [await fixture.record(2_012_000), await fixture.record(2_000_000)]
    const placed = await order(fixture, alice, stop)
    expect(placed.tapeSequence).toBe(before[1]!.sequence)
    expect(await fixture.engine.ticks(before)).toEqual([])
    const tick = await fixture.record(2_011_000)
    await fixture.engine.ticks([tick])
    expect((await now(alice, placed.id)).triggerSequence).toBe(tick.sequence)
    expect((await now(bob, other.id)).status).toBe('untriggered')
  })

  test('that is cancelled is triggered by nothing, and the same tick triggers it once', async () => {
    const [first, second] = [await order(fixture, alice, stop), await order(fixture, alice, stop)]
    expect(await cancelOf(fixture, alice, first.id)).toMatchObject({ status: 'cancelled', reason: 'user' })
    const tick = await fixture.record(2_010_000)
    const told = await Promise.all([1, 2, 3].map(() => fixture.engine.ticks([tick])))
    expect(told.flat().map(({ id }) => id)).toEqual([second.id])
    expect(await now(alice, first.id)).toMatchObject({ status: 'cancelled', triggerSequence: null })
    // The database itself refuses another tick for it.
    await expect(
      sql`update spot_order set trigger_sequence = 1 where id = ${second.id}`.execute(database.db),
    ).rejects.toThrow(`order ${second.id} was triggered by tick ${tick.sequence}`)
  })

  test('and its cancellation at the same moment end in exactly one of the two', async () => {
    for (let round = 0; round < 10; round++) {
      await fixture.tick(2_000_000)
      const { id } = await order(fixture, alice, stop)
      const tick = await fixture.record(2_010_000)
      const acts = [() => fixture.engine.ticks([tick]), () => cancelOf(fixture, alice, id)]
      await Promise.all((round % 2 === 0 ? acts : acts.reverse()).map((act) => act()))
      // Triggered first, it is an open order by then, and cancelled as one.
      expect(await now(alice, id)).toMatchObject({
        ...{ status: 'cancelled', reason: 'user', triggerSequence: round % 2 === 0 ? tick.sequence : null },
      })
      expect((await moneyOf(alice)).USDT).toEqual([usdt('1000'), 0n])
    }
  })
})

describe('a market that does not trade', () => {
  test('because its price is stale lets stops wait for a fresh one; the tick that reached them counts', async () => {
    const placed = await order(fixture, alice, stop)
    const tick = await fixture.record(2_010_000)
    fixture.clock.advance(2_001)
    expect(await fixture.engine.ticks([tick])).toEqual([])
    expect((await now(alice, placed.id)).status).toBe('untriggered')
    await fixture.tick(2_005_000)
    expect(await now(alice, placed.id)).toMatchObject({ status: 'open', triggerSequence: tick.sequence })
  })

  test('because it is halted lets them wait until it trades again, also over a restart, and cancelling them works', async () => {
    const kept = await order(fixture, alice, stop)
    const dropped = await order(fixture, alice, stop)
    const halted = seedListing.instruments.map((one) =>
      one.symbol === BTC.symbol ? { ...one, status: 'halted' as const } : one,
    )
    adoptListing({ ...seedListing, instruments: halted })
    const tick = await fixture.record(2_010_000)
    expect(await fixture.engine.ticks([tick])).toEqual([])
    expect(await cancelOf(fixture, alice, dropped.id)).toMatchObject({ status: 'cancelled' })
    // Another stop is written, and how far the tape was compared with it.
    await order(fixture, bob, {
      ...{ symbol: ETH.symbol, orderType: 'stop-limit', quantity: '0.1' },
      ...{ triggerPrice: '1600', limitPrice: '1600' },
    })
    await fixture.restart()
    expect(await fixture.tick(2_003_000)).toEqual([])
    adoptListing(seedListing)
    await fixture.tick(2_004_000)
    expect(await now(alice, kept.id)).toMatchObject({ status: 'open', triggerSequence: tick.sequence })
  })
})

describe('a restart', () => {
  test('finds on the tape the first tick that reached a stop while nobody looked', async () => {
    const placed = await order(fixture, alice, stop)
    const later = await order(fixture, bob, { ...stop, triggerPrice: '20300', limitPrice: '20400' })
    await fixture.engine.stop()
    await fixture.record(2_009_000)
    const first = await fixture.record(2_012_000)
    await fixture.record(2_020_000)
    await fixture.record(2_001_000)
    await fixture.restart()
    // The order goes to the book with the next price that may be traded on, which need not reach it.
    expect((await now(alice, placed.id)).status).toBe('untriggered')
    await fixture.tick(2_002_000)
    expect(await now(alice, placed.id)).toMatchObject({
      ...{ status: 'open', triggerSequence: first.sequence, triggeredAtPrice: 2_012_000 },
    })
    expect((await now(bob, later.id)).status).toBe('untriggered')
  })

  test.each(['before', 'after'] as const)(
    'after a crash %s the commit of a trigger leaves it triggered once',
    async (moment) => {
      const faulty = faultyDatabase(database.db)
      const doomed = await startTestSpot(faulty.db)
      doomed.clock.advance(fixture.clock.nowMs() - doomed.clock.nowMs())
      const { id } = await order(doomed, alice, stop)
      const tick = await fixture.record(2_010_000)
      faulty.loseAt(1, moment)
      void doomed.engine.ticks([tick]).catch(() => {})
      await faulty.lost
      await doomed.engine.stop()
      await fixture.restart()
      expect((await now(alice, id)).triggerSequence).toBe(moment === 'after' ? tick.sequence : null)
      // Sent again, as who sends the ticks does.
      await fixture.engine.ticks([tick])
      await fixture.tick(2_000_000)
      expect(await now(alice, id)).toMatchObject({ status: 'open', triggerSequence: tick.sequence })
      expect((await moneyOf(alice)).USDT).toEqual([usdt('798'), usdt('202')])
      expect(fixture.engine.depth(BTC.symbol)?.bids).toEqual([
        { price: 2_020_000, quantity: 1_000, orders: 1 },
      ])
    },
  )
})

describe('a pair', () => {
  test('sets aside once what either of its orders needs', async () => {
    const [limit, waiting] = await pair(fixture, alice)
    expect(limit).toMatchObject({ orderType: 'limit', status: 'open', sibling: waiting!.id })
    expect(waiting).toMatchObject({ orderType: 'stop-limit', status: 'untriggered', sibling: limit!.id })
    expect((await moneyOf(alice)).BTC).toEqual([btc('0.99'), btc('0.01')])
    const buy = { side: 'buy', limitPrice: '19500', triggerPrice: '20500', stopLimitPrice: '20600' } as const
    await pair(fixture, bob, buy)
    // The larger of 195 and 206.
    expect((await moneyOf(bob)).USDT).toEqual([usdt('794'), usdt('206')])
    const poor = await customerWith(database.db, { USDT: '205.9999999' })
    await expect(pair(fixture, poor, buy)).rejects.toMatchObject(refused('INSUFFICIENT_BALANCE'))
  })

  test('loses its stop as soon as its limit order fills, be it in part', async () => {
    const [limit, waiting] = await pair(fixture, alice)
    await order(fixture, bob, { limitPrice: '20500', quantity: '0.004' })
    expect(await now(alice, limit!.id)).toMatchObject({ status: 'open', filled: 400 })
    expect(await now(alice, waiting!.id)).toMatchObject({ status: 'cancelled', reason: 'oco' })
    expect((await moneyOf(alice)).BTC).toEqual([btc('0.99'), btc('0.006')])
    await fixture.tick(1_950_000)
    expect(await now(alice, waiting!.id)).toMatchObject({ status: 'cancelled', triggerSequence: null })
  })

  test('loses its stop also when its limit order was read at a start before it fills', async () => {
    const [limit, waiting] = await pair(fixture, alice)
    await fixture.engine.stop()
    await fixture.restart()
    await order(fixture, bob, { limitPrice: '20500' })
    expect(await now(alice, limit!.id)).toMatchObject({ status: 'filled' })
    expect(await now(alice, waiting!.id)).toMatchObject({ status: 'cancelled', reason: 'oco' })
    expect((await moneyOf(alice)).BTC).toEqual([btc('0.99'), 0n])
  })

  test('loses its limit order when its stop is triggered', async () => {
    const buy = { side: 'buy', limitPrice: '19500', triggerPrice: '20500', stopLimitPrice: '20600' } as const
    const [limit, waiting] = await pair(fixture, alice, buy)
    await fixture.tick(2_050_000)
    expect(await now(alice, limit!.id)).toMatchObject({ status: 'cancelled', reason: 'oco' })
    expect(await now(alice, waiting!.id)).toMatchObject({ status: 'open', price: 2_060_000 })
    expect((await moneyOf(alice)).USDT).toEqual([usdt('794'), usdt('206')])
  })

  test('is cancelled as a whole, by either of its orders', async () => {
    for (const which of [0, 1]) {
      const orders = await pair(fixture, alice)
      await cancelOf(fixture, alice, orders[which]!.id)
      for (const { id } of orders) {
        expect(await now(alice, id)).toMatchObject({ status: 'cancelled', reason: 'user' })
      }
      expect((await moneyOf(alice)).BTC).toEqual([btc('1'), 0n])
    }
    const orders = await pair(fixture, alice)
    const cancelled = await fixture.engine.cancelAll(alice)
    expect(cancelled.map(({ id }) => id)).toEqual(orders.map(({ id }) => id).reverse())
  })

  test('whose limit order fills in the batch of the tick trades one of the two', async () => {
    const buyer = await customerWith(database.db, { USDT: '3000' })
    for (let round = 0; round < 10; round++) {
      await fixture.tick(2_000_000)
      const [limit, waiting] = await pair(fixture, alice)
      const tick = await fixture.record(1_960_000)
      const acts = [
        () => fixture.engine.ticks([tick]),
        () => order(fixture, buyer, { limitPrice: '20500', quantity: '0.01', timeInForce: 'ioc' }),
      ]
      await Promise.all((round % 2 === 0 ? acts : acts.reverse()).map((act) => act()))
      const isTriggered = round % 2 === 0
      const [one, other] = [await now(alice, limit!.id), await now(alice, waiting!.id)]
      expect(one).toMatchObject(
        isTriggered ? { status: 'cancelled', reason: 'oco', filled: 0 } : { status: 'filled' },
      )
      expect(other).toMatchObject(
        isTriggered ? { triggerSequence: tick.sequence } : { status: 'cancelled', reason: 'oco', filled: 0 },
      )
      await fixture.engine.cancelAll(alice)
      await expectConsistent(database.db)
    }
  })

  test('under one key is one pair, however often it is sent', async () => {
    const made = await Promise.all(Array.from({ length: 16 }, () => pair(fixture, alice, { key: 'once' })))
    expect(new Set(made.flat().map(({ id }) => id)).size).toBe(2)
    await fixture.tick(1_000_000)
    expect((await pair(fixture, alice, { key: 'once' })).map(({ id }) => id)).toEqual(
      made[0]!.map(({ id }) => id),
    )
    await expect(pair(fixture, alice, { key: 'once', quantity: '0.02' })).rejects.toMatchObject(
      refused('IDEMPOTENCY_KEY_REUSED'),
    )
  })
})

describe('a market buy by its total', () => {
  test('buys what that pays for through the levels, and not a unit more', async () => {
    await order(fixture, bob, { side: 'sell', limitPrice: '20000', quantity: '0.001' })
    await order(fixture, bob, { side: 'sell', limitPrice: '20010', quantity: '0.1' })
    const bought = await order(fixture, alice, { orderType: 'market', quoteAmount: '40' })
    // 20 at the first price, and 99 steps of 0.2001.
    expect(bought).toMatchObject({ status: 'filled', quantity: 199, notional: usdt('39.8099') })
    expect((await moneyOf(alice)).USDT).toEqual([usdt('960.1901'), 0n])
  })

  test('says what could not be had of it', async () => {
    await order(fixture, bob, { side: 'sell', limitPrice: '20000', quantity: '0.001' })
    const bought = await order(fixture, alice, { orderType: 'market', quoteAmount: '40.1' })
    // The rest is reckoned at the worst price, 20,100: 20.1 of it.
    expect(bought).toMatchObject({ status: 'cancelled', reason: 'ioc', filled: 100, quantity: 200 })
    await expect(order(fixture, alice, { orderType: 'market', quoteAmount: '40' })).rejects.toMatchObject(
      refused('NO_LIQUIDITY'),
    )
  })
})
