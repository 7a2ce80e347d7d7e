import { type ReminderDay, reminderDays } from '#domain/loan/rules.ts'
import { DAY_MS, MINUTE_MS, startOfDayUtc } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { marksOverdue, remind } from './service.ts'
import { type DueLoan, findOverdue, findUnreminded } from './store.ts'

/** Loans that one run looks at, at most; the next run goes on. */
const MAX_DUE = 500

/** Periodic jobs of loans. Each loan is a transaction of its own: run late, twice, or ended half-way, they do no more. */
export const loanJobs = (db: Db, clock: Clock): Job[] => [
  { name: 'loan: overdue', everyMs: MINUTE_MS, run: () => markDue(db, clock.nowMs()) },
  { name: 'loan: reminders', everyMs: MINUTE_MS, run: () => remindDue(db, clock.nowMs()) },
]

/** Marks loans that are due and not repaid, and lets scores fall for each further day. */
export async function markDue(db: Db, nowMs: number): Promise<void> {
  await each(db, await findOverdue(db, nowMs, MAX_DUE), async (tx, id) => {
    await marksOverdue(tx, id, nowMs)
  })
}

/** Reminds customers of what falls due. */
export async function remindDue(db: Db, nowMs: number): Promise<void> {
  const dueBefore = (day: ReminderDay) => startOfDayUtc(nowMs) + (day + 1) * DAY_MS
  const days = reminderDays.map((day) => ({ day, dueBeforeMs: dueBefore(day) }))
  await each(db, await findUnreminded(db, days, nowMs, MAX_DUE), (tx, id) => remind(tx, id, nowMs))
}

async function each(
  db: Db,
  loans: readonly DueLoan[],
  work: (tx: Tx, id: bigint) => Promise<void>,
): Promise<void> {
  for (const { id } of loans) await db.transaction().execute((tx) => work(tx, id))
}
