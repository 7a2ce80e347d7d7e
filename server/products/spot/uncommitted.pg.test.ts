import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Db, Tx } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
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

/** The same database, whose next commit waits, once everything is written, until it is told how to end. */
function withHeldCommit(db: Db) {
  const written = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  let isNext = false
  const transaction = () => ({
    execute: <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      db.transaction().execute(async (tx) => {
        const isHeld = isNext
        isNext = false
        const result = await work(tx)
        if (!isHeld) return result
        written.resolve()
        await ending.promise
        return result
      }),
  })
  const held = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const member = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return {
    db: held,
    holdNext() {
      isNext = true
    },
    written: written.promise,
    commit: () => ending.resolve(),
    rollBack: () => ending.reject(new Error('the disk is full')),
  }
}

const levelsOf = (spot: Awaited<ReturnType<typeof startTestSpot>>) => {
  const { bids, asks } = bookDepth(spot, BTC.symbol).depth
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
  expect(levelsOf(spot)).toEqual({ bids: [], asks: [2_000_000] })
  expect([told, isAnswered()]).toEqual([[], false])
  // What is in memory is not to be shown: rows are made of what was published before.
  expect(spot.engine.rows(BTC.symbol, 100)).toBeUndefined()
  expect(bookDepth(spot, BTC.symbol, 100).depth).toMatchObject({ bids: [], asks: [{ price: 2_000_000 }] })
  line.commit()
  expect(await placing).toMatchObject({ status: 'open', filled: 1_000 })
  expect(spot.engine.rows(BTC.symbol, 100)).toMatchObject({
    ...{ bids: [{ price: 2_000_000, quantity: 1_000, orders: 1 }], asks: [] },
  })
  expect(levelsOf(spot)).toEqual({ bids: [2_000_000], asks: [] })
  expect(told.map(({ kind }) => kind)).toContain('trades')
  await spot.engine.cancelAll(alice)
  await expectConsistent(database.db)
  await spot.engine.stop()
})

test('an order that could not be written never stood in the book, and what it would have filled still does', async () => {
  const { line, spot, told, answered, placing, bob } = await openWithOffer()
  line.rollBack()
  await answered
  await expect(placing).rejects.toThrow('the disk is full')
  expect(levelsOf(spot)).toEqual({ bids: [], asks: [2_000_000] })
  expect(spot.engine.rows(BTC.symbol, 10)).toMatchObject({ bids: [], asks: [{ price: 2_000_000 }] })
  // What is told afterwards is what the database has.
  expect(told.map(({ kind }) => kind)).not.toContain('trades')
  const orders = told.flatMap((event) => (event.kind === 'orders' ? event.orders : []))
  for (const { customer, filled } of orders) expect([customer, filled]).toEqual([bob, 0])
  expect(told.flatMap((event) => (event.kind === 'book' ? event.depth.bids : []))).toEqual([])
  await spot.engine.cancelAll(bob)
  await expectConsistent(database.db)
  await spot.engine.stop()
})
