// long-running
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeTick } from '#domain/proof/tick-bytes.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { howMany } from '#server/testing/length.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { type Recorded, record } from './same-tape.ts'

/** With `ORDERS=10000` all of them; `npm test` sends fewer. */
const ORDERS = Number(process.env.ORDERS ?? howMany(1_000, 400))
const ORDERS_A_STEP = 20

const opened: Database[] = []
afterAll(async () => {
  for (const database of opened.splice(0)) await database.close()
})
async function emptyDatabase() {
  const database = await openTestDatabase()
  opened.push(database)
  return database.db
}

const STEPS = Math.ceil(ORDERS / ORDERS_A_STEP)
let quiet: Recorded
beforeAll(async () => {
  quiet = await record(await emptyDatabase(), { steps: STEPS, ordered: 'nothing' })
}, LONG.timeout)

/** A tape as it was hashed, tick by tick. */
const bytesOf = ({ ticks }: Recorded) => Buffer.concat(ticks.map(encodeTick))

function expectSameTape(busy: Recorded) {
  expect(quiet.ticks.length).toBeGreaterThan(10 * STEPS)
  expect(busy.ticks.length).toBe(quiet.ticks.length)
  for (const [n, tick] of busy.ticks.entries()) expect(tick).toEqual(quiet.ticks[n])
  expect(bytesOf(busy).equals(bytesOf(quiet))).toBe(true)
}

test('the tape is the same without an order and with many of all products', LONG, async () => {
  const busy = await record(await emptyDatabase(), { steps: STEPS, ordered: 'all products', seed: 11 })
  expect([quiet.accepted, quiet.refused]).toEqual([0, 0])
  expect(busy.accepted).toBeGreaterThan(ORDERS / 4)
  expectSameTape(busy)
})

test(
  'and with as many that sweep the book, cross own orders, and are cancelled in storms',
  LONG,
  async () => {
    const busy = await record(await emptyDatabase(), { steps: STEPS, ordered: 'attacks', seed: 12 })
    expect(busy.accepted).toBeGreaterThan(ORDERS / 2)
    // Each did what it is made for, in most of its turns.
    for (const [name, hits] of Object.entries(busy.hits))
      expect({ name, hits: hits > STEPS / 3 }).toEqual({ name, hits: true })
    expect(Object.keys(busy.hits).sort()).toEqual(['cancelStorm', 'selfCross', 'sweep'])
    expectSameTape(busy)
  },
)
