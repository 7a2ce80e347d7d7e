// long-running
import { afterEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { record } from './same-tape.ts'

/** With `ORDERS=10000` all of them; `npm test` sends fewer. */
const ORDERS = Number(process.env.ORDERS ?? 1_000)
const ORDERS_A_STEP = 20

const opened: Database[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})
async function emptyDatabase() {
  const database = await openTestDatabase()
  opened.push(database)
  return database.db
}

test('the tape is the same without an order and with many of all products', LONG, async () => {
  const steps = Math.ceil(ORDERS / ORDERS_A_STEP)
  const [quiet, busy] = [
    await record(await emptyDatabase(), { steps, seed: undefined }),
    await record(await emptyDatabase(), { steps, seed: 11 }),
  ]
  expect(quiet.accepted).toBe(0)
  expect(busy.accepted).toBeGreaterThan(ORDERS / 4)
  expect(quiet.ticks.length).toBeGreaterThan(10 * steps)
  expect(busy.ticks.length).toBe(quiet.ticks.length)
  for (const [n, tick] of busy.ticks.entries()) expect(tick).toEqual(quiet.ticks[n])
})
