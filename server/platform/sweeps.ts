import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { IDEMPOTENCY_KEYS_MS, MESSAGES_MS } from './retention.ts'

/** Rows of one statement: others have their turns between two. */
const ROWS_A_STEP = 2_000
/** A run's share of the keys: what 1,500 orders a second leave behind in a minute. */
const MAX_STEPS = 45

/** Removes idempotency keys and messages whose time is over, a bounded number in each run. */
export const sweepJobs = (db: Db, clock: Clock): Job[] => [
  {
    name: 'sweep idempotency keys',
    everyMs: MINUTE_MS,
    run: () => sweepKeys(db, clock.nowMs() - IDEMPOTENCY_KEYS_MS),
  },
  {
    name: 'sweep messages',
    everyMs: HOUR_MS,
    run: () => sweepMessages(db, clock.nowMs() - MESSAGES_MS),
  },
]

/** Removes the keys used before a moment, oldest first. */
export async function sweepKeys(db: Db, beforeMs: number, rowsAStep = ROWS_A_STEP): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    const { numAffectedRows } = await sql`
      delete from idempotent_call where ctid = any (array(
        select ctid from idempotent_call where created_at < ${new Date(beforeMs)}::timestamptz
        order by created_at limit ${rowsAStep}))`.execute(db)
    if (Number(numAffectedRows) < rowsAStep) return
  }
}

/**
 * Removes the messages queued before a moment, sent or given up. Ids grow with time, so that the oldest rows are
 * looked at and no others.
 */
export async function sweepMessages(db: Db, beforeMs: number, rowsAStep = ROWS_A_STEP): Promise<void> {
  await sql`
    delete from outbox where id in (select id from outbox order by id limit ${rowsAStep})
      and created_at < ${new Date(beforeMs)}::timestamptz
      and (sent_at is not null or due_at = 'infinity')`.execute(db)
}
