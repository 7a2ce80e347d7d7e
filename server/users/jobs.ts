import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { UserDeps } from './deps.ts'
import { sweepMessages } from './wallet-sign-in-store.ts'

/** What ends by time: sessions, codes, and messages to be signed. */
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
  { name: 'sweep sign-in messages', everyMs: HOUR_MS, run: () => sweepMessages(db, clock.nowMs()) },
]
