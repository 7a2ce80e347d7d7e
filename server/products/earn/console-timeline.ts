import { type TimelineSource, words } from '#server/console/timeline.ts'

/** What a customer's page in the console has of term products. */

const subscription = {
  topic: 'money',
  table: 'earn_subscription',
  subject: "'subscription:' || r.id",
  currency: 'r.currency',
} as const

export const earnTimeline: readonly TimelineSource[] = [
  {
    ...{ ...subscription, kind: 'subscribed', title: 'Subscribed to a term product', at: 'r.subscribed_at' },
    ...{ amount: 'r.principal', detail: 'r.kind' },
  },
  {
    ...{ ...subscription, kind: 'subscription-ended', title: 'Subscription ended', at: 'r.ended_at' },
    ...{ amount: 'r.refund', detail: `r.kind || ', ' || ${words('r.status')}` },
  },
]
