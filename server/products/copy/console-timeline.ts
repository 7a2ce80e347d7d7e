import { type TimelineSource, words } from '#server/console/timeline.ts'

/** What a customer's page in the console has of copying. */
export const copyTimeline: readonly TimelineSource[] = [
  {
    ...{ kind: 'lead-applied', topic: 'trading', title: 'Applied to lead', table: 'copy_lead' },
    ...{ at: 'r.applied_at', detail: words('r.status'), subject: "'copy:lead:' || r.id" },
  },
  {
    ...{ kind: 'follow-started', topic: 'trading', title: 'Began to follow a lead', table: 'copy_relation' },
    ...{ at: 'r.started_at', detail: words('r.status'), subject: "'copy:lead:' || r.lead_id" },
  },
  {
    ...{ kind: 'follow-ended', topic: 'trading', title: 'Stopped following a lead', table: 'copy_relation' },
    ...{ at: 'r.ended_at', detail: words('r.end_reason'), subject: "'copy:lead:' || r.lead_id" },
  },
]
