import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { APP_ROLE, type Database, openDatabase } from '../database.ts'

/** The embedded database's upkeep runs between transactions, and leaves the session as it was. */

let database: Database
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  database = await openDatabase({ dataDir: 'memory://' })
})
afterEach(async () => {
  vi.useRealTimers()
  await database.close()
})

const user = async (): Promise<string | undefined> =>
  (await sql<{ user: string }>`select current_user as user`.execute(database.db)).rows[0]?.user

test('it waits for the transaction that is open, which goes on', async () => {
  await database.db.transaction().execute(async (tx) => {
    vi.advanceTimersByTime(10 * MINUTE_MS)
    for (let n = 0; n < 5; n++) expect((await sql`select 1 as one`.execute(tx)).rows).toHaveLength(1)
  })
  expect(await user()).toBe(APP_ROLE)
})

test('afterwards nothing has more rights than before', async () => {
  vi.advanceTimersByTime(10 * MINUTE_MS)
  for (let n = 0; n < 5; n++) expect(await user()).toBe(APP_ROLE)
})
