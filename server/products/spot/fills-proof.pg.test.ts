import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CustomerId, OrderId } from '#domain/ids.ts'
import type { Database } from '#server/platform/db/database.ts'
import { alterAnything } from '#server/sim/alter.ts'
import { createRandom } from '#server/sim/random.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { customerWith, order, startTestSpot, type TestSpot } from '#server/testing/spot.ts'
import { isDetected, verdictsOn, verified } from '#server/testing/verifiers.ts'
import { amendOrder, orderProof } from './service.ts'

/** What is signed of an order in the book adds up to its end, and whatever is altered in it is seen. */

let database: Database
let spot: TestSpot
let alice: CustomerId
let bob: CustomerId
beforeAll(async () => {
  database = await openTestDatabase()
  spot = await startTestSpot(database.db)
})
afterAll(async () => {
  await spot.engine.stop()
  await database.close()
})
beforeEach(async () => {
  await spot.tick(2_000_000)
  alice = await customerWith(database.db, { USDT: '10000', BTC: '1' })
  bob = await customerWith(database.db, { USDT: '10000', BTC: '1' })
})

const proof = (customer: CustomerId, id: OrderId) => orderProof(spot, customer, id)

test('a limit order with fills on both sides, an amendment and a cancellation verifies; alterations do not', async () => {
  const resting = await order(spot, alice, { side: 'sell', limitPrice: '20010', quantity: '0.03' })
  await order(spot, bob, { side: 'buy', limitPrice: '20010', quantity: '0.01' })
  await amendOrder(spot, { customer: alice }, resting.id, { limitPrice: '20005' })
  await spot.tick(2_000_500)
  const market = await order(spot, bob, {
    side: 'buy',
    orderType: 'market',
    limitPrice: undefined,
    quantity: '0.01',
  })
  await expect(proof(alice, resting.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await spot.engine.cancel(alice, resting.id)
  const random = createRandom(5)
  for (const [customer, id] of [
    [alice, resting.id],
    [bob, market.id],
  ] as const) {
    const file = await proof(customer, id)
    expect({ file, ...verdictsOn(file) }).toEqual({ file, ...verified })
    for (let n = 0; n < 200; n++) {
      const altered = alterAnything(random, file)
      expect({ altered, found: isDetected(verdictsOn(altered)) }).toEqual({ altered, found: true })
    }
    await expect(proof(customer === alice ? bob : alice, id)).rejects.toMatchObject({
      code: 'ORDER_NOT_FOUND',
    })
  }
})

test('an order that was cancelled without a fill is signed as that', async () => {
  const { id } = await order(spot, alice, { side: 'buy', limitPrice: '19000' })
  await spot.engine.cancel(alice, id)
  const file = await proof(alice, id)
  expect(verdictsOn(file)).toEqual(verified)
})
