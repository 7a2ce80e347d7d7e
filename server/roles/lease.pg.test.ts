import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, type Db, openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabaseUrl, openTestDatabase } from '#server/testing/database.ts'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { addressOfEngines, addressThatMayGoOn, ENGINES, type Lease, takeLease } from './lease.ts'

const [OLDER, NEWER] = ['10.0.0.5:7070', '10.0.0.6:7070']

let database: Database
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database?.close())

let told: string[]
const leases: Lease[] = []
beforeEach(() => {
  told = []
})
afterEach(async () => {
  for (const lease of leases.splice(0)) await lease.release()
})

/** A process that waits for the engines; `isNewer`: whether it would change the tables. */
async function take(address: string, isNewer = false): Promise<Lease> {
  const lease = await takeLease(db, ENGINES, address, {
    onWaiting: (other) => told.push(`${address} waits for ${other}`),
    onUncertain: (other) => told.push(`${address} is not sure of ${other}`),
    onLost: () => told.push(`${address} lost it`),
    wouldMigrate: async () => isNewer,
  })
  leases.push(lease)
  return lease
}

test('who gives it up is followed at once, by a newer version too', async () => {
  const first = await take(OLDER)
  const second = take(NEWER, true)
  await expect.poll(() => told, TIMEOUT).toEqual([`${NEWER} waits for ${OLDER}`])
  await first.release()
  await second
  expect([await addressOfEngines(db), told]).toEqual([NEWER, [`${NEWER} waits for ${OLDER}`]])
})

test('one that lapsed is taken by the same version, and the one before loses it', async () => {
  await take(OLDER)
  await sql`update engine_lease set holder = 'stood still', until = now()`.execute(db)
  await take(NEWER)
  await expect.poll(() => told, TIMEOUT).toEqual([`${OLDER} lost it`])
  expect(await addressOfEngines(db)).toBe(NEWER)
})

test('a renewal that comes late is counted, for as long as this process has it', async () => {
  const lease = await take(OLDER)
  const before = lease.lateRenewals()
  await db.transaction().execute(async (tx) => {
    await sql`select from engine_lease for update`.execute(tx)
    await expect.poll(() => lease.ageMs(), TIMEOUT).toBeGreaterThan(2_000)
  })
  await expect.poll(() => lease.lateRenewals(), TIMEOUT).toBeGreaterThan(before)
})

test('a newer version that finds one lapsed is not sure, and lets its holder come back', async () => {
  const holder = 'stood still'
  await sql`
    insert into engine_lease (holder, address, until) values (${holder}, ${OLDER}, now() - interval '1 hour')
    on conflict (is_only) do update set holder = excluded.holder, address = excluded.address, until = excluded.until`.execute(
    db,
  )
  const newer = take(NEWER, true)
  await expect.poll(() => told, TIMEOUT).toEqual([`${NEWER} is not sure of ${OLDER}`])
  await sql`update engine_lease set until = now() + interval '1 hour' where holder = ${holder}`.execute(db)
  await expect
    .poll(() => told, TIMEOUT)
    .toEqual([`${NEWER} is not sure of ${OLDER}`, `${NEWER} waits for ${OLDER}`])
  expect(await addressOfEngines(db)).toBe(OLDER)
  await sql`update engine_lease set until = '-infinity'`.execute(db)
  await newer
})

test('what another had meanwhile is not taken back, though it has lapsed as well', async () => {
  await take(OLDER)
  await sql`update engine_lease set holder = 'the next', until = now() - interval '1 hour'`.execute(db)
  await expect.poll(() => told, TIMEOUT).toEqual([`${OLDER} lost it`])
})

test('who does not look again takes one that lapsed lately for held, and one that was given up for free', async () => {
  await take(OLDER)
  await leases.pop()!.release()
  const found = []
  for (const until of [`now() - interval '14 min'`, `now() - interval '16 min'`, `'-infinity'`]) {
    await sql`update engine_lease set until = ${sql.raw(until)}`.execute(db)
    found.push(await addressThatMayGoOn(db))
  }
  await sql`update engine_lease set until = '-infinity'`.execute(db)
  expect(found).toEqual([OLDER, undefined, undefined])
})

testOnPostgres(
  'it is renewed while every connection there is for calls is taken',
  async ({ onTestFinished }) => {
    const databaseUrl = await createTestDatabaseUrl()
    let lease: Lease | undefined
    const calls = await openDatabase({
      ...{ databaseUrl, dataDir: '' },
      async mayMigrate(own) {
        lease = await takeLease(own, ENGINES, OLDER, { onLost: () => told.push('lost') })
        return lease.release
      },
    })
    const beside = await openDatabase({ databaseUrl, dataDir: '' })
    const end = Promise.withResolvers<void>()
    onTestFinished(async () => {
      end.resolve()
      await lease?.release()
      await calls.close()
      await beside.close()
    })
    const { max } = calls.pools().find(({ name }) => name === 'calls')!
    const used = () => calls.pools().find(({ name }) => name === 'calls')!.used
    const taken = Array.from({ length: max }, () => calls.db.connection().execute(() => end.promise))
    await expect.poll(used, TIMEOUT).toBe(max)
    const until = async () =>
      (await beside.db.selectFrom('engine_lease').select('until').executeTakeFirstOrThrow()).until
    for (let renewals = 0; renewals < 2; renewals++) {
      const before = await until()
      await expect.poll(until, TIMEOUT).toBeGreaterThan(before)
    }
    expect(told).toEqual([])
    end.resolve()
    await Promise.all(taken)
  },
)
