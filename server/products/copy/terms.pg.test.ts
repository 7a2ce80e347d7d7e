import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstCopyTerms } from '#domain/copy/offered-terms.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { allCopyTerms, insertCopyTerms } from './terms.ts'

/** The terms of copying in the database. */

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const insert = (version: number) =>
  database.db
    .transaction()
    .execute((tx) => insertCopyTerms(tx, version, { ...firstCopyTerms(), equityBps: 300 }, 1n, 0))

test('each version is added once, also by several at once, and changed or removed by nobody', async () => {
  const done = await Promise.allSettled(Array.from({ length: 8 }, () => insert(2)))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await allCopyTerms(database.db)).map(({ version, equityBps }) => [version, equityBps])).toEqual([
    [1, 500],
    [2, 300],
  ])
  await expect(sql`update copy_terms set equity_bps = 500`.execute(database.db)).rejects.toThrow(
    /permission denied/,
  )
  await expect(sql`delete from copy_terms`.execute(database.db)).rejects.toThrow(/permission denied/)
})
