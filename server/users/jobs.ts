import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { UserDeps } from './deps.ts'

/** What ends by time: sessions, and codes. */
export const userJobs = ({ db, clock, sessions }: Pick<UserDeps, 'db' | 'clock' | 'sessions'>): Job[] => [
  { name: 'end sessions', everyMs: MINUTE_MS, run: () => sessions.endOverdue() },
  { name: 'sweep sessions', everyMs: HOUR_MS, run: () => sessions.sweep() },
  {
    name: 'sweep codes',
    everyMs: HOUR_MS,
    // A code's row also counts the day's codes, so it stays until that day is surely over.
    async run() {
      await db
        .deleteFrom('contact_code')
        .where('sent_at', '<', new Date(clock.nowMs() - 2 * DAY_MS))
        .execute()
    },
  },
]
