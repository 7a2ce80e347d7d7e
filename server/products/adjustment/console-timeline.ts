import type { TimelineSource } from '#server/console/timeline.ts'

/** What a customer's page in the console has of adjustments. */

const adjusted = {
  topic: 'money',
  table: 'adjustment',
  subject: "'adjustment:' || r.customer_id",
  at: 'r.created_at',
  amount: 'r.amount',
  currency: 'r.currency',
  detail: "'P-' || r.id || ': ' || r.reason",
} as const

export const adjustmentTimeline: readonly TimelineSource[] = [
  {
    ...{ ...adjusted, kind: 'adjustment-take', title: 'Adjustment: taken' },
    where: "r.direction = 'take'",
  },
  {
    ...{ ...adjusted, kind: 'adjustment-give', title: 'Adjustment: given' },
    where: "r.direction = 'give'",
  },
  {
    ...{ ...adjusted, kind: 'adjustment-return', title: 'Adjustment: returned outside' },
    where: "r.direction = 'return'",
  },
]
