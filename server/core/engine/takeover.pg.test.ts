import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { activeOrders } from '#server/products/spot/store.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { CUT, faultyDatabase } from '#server/testing/faulty-database.ts'
import { customerWith, order, startTestSpot } from '#server/testing/spot.ts'

/** Of two servers on one database the one that started last trades, also after the database was away from both. */

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a server that was replaced does not take over again when its own line to the database fails', async () => {
  const line = faultyDatabase(database.db)
  const first = await startTestSpot(line.db)
  const second = await startTestSpot(database.db)
  const customer = await customerWith(database.db, { USDT: '1000' })
  line.failOnce(1, CUT)
  await expect(order(first, customer)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect([first.engine.isReady(), second.engine.isReady()]).toEqual([false, true])
  const { id } = await order(second, customer)
  expect(await second.engine.cancel(customer, id)).toMatchObject({ status: 'cancelled' })
  await expect(order(first, customer)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(await order(second, customer)).toMatchObject({ status: 'open' })
  await Promise.all([first.engine.stop(), second.engine.stop()])
})

test('a server that was replaced writes nothing, though its line never failed', async () => {
  const first = await startTestSpot(database.db)
  const second = await startTestSpot(database.db)
  const customer = await customerWith(database.db, { USDT: '1000' })
  await expect(order(first, customer)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect([first.engine.isReady(), second.engine.isReady()]).toEqual([false, true])
  const written = (await activeOrders(database.db)).filter((each) => each.customer === customer)
  expect(written).toEqual([])
  expect(await order(second, customer)).toMatchObject({ status: 'open' })
  await Promise.all([first.engine.stop(), second.engine.stop()])
})

test('a server that nobody replaced goes on when its line is back', async () => {
  const line = faultyDatabase(database.db)
  const spot = await startTestSpot(line.db)
  const customer = await customerWith(database.db, { USDT: '1000' })
  line.failOnce(1, CUT)
  expect(await order(spot, customer)).toMatchObject({ status: 'open' })
  expect(spot.errors).toHaveLength(1)
  await spot.engine.stop()
})
