import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { withHeldCommit } from '#server/testing/held-commit.ts'
import { BTC, customerWith, order, startTestSpot } from '#server/testing/spot.ts'
import type { EngineEvent } from './engine.ts'
import { expectConsistent } from './expect-consistent.ts'
import { bookDepth } from './service.ts'

/** Of a batch that is not committed nobody is told anything, for it may never have been. */

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const levelsOf = async (spot: Awaited<ReturnType<typeof startTestSpot>>) => {
  const { bids, asks } = (await bookDepth(spot, BTC.symbol)).depth
  return { bids: bids.map(({ price }) => price), asks: asks.map(({ price }) => price) }
}

async function openWithOffer() {
  const line = withHeldCommit(database.db)
  const spot = await startTestSpot(line.db)
  const [alice, bob] = await Promise.all([
    customerWith(database.db, { USDT: '1000' }),
    customerWith(database.db, { BTC: '1' }),
  ])
  await order(spot, bob, { side: 'sell', quantity: '0.01' })
  const told: EngineEvent[] = []
  spot.engine.subscribe((event) => told.push(event))
  line.holdNext()
  let isAnswered = false
  const placing = order(spot, alice, { quantity: '0.02' })
  const answered = placing.then(
    () => (isAnswered = true),
    () => (isAnswered = true),
  )
  await line.written
  return { line, spot, bob, alice, told, placing, answered, isAnswered: () => isAnswered }
}

test('until an order is committed no depth shows it, nobody is told, and it is not answered', async () => {
  const { line, spot, told, placing, isAnswered, alice } = await openWithOffer()
  expect(await levelsOf(spot)).toEqual({ bids: [], asks: [2_000_000] })
  expect([told, isAnswered()]).toEqual([[], false])
  // What is in memory is not to be shown: rows come with the end of the batch.
  const asked = bookDepth(spot, BTC.symbol, 100)
  line.commit()
  expect(await placing).toMatchObject({ status: 'open', filled: 1_000 })
  expect((await asked).depth).toMatchObject({
    ...{ bids: [{ price: 2_000_000, quantity: 1_000, orders: 1 }], asks: [] },
  })
  expect(await levelsOf(spot)).toEqual({ bids: [2_000_000], asks: [] })
  expect(told.map(({ kind }) => kind)).toContain('trades')
  await spot.engine.cancelAll(alice)
  await expectConsistent(database.db)
  await spot.engine.stop()
})

test('an order that could not be written never stood in the book, and what it would have filled still does', async () => {
  const { line, spot, told, answered, placing, bob } = await openWithOffer()
  const asked = spot.engine.rows(BTC.symbol, 10)
  line.rollBack()
  await answered
  await expect(placing).rejects.toThrow('the disk is full')
  expect(await levelsOf(spot)).toEqual({ bids: [], asks: [2_000_000] })
  expect(await asked).toMatchObject({ bids: [], asks: [{ price: 2_000_000 }] })
  expect(await spot.engine.rows(BTC.symbol, 10)).toMatchObject({ bids: [], asks: [{ price: 2_000_000 }] })
  // What is told afterwards is what the database has.
  expect(told.map(({ kind }) => kind)).not.toContain('trades')
  const orders = told.flatMap((event) => (event.kind === 'orders' ? event.orders : []))
  for (const { customer, filled } of orders) expect([customer, filled]).toEqual([bob, 0])
  expect(told.flatMap((event) => (event.kind === 'book' ? event.depth.bids : []))).toEqual([])
  await spot.engine.cancelAll(bob)
  await expectConsistent(database.db)
  await spot.engine.stop()
})

test('rows that are asked for before a commit are made of the whole book, not of the levels that are published', async () => {
  const line = withHeldCommit(database.db)
  const spot = await startTestSpot(line.db)
  const bob = await customerWith(database.db, { BTC: '1' })
  await Promise.all(
    Array.from({ length: 120 }, (_, n) =>
      order(spot, bob, { side: 'sell', quantity: '0.001', limitPrice: `20${String(n).padStart(3, '0')}.00` }),
    ),
  )
  line.holdNext()
  const placing = order(spot, bob, { side: 'sell', quantity: '0.001', limitPrice: '20500.00' })
  await line.written
  const asked = bookDepth(spot, BTC.symbol, 1000)
  line.commit()
  await placing
  const { asks } = (await asked).depth
  expect(asks.reduce((sum, { orders }) => sum + orders, 0)).toBe(121)
  await spot.engine.cancelAll(bob)
  await expectConsistent(database.db)
  await spot.engine.stop()
})
