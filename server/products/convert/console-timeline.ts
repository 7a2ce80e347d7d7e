import type { TimelineSource } from '#server/console/timeline.ts'

/** What a customer's page in the console has of conversions. */
export const convertTimeline: readonly TimelineSource[] = [
  {
    ...{ kind: 'conversion', topic: 'money', title: 'Converted', table: 'conversion', at: 'r.converted_at' },
    ...{ amount: 'r.amount', currency: 'r.from_currency', detail: "'to ' || r.to_currency" },
    subject: "'conversion:' || r.id",
  },
]
