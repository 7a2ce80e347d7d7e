import { type TimelineSource, words } from '#server/console/timeline.ts'

/** What a customer's page in the console has of lost accesses. */

const recovery = {
  topic: 'security',
  table: 'account_recovery',
  subject: "'recovery:' || r.id",
} as const

export const recoveryTimeline: readonly TimelineSource[] = [
  {
    ...{ ...recovery, kind: 'recovery-asked', title: 'Recovery asked for', at: 'r.asked_at' },
    detail: `${words('r.missing')} || ', ' || r.device || ', ' || r.ip`,
  },
  {
    ...recovery,
    kind: 'recovery-ended',
    title: 'Recovery ended',
    at: 'r.ended_at',
    detail: words('r.status'),
  },
]
