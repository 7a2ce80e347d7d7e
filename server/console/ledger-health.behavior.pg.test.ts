import { pino } from 'pino'
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
  const lines: string[] = []
  const health = createLedgerHealth({
    ...{ db: database.db, clock: virtualClock(NOW_MS), signer: tapeKeyFrom(new Uint8Array(32).fill(7)) },
    log: pino({ level: 'error' }, { write: (line: string) => lines.push(line) }),
  })
  for (const subject of ['deposit:1', 'deposit:2']) {
    await appendAuditLog(database.db, { operator: null, action: 'approved', subject }, NOW_MS)
    await health.job.run()
  }
  expect(await health.checkAll()).toMatchObject({ isSound: true, errors: [] })
  await runAsOwner(database, `update audit_log set action = 'rejected' where subject = 'deposit:1'`)
  await health.job.run()
  expect(health.last()).toMatchObject({ isSound: true })
  const found = { isSound: false, drifted: 0, errors: ["the operators' log is not what checkpoint 1 signs"] }
  expect(await health.checkAll()).toMatchObject(found)
  await health.job.run()
  expect(health.last()).toMatchObject(found)
  // When it began, once.
  expect(lines.map((line) => JSON.parse(line).errors)).toEqual([found.errors])
  await runAsOwner(database, `update audit_log set action = 'approved' where subject = 'deposit:1'`)
  expect(await health.checkAll()).toMatchObject({ isSound: true, errors: [] })
})
