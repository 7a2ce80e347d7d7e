import { pair, type TimelineSource, words } from '#server/console/timeline.ts'

/** What a customer's page in the console has of dual investments. */

const order = {
  topic: 'money',
  table: 'dual_order',
  subject: "'dual-order:' || r.id",
  amount: 'r.principal',
  currency: 'r.currency',
} as const

export const dualTimeline: readonly TimelineSource[] = [
  {
    ...{ ...order, kind: 'dual-bought', title: 'Dual investment bought', at: 'r.accepted_at' },
    detail: `${pair('r.symbol')} || ', ' || r.type || ', ' || r.term_days || case when r.term_days = 1 then ' day' else ' days' end`,
  },
  {
    ...{ ...order, kind: 'dual-ended', title: 'Dual investment ended', at: 'r.ended_at' },
    detail: `${pair('r.symbol')} || ', ' || r.type || ', ' || ${words('r.status')}`,
  },
]
