import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { IDEMPOTENCY_KEYS_MS, MESSAGES_MS } from './retention.ts'

/** Rows of one statement: others have their turns between two. */
const ROWS_A_STEP = 2_000
/** A run's share: of the keys, what 1,500 orders a second leave behind in a minute. */
const MAX_STEPS = 45

/** Removes idempotency keys and messages whose time is over, a bounded number in each run. */
export const sweepJobs = (db: Db, clock: Clock): Job[] => [
  {
    name: 'sweep idempotency keys',
    everyMs: MINUTE_MS,
    isRunAnywhere: true,
    run: () => sweepKeys(db, clock.nowMs() - IDEMPOTENCY_KEYS_MS),
  },
  {
    name: 'sweep messages',
    everyMs: HOUR_MS,
    isRunAnywhere: true,
    run: () => sweepMessages(db, clock.nowMs() - MESSAGES_MS),
  },
]

/**
 * Deletes in steps until one finds fewer rows than it may delete. A run is bounded, and the next one goes on.
 * `deleteSome` returns how many it deleted.
 */
export async function sweepInSteps(
  deleteSome: (limit: number) => Promise<bigint | number | undefined>,
  rowsAStep = ROWS_A_STEP,
): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++)
    if (Number((await deleteSome(rowsAStep)) ?? 0) < rowsAStep) return
}

/** Removes the keys used before a moment, oldest first. */
export const sweepKeys = (db: Db, beforeMs: number, rowsAStep = ROWS_A_STEP): Promise<void> =>
  sweepInSteps(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from idempotent_call where ctid = any (array(
        select ctid from idempotent_call where created_at < ${new Date(beforeMs)}::timestamptz
        order by created_at limit ${limit}))`.execute(db)
    return numAffectedRows
  }, rowsAStep)

/**
 * Removes the messages queued before a moment, sent or given up. Ids grow with time, so that the oldest rows are
 * looked at and no others.
 */
export const sweepMessages = (db: Db, beforeMs: number, rowsAStep = ROWS_A_STEP): Promise<void> =>
  sweepInSteps(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from outbox where id in (select id from outbox order by id limit ${limit})
        and created_at < ${new Date(beforeMs)}::timestamptz
        and (sent_at is not null or due_at = 'infinity')`.execute(db)
    return numAffectedRows
  }, rowsAStep)
