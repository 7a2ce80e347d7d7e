import { type TimelineSource, words } from '#server/console/timeline.ts'

/** What a customer's page in the console has of coins sold. */

const sale = {
  topic: 'money',
  table: 'sale',
  subject: "'sale:' || r.id",
  amount: 'r.amount',
  currency: 'r.currency',
} as const

export const saleTimeline: readonly TimelineSource[] = [
  {
    ...{ ...sale, kind: 'sale', title: 'Coin sold', at: 'r.sold_at' },
    detail: "'to ' || r.bank_name || ' ' || r.last_digits",
  },
  {
    ...{ ...sale, kind: 'sale-ended', title: 'Sale ended', at: 'r.ended_at' },
    detail: `${words('r.status')} || coalesce(': ' || r.why, '')`,
  },
]
