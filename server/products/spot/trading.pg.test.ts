import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatPrice, formatQuantity } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import {
  amendOf,
  BTC,
  cancelOf,
  customerWith,
  ETH,
  order,
  startTestSpot,
  type TestSpot,
} from '#server/testing/spot.ts'
import type { BookDepth } from './books.ts'
import { expectConsistent } from './expect-consistent.ts'
import { activeOrders } from './store.ts'

/**
 * Customers who trade at random, for weeks in small: after every burst the ledger must balance, and an
 * engine that is dropped at any moment must come back as it was.
 */

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Mulberry32: the same numbers for the same seed. */
function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    below: (n: number) => Math.floor(next() * n),
    one: <T>(of: readonly T[]) => of[Math.floor(next() * of.length)]!,
  }
}

/** One thing that a random customer does; refusals are part of the game, errors are not. */
async function act(
  fixture: TestSpot,
  customers: readonly CustomerId[],
  random: ReturnType<typeof createRandom>,
) {
  const customer = random.one(customers)
  const choice = random.below(100)
  try {
    if (choice < 65) {
      const instrument = random.one([BTC, ETH])
      const middle = instrument === BTC ? 2_000_000 : 150_000
      const isMarket = random.below(6) === 0
      await order(fixture, customer, {
        symbol: instrument.symbol,
        side: random.one(['buy', 'sell']),
        orderType: isMarket ? 'market' : 'limit',
        timeInForce: random.one(['gtc', 'gtc', 'gtc', 'ioc', 'fok']),
        quantity: formatQuantity(instrument, 1 + random.below(3_000)),
        ...(isMarket ? {} : { limitPrice: formatPrice(instrument, middle + (random.below(41) - 20) * 10) }),
        ...(random.below(3) === 0 ? { key: `key-${random.below(40)}` } : {}),
      })
      return
    }
    const open = await activeOrders(fixture.db)
    if (open.length === 0) return
    const target = random.one(open)
    if (choice < 90) await cancelOf(fixture, random.below(10) === 0 ? customer : target.customer, target.id)
    else if (choice < 97) {
      const size = 1 + random.below(2 * target.quantity)
      const limitPrice = random.below(2) === 0 ? undefined : target.price + (random.below(41) - 20) * 10
      await amendOf(fixture, target.customer, target.id, {
        quantity: formatQuantity(findInstrument(target.symbol)!, size),
        limitPrice:
          limitPrice === undefined ? undefined : formatPrice(findInstrument(target.symbol)!, limitPrice),
      })
    } else await fixture.engine.cancelAll(customer, random.one([BTC.symbol, undefined]))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expect(error.code).not.toBe('INTERNAL')
  }
}

const levels = (depth: BookDepth | undefined) => depth && { bids: depth.bids, asks: depth.asks }

describe('random trading', () => {
  test.each([1, 2, 3])('by many customers leaves sound books after every burst (seed %i)', async (seed) => {
    const fixture = await startTestSpot(database.db)
    const random = createRandom(seed)
    const customers: CustomerId[] = []
    for (let i = 0; i < 12; i++) {
      customers.push(await customerWith(database.db, { USDT: '3000', BTC: '0.2', ETH: '2' }))
    }
    for (let burst = 0; burst < 25; burst++) {
      await Promise.all(Array.from({ length: 24 }, () => act(fixture, customers, random)))
      fixture.clock.advance(60_000)
      await expectConsistent(database.db)
    }
    expect(fixture.errors).toEqual([])
    await fixture.engine.stop()
  })

  test.each([11, 12])(
    'goes on as before when the engine is dropped at any moment (seed %i)',
    async (seed) => {
      const fixture = await startTestSpot(database.db)
      const random = createRandom(seed)
      const customers: CustomerId[] = []
      for (let i = 0; i < 8; i++) {
        customers.push(await customerWith(database.db, { USDT: '3000', BTC: '0.2', ETH: '2' }))
      }
      for (let round = 0; round < 12; round++) {
        await Promise.all(Array.from({ length: 20 }, () => act(fixture, customers, random)))
        const before = [BTC, ETH].map(({ symbol }) => levels(fixture.engine.depth(symbol)))
        await fixture.restart()
        expect([BTC, ETH].map(({ symbol }) => levels(fixture.engine.depth(symbol)))).toEqual(before)
        await expectConsistent(database.db)
      }
      await fixture.engine.stop()
    },
  )

  test('an engine that has been replaced in the middle of its work writes nothing more', async () => {
    const fixture = await startTestSpot(database.db)
    const random = createRandom(21)
    const customer = await customerWith(database.db, { USDT: '3000', BTC: '0.2', ETH: '2' })
    const old = fixture.engine
    const underway = Promise.allSettled(Array.from({ length: 50 }, () => act(fixture, [customer], random)))
    await fixture.restart()
    await underway
    await expectConsistent(database.db)

    const count = (await activeOrders(database.db)).length
    fixture.engine = old
    await expect(order(fixture, customer, { side: 'sell', limitPrice: '20500' })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
    expect((await activeOrders(database.db)).length).toBe(count)
  })
})
