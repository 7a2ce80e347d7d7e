import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OrderId } from '#domain/ids.ts'
import { adoptListing } from '#domain/listing/listing.ts'
import { seedListing } from '#domain/seed/listing.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { BTC, customerWith, order, spotMoney, startTestSpot, unitsOf } from '#server/testing/spot.ts'
import { expectConsistent } from './expect-consistent.ts'
import { orderDetail } from './service.ts'

/** Whoever came first at a price is filled first, whatever happened to the server or to the fees since. */

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
afterEach(() => adoptListing(seedListing))

/** From now on Bitcoin has these fees; orders that stand keep theirs. */
const changeFees = (makerFeeBps: number, takerFeeBps: number) =>
  adoptListing({
    ...seedListing,
    instruments: seedListing.instruments.map((each) =>
      each.symbol === BTC.symbol ? { ...each, makerFeeBps, takerFeeBps } : each,
    ),
  })

test('at one price the oldest order is filled first, also after the order books were read again', async () => {
  const spot = await startTestSpot(database.db)
  const owners = await Promise.all([1, 2, 3].map(() => customerWith(database.db, { USDT: '1000' })))
  const taker = await customerWith(database.db, { BTC: '1' })
  const ids: OrderId[] = []
  for (const owner of owners) ids.push((await order(spot, owner)).id)

  const filled = async () => {
    const details = await Promise.all(ids.map((id, n) => orderDetail(spot, owners[n]!, id)))
    return details.map((detail) => detail.order.filled)
  }
  await spot.restart()
  await order(spot, taker, { side: 'sell', timeInForce: 'ioc' })
  expect(await filled()).toEqual([1_000, 0, 0])
  await spot.restart()
  await order(spot, taker, { side: 'sell', timeInForce: 'ioc', quantity: '0.005' })
  await spot.restart()
  await order(spot, taker, { side: 'sell', timeInForce: 'ioc', quantity: '0.01' })
  expect(await filled()).toEqual([1_000, 1_000, 500])
  await spot.engine.cancelAll(owners[2]!)
  await expectConsistent(database.db)
  await spot.engine.stop()
})

test('an order keeps its place and its fee when the fees change after it and the order books are read again', async () => {
  const spot = await startTestSpot(database.db)
  const owners = await Promise.all([1, 2, 3].map(() => customerWith(database.db, { USDT: '1000' })))
  const taker = await customerWith(database.db, { BTC: '1' })
  const fees = [10, 2, 10]
  const ids: OrderId[] = []
  for (const [n, owner] of owners.entries()) {
    changeFees(fees[n]!, 20)
    ids.push((await order(spot, owner)).id)
  }
  await spot.restart()
  for (const [n, owner] of owners.entries()) {
    await order(spot, taker, { side: 'sell', timeInForce: 'ioc' })
    expect((await orderDetail(spot, owner, ids[n]!)).order).toMatchObject({ status: 'filled' })
  }
  const bought = await Promise.all(
    owners.map(async (owner) => (await spotMoney(database.db, owner)).BTC?.[0]),
  )
  // 0.10 % and 0.02 % of 0.01 BTC.
  expect(bought).toEqual(['0.00999', '0.009998', '0.00999'].map((amount) => unitsOf(amount, 'BTC')))
  await expectConsistent(database.db)
  await spot.engine.stop()
})
