import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { UserDeps } from './deps.ts'
import { applyRecoveries } from './recovery.ts'
import { sweepReplaced } from './replaced-contacts.ts'
import { TRUST_MS } from './second-factor.ts'
import { forgetDevices } from './second-factor-store.ts'
import { sweepMessages } from './wallet-sign-in-store.ts'

/** What ends by time: sessions, codes, messages to be signed, devices on which the second factor is not asked for, contacts that were replaced; recoveries that were approved. */
export const userJobs = ({
  db,
  clock,
  sessions,
  log,
}: Pick<UserDeps, 'db' | 'clock' | 'sessions' | 'log'>): Job[] => [
  { name: 'end sessions', everyMs: MINUTE_MS, isOfEachProcess: true, run: () => sessions.endOverdue() },
  {
    name: 'carry out recoveries',
    everyMs: MINUTE_MS,
    run: () => applyRecoveries({ db, clock, sessions, log }),
  },
  { name: 'sweep sessions', everyMs: HOUR_MS, isRunAnywhere: true, run: () => sessions.sweep() },
  {
    name: 'sweep codes',
    everyMs: HOUR_MS,
    isRunAnywhere: true,
    // A code's row also counts the day's codes, so it stays until that day is surely over.
    async run() {
      await db
        .deleteFrom('contact_code')
        .where('sent_at', '<', new Date(clock.nowMs() - 2 * DAY_MS))
        .execute()
    },
  },
  {
    name: 'sweep sign-in messages',
    everyMs: HOUR_MS,
    isRunAnywhere: true,
    run: () => sweepMessages(db, clock.nowMs()),
  },
  {
    name: 'sweep devices',
    everyMs: HOUR_MS,
    isRunAnywhere: true,
    run: () => forgetDevices(db, clock.nowMs() - TRUST_MS),
  },
  {
    name: 'sweep replaced contacts',
    everyMs: HOUR_MS,
    isRunAnywhere: true,
    run: () => sweepReplaced(db, clock.nowMs()),
  },
]
