import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestDatabaseUrl } from '#server/testing/database.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { addressOfEngine, claimEngine, leaveEngine, takeEngine, takeEnginesBeforeMigration } from './apart.ts'
import type { Lease } from './lease.ts'

const [ONE, OTHER] = ['10.0.0.5:7071', '10.0.0.6:7071']

let database: Database | undefined
let told: string[]
const leases: Lease[] = []
beforeAll(async () => {
  if (process.env.TEST_DATABASE === 'pglite') return
  database = await openDatabase({ databaseUrl: await createTestDatabaseUrl(), dataDir: '' })
})
beforeEach(() => {
  told = []
})
afterEach(async () => {
  for (const lease of leases.splice(0)) await lease.release()
})
afterAll(() => database?.close())

const db = () => database!.leases
const log = createLog('silent')

/** A process of ROLE=engine that asks for the engine of spot. */
async function take(address: string, requireMigrated = async () => {}): Promise<Lease> {
  const lease = await takeEngine({ leases: db(), requireMigrated }, 'spot', {
    ...{ address, log },
    onLost: (error) => told.push(`${address}: ${error.message}`),
  })
  leases.push(lease)
  return lease
}

testOnPostgres('of two processes of ROLE=engine one has it, and the other after it', async () => {
  await leaveEngine(db(), 'spot')
  const first = await take(ONE)
  const second = take(OTHER)
  expect(await addressOfEngine(db(), 'spot')).toBe(ONE)
  await first.release()
  await second
  expect(await addressOfEngine(db(), 'spot')).toBe(OTHER)
})

testOnPostgres(
  'beside a process that has all engines none of ROLE=engine begins, until it is left to them',
  async () => {
    await claimEngine(db(), 'spot')
    // Again, as each start of it does.
    await claimEngine(db(), 'spot')
    expect(await addressOfEngine(db(), 'spot')).toBe(undefined)
    await expect(take(ONE)).rejects.toThrow('start it with ENGINES_APART=spot first')
    await leaveEngine(db(), 'spot')
    await take(ONE)
    expect(await addressOfEngine(db(), 'spot')).toBe(ONE)
  },
)

testOnPostgres('a process that would have all engines does not begin beside one of ROLE=engine', async () => {
  await leaveEngine(db(), 'spot')
  await take(ONE)
  await expect(claimEngine(db(), 'spot')).rejects.toThrow(`the engine of spot is at ${ONE}`)
  expect(await addressOfEngine(db(), 'spot')).toBe(ONE)
})

testOnPostgres('one that waited while another version changed the tables gives it up', async () => {
  await leaveEngine(db(), 'spot')
  const older = take(ONE, async () => {
    throw new Error('its schema is of another version')
  })
  await expect(older).rejects.toThrow('of another version')
  const { rows } = await sql<{ isGivenUp: boolean }>`
    select until = '-infinity' as "isGivenUp" from engine_apart where name = 'spot'`.execute(db())
  expect(rows).toEqual([{ isGivenUp: true }])
})

testOnPostgres('a newer version that changes the tables has the one before let it go first', async () => {
  await leaveEngine(db(), 'spot')
  await take(ONE)
  leases.push(
    ...(await takeEnginesBeforeMigration(
      db(),
      async () => true,
      log,
      (error) => told.push(error.message),
    )),
  )
  await expect
    .poll(() => told, TIMEOUT)
    .toEqual([`${ONE}: a newer version takes over, and changes the tables that the engines go by`])
  // Nobody takes it meanwhile, and nobody is sent anywhere.
  const { rows } = await sql<{
    address: string
  }>`select address from engine_apart where until > now()`.execute(db())
  expect(rows).toEqual([{ address: 'a newer version' }])
  expect(await addressOfEngine(db(), 'spot')).toBe(undefined)
})

testOnPostgres('a version that changes nothing asks nobody', async () => {
  await leaveEngine(db(), 'spot')
  await take(ONE)
  expect(
    await takeEnginesBeforeMigration(
      db(),
      async () => false,
      log,
      () => {},
    ),
  ).toEqual([])
  expect([await addressOfEngine(db(), 'spot'), told]).toEqual([ONE, []])
})
