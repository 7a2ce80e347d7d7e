import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import { post } from '#server/core/ledger/ledger.ts'
import type { Database, Tx } from '#server/platform/db/database.ts'
import { openTestDatabase } from './database.ts'
import { type Fault, type FaultyDatabase, faultyDatabase } from './faulty-database.ts'
import { fundsFor } from './funds.ts'

/** What the simulation's failures are made of has to fail where it says, once, and leave what a database would leave. */

let database: Database
let faulty: FaultyDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  faulty = faultyDatabase(database.db)
})

const give = (tx: Tx) => post(tx, fundsFor(customerId(1n), [['funding', 'USDT', '5']], 'demo-grant'), 1)
const pay = () => faulty.db.transaction().execute(give)

/** How much a payment that met the fault has moved. */
async function moved(n: number, fault: Fault): Promise<bigint> {
  const count = async () => {
    const { rows } = await sql<{ n: bigint }>`select count(*) as n from transfer`.execute(database.db)
    return rows[0]!.n
  }
  const before = await count()
  faulty.failOnce(n, fault)
  await expect(pay()).rejects.toMatchObject({ code: fault.code })
  expect(faulty.endFault()).toBe(true)
  const after = await count()
  // It fails once.
  await pay()
  expect(await count()).toBe(after + 1n)
  return after - before
}

test.each(['begin', 'statement', 'commit'] as const)('a failure at %s leaves nothing', async (moment) => {
  expect(await moved(1, { moment, code: '40P01' })).toBe(0n)
})

test('one after the commit leaves all', async () => {
  expect(await moved(1, { moment: 'answer', code: '08006' })).toBe(1n)
})

test('it comes at the moment that was counted to, or not at all', async () => {
  faulty.failOnce(2, { moment: 'begin', code: '40001' })
  await pay()
  await expect(pay()).rejects.toMatchObject({ code: '40001' })
  expect(faulty.endFault()).toBe(true)
  faulty.failOnce(2, { moment: 'begin', code: '40001' })
  await pay()
  expect(faulty.endFault()).toBe(false)
  await pay()
})

test('a statement outside of a transaction fails as one within', async () => {
  faulty.failOnce(1, { moment: 'statement', code: '57014' })
  await expect(sql`select 1`.execute(faulty.db)).rejects.toMatchObject({ code: '57014' })
  await sql`select 1`.execute(faulty.db)
})
