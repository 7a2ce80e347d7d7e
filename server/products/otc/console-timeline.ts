import { type TimelineSource, words } from '#server/console/timeline.ts'

/** What a customer's page in the console has of orders over the counter: of each, the customer is the buyer or the seller. */

const order = {
  topic: 'money',
  table: 'otc_order',
  subject: "'otc:' || r.id",
  amount: 'r.amount',
  currency: 'r.currency',
} as const
const placed = { at: 'r.placed_at', detail: `'O-' || r.number || ', ' || ${words('r.status')}` } as const
const ended = {
  at: 'r.ended_at',
  detail: `'O-' || r.number || ', ' || ${words('r.status')} || coalesce(': ' || r.why, '')`,
} as const

export const otcTimeline: readonly TimelineSource[] = [
  { ...order, ...placed, kind: 'otc-bought', title: 'OTC purchase placed', customer: 'buyer' },
  { ...order, ...ended, kind: 'otc-bought-ended', title: 'OTC purchase ended', customer: 'buyer' },
  { ...order, ...placed, kind: 'otc-sold', title: 'OTC sale placed', customer: 'seller' },
  { ...order, ...ended, kind: 'otc-sold-ended', title: 'OTC sale ended', customer: 'seller' },
]
