import type { EventRules } from '../statement/event-rules.ts'
import { withdrawalReasons } from './reasons.ts'

export const withdrawalEvents = {
  /** What one request held, and what was paid or given back of it. */
  withdrawal: {
    reasons: withdrawalReasons,
    states: ['open', 'done', 'returned'],
    params: ['network', 'reference'],
  },
} as const satisfies Record<string, EventRules>
