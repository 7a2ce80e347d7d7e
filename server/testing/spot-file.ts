import { afterAll, beforeAll } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from './database.ts'
import { startTestSpot, type TestSpot } from './spot.ts'

/** The database and the exchange of a file of tests, from its first test on. */
export let database: Database
export let fixture: TestSpot

/** Gives the file a database of its own, and spot's engine on it. */
export function spotForFile(): void {
  beforeAll(async () => {
    database = await openTestDatabase()
    fixture = await startTestSpot(database.db)
  })
  afterAll(async () => {
    await fixture.engine.stop()
    await database.close()
  })
}
