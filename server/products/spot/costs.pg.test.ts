import { beforeEach, expect, test } from 'vitest'
import type { CustomerId } from '#domain/ids.ts'
import { customerWith, order } from '#server/testing/spot.ts'
import { database, fixture, spotForFile } from '#server/testing/spot-file.ts'
import { costsOf } from './costs.ts'

/** What coins cost on average, from the fills that were written. */

let alice: CustomerId
let bob: CustomerId
spotForFile()
beforeEach(async () => {
  alice = await customerWith(database.db, { USDT: '10000', BTC: '1' })
  bob = await customerWith(database.db, { USDT: '10000', BTC: '1' })
})

const meet = async (seller: CustomerId, buyer: CustomerId, quantity: string, limitPrice: string) => {
  await order(fixture, seller, { side: 'sell', quantity, limitPrice })
  await order(fixture, buyer, { side: 'buy', quantity, limitPrice, timeInForce: 'ioc' })
}

test('is that of all buys with their fees, whichever side came first, and a sale leaves it', async () => {
  await meet(bob, alice, '0.1', '19900')
  // As the maker: her buy rests, and is met.
  await order(fixture, alice, { side: 'buy', quantity: '0.1', limitPrice: '20100' })
  await order(fixture, bob, { side: 'sell', quantity: '0.1', limitPrice: '20100', timeInForce: 'ioc' })
  const [bought] = (await costsOf(database.db, alice))!
  // A fee of 15 basis points of the first, of 10 of the second.
  expect(bought).toEqual({
    ...{ symbol: 'BTC-USDT', base: 'BTC', quote: 'USDT', paid: '4000.0000000' },
    ...{ quantity: '0.19975000', averagePrice: '20025.0313' },
  })
  await meet(alice, bob, '0.1', '20000')
  expect((await costsOf(database.db, alice))![0]).toMatchObject({
    ...{ quantity: '0.09975000', averagePrice: '20025.0313' },
  })
})

test('says nothing of coins that were not bought, or were all sold again', async () => {
  await meet(bob, alice, '0.05', '20000')
  expect(await costsOf(database.db, bob)).toEqual([])
  await meet(alice, bob, '0.05', '20000')
  expect(await costsOf(database.db, alice)).toEqual([])
  expect(await costsOf(database.db, await customerWith(database.db, {}))).toEqual([])
})

test('is not told of more orders than are looked at, filled or not', async () => {
  await meet(bob, alice, '0.05', '20000')
  await order(fixture, alice, { side: 'buy', quantity: '0.01', limitPrice: '19000' })
  expect(await costsOf(database.db, alice, { orders: 2, fills: 1 })).toHaveLength(1)
  expect(await costsOf(database.db, alice, { orders: 1, fills: 1 })).toBeNull()
})

test('is not told of more fills than are looked at, of however few orders', async () => {
  for (let n = 0; n < 3; n++) await order(fixture, bob, { side: 'sell', quantity: '0.01' })
  await order(fixture, alice, { side: 'buy', quantity: '0.03' })
  expect(await costsOf(database.db, alice, { orders: 1, fills: 3 })).toHaveLength(1)
  expect(await costsOf(database.db, alice, { orders: 1, fills: 2 })).toBeNull()
})
