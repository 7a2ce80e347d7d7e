import { afterAll, beforeAll, expect, test } from 'vitest'
import { tapeKeyFrom } from '#server/markets/tape/key.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { runAsOwner } from '#server/testing/as-owner.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { appendAuditLog } from './audit-log.ts'
import { createLedgerHealth } from './ledger-health.ts'

/** What the console says of the ledger: by the check of what is new, and by that of everything. */

const NOW_MS = Date.UTC(2026, 0, 5)

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

test('what only the check of everything sees stays said until it finds nothing any more', async () => {
  const health = createLedgerHealth(
    database.db,
    virtualClock(NOW_MS),
    tapeKeyFrom(new Uint8Array(32).fill(7)),
  )
  for (const subject of ['deposit:1', 'deposit:2']) {
    await appendAuditLog(database.db, { operator: null, action: 'approved', subject }, NOW_MS)
    await health.job.run()
  }
  expect(await health.checkAll()).toMatchObject({ isSound: true, drifted: 0 })
  await runAsOwner(database, `update audit_log set action = 'rejected' where subject = 'deposit:1'`)
  await health.job.run()
  expect(health.last()).toMatchObject({ isSound: true })
  expect(await health.checkAll()).toMatchObject({ isSound: false, drifted: 1 })
  await health.job.run()
  expect(health.last()).toMatchObject({ isSound: false, drifted: 1 })
  await runAsOwner(database, `update audit_log set action = 'approved' where subject = 'deposit:1'`)
  expect(await health.checkAll()).toMatchObject({ isSound: true, drifted: 0 })
})
