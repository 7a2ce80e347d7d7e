import { type ReminderDay, reminderDays } from '#domain/loan/rules.ts'
import { DAY_MS, MINUTE_MS, startOfDayUtc } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { eachAlone } from '#server/platform/each-alone.ts'
import type { Job } from '#server/platform/jobs.ts'
import { marksOverdue, remind } from './service.ts'
import { findOverdue, findUnreminded } from './store.ts'

/** Loans that one run looks at, at most; the next run goes on. */
const MAX_DUE = 500

/** Periodic jobs of loans. Each loan is a transaction of its own: run late, twice, or ended half-way, they do no more. */
export const loanJobs = (db: Db, clock: Clock): Job[] => [
  { name: 'loan: overdue', everyMs: MINUTE_MS, isRunAnywhere: true, run: () => markDue(db, clock.nowMs()) },
  {
    name: 'loan: reminders',
    everyMs: MINUTE_MS,
    isRunAnywhere: true,
    run: () => remindDue(db, clock.nowMs()),
  },
]

/** Marks loans that are due and not repaid, and lets scores fall for each further day. */
export async function markDue(db: Db, nowMs: number): Promise<void> {
  await eachAlone(await findOverdue(db, nowMs, MAX_DUE), ({ id }) =>
    db.transaction().execute((tx) => marksOverdue(tx, id, nowMs)),
  )
}

/** Reminds customers of what falls due. */
export async function remindDue(db: Db, nowMs: number): Promise<void> {
  const dueBefore = (day: ReminderDay) => startOfDayUtc(nowMs) + (day + 1) * DAY_MS
  const days = reminderDays.map((day) => ({ day, dueBeforeMs: dueBefore(day) }))
  await eachAlone(await findUnreminded(db, days, nowMs, MAX_DUE), ({ id }) =>
    db.transaction().execute((tx) => remind(tx, id, nowMs)),
  )
}
