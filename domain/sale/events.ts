import type { EventRules } from '../statement/event-rules.ts'

export const saleEvents = {
  /** What one sale held, and what was sold or given back of it. */
  sale: {
    reasons: ['sale', 'sale-hold', 'sale-fee'],
    states: ['open', 'done', 'returned'],
    params: ['reference'],
  },
} as const satisfies Record<string, EventRules>
