import type { EventRules } from '../statement/event-rules.ts'
import { adjustmentReasons } from './reasons.ts'

export const adjustmentEvents = {
  /** One adjustment of the customer's balance, by the proposal that two operators agreed on. */
  adjustment: {
    reasons: adjustmentReasons,
    variants: ['take', 'give'],
    states: ['done'],
    params: ['reference'],
  },
} as const satisfies Record<string, EventRules>
