import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_ROLE, type Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { advanceIdsPast, drawProcessNumber, nextId, setProcessNumber } from './ids.ts'
import { leaseProcessNumber } from './process-lease.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  drawProcessNumber()
  await database.close()
})

const numberIn = (id: bigint) => Number((id >> 12n) & 511n)

/** Moves what the database has noted of all leases into the past, as if so much time had gone by. */
const letLeasesAge = (seconds: number) =>
  database.db.connection().execute(async (connection) => {
    await sql`reset role`.execute(connection)
    await sql`update process_lease set until = until - ${seconds} * interval '1 second'`.execute(connection)
    await sql.raw(`set role ${APP_ROLE}`).execute(connection)
  })

test('processes that run together have different numbers, and their ids show them', async () => {
  const leases = []
  for (let n = 0; n < 30; n++) leases.push(await leaseProcessNumber(database.db))
  expect(new Set(leases.map(({ number }) => number)).size).toBe(30)
  expect(numberIn(nextId())).toBe(leases.at(-1)!.number)
  for (const lease of leases) await lease.release()
})

test('many that start at once share no number', async () => {
  const leases = await Promise.all(Array.from({ length: 10 }, () => leaseProcessNumber(database.db)))
  expect(new Set(leases.map(({ number }) => number)).size).toBe(10)
  await Promise.all(leases.map((lease) => lease.release()))
})

test('the number of a process that ended without a word is free again only when lease and grace are over', async () => {
  const lost = await leaseProcessNumber(database.db)
  await letLeasesAge(170)
  const early = await leaseProcessNumber(database.db)
  expect(early.number).not.toBe(lost.number)
  await letLeasesAge(20)
  const late = await leaseProcessNumber(database.db)
  expect(late.number).toBe(lost.number)
  for (const lease of [early, late]) await lease.release()
})

test('without a valid number no id is made', () => {
  setProcessNumber(5, Date.now() - 1)
  expect(() => nextId()).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }))
  drawProcessNumber()
  expect(nextId()).toBeGreaterThan(0n)
})

test('ids go on after one that a clock ahead of ours has made', () => {
  const ahead = nextId() + (60_000n << 21n)
  advanceIdsPast(ahead)
  const next = nextId()
  expect(next).toBeGreaterThan(ahead)
  expect(nextId()).toBeGreaterThan(next)
})
