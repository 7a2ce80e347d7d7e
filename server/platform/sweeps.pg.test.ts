import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { withIdempotency } from '#server/platform/idempotency.ts'
import { queueMessage, sendDue } from '#server/platform/outbox.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { countRows } from '#server/testing/rows.ts'
import { sweepJobs, sweepKeys, sweepMessages } from './sweeps.ts'

const START_MS = Date.UTC(2026, 0, 2)
let database: Database
const clock = virtualClock(START_MS)
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let effects = 0
const call = (key: string) =>
  database.db.transaction().execute((tx) =>
    withIdempotency(
      tx,
      {
        ...{ caller: { customer: customerId(10_000n) }, key, path: '/test', input: {} },
        nowMs: clock.nowMs(),
      },
      async () => ++effects,
    ),
  )
const runJobs = async () => {
  for (const job of sweepJobs(database.db, clock)) await job.run()
}

test('a key answers for two days, and is new afterwards', async () => {
  expect(await call('first')).toBe(1)
  clock.advance(2 * DAY_MS - 1)
  await call('later')
  await runJobs()
  expect(await call('first')).toBe(1)
  clock.advance(2)
  await runJobs()
  expect(await countRows(database.db, ['idempotent_call'])).toEqual([1n])
  expect(await call('later')).toBe(2)
  expect(await call('first')).toBe(3)
})

test('many keys are removed in several steps, the oldest first and all of them', async () => {
  const begin = clock.nowMs()
  for (let n = 0; n < 12; n++) {
    clock.advance(HOUR_MS)
    await call(`many ${n}`)
  }
  await sweepKeys(database.db, begin + 8.5 * HOUR_MS, 3)
  const rows = await database.db.selectFrom('idempotent_call').select('key').orderBy('created_at').execute()
  expect(rows.map(({ key }) => key)).toEqual(['many 8', 'many 9', 'many 10', 'many 11'])
})

test('messages leave after thirty days, but for those that still wait', async () => {
  const { db } = database
  const queue = (to: string, untilMs?: number) =>
    db
      .transaction()
      .execute((tx) =>
        queueMessage(
          tx,
          { kind: 'sms', sms: { to, text: 'hello' }, ...(untilMs !== undefined && { untilMs }) },
          clock.nowMs(),
        ),
      )
  await queue('sent')
  await queue('expired', clock.nowMs())
  await sendDue(db, async () => {}, clock.nowMs())
  await queue('waiting')
  clock.advance(30 * DAY_MS)
  await runJobs()
  expect(await countRows(db, ['outbox'])).toEqual([3n])
  clock.advance(1)
  await queue('young')
  await sweepMessages(db, clock.nowMs() - 30 * DAY_MS, 2)
  await runJobs()
  const rows = await db.selectFrom('outbox').select('payload').orderBy('id').execute()
  expect(rows.map(({ payload }) => (payload as { to?: string }).to)).toEqual(['waiting', 'young'])
})
