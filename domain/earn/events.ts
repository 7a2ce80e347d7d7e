import type { EventRules } from '../statement/event-rules.ts'
import { earnReasons } from './reasons.ts'

export const earnEvents = {
  /** Everything one subscription moved: principal, interest, penalty, and what was paid out. */
  'earn-subscription': {
    reasons: earnReasons,
    variants: ['locked', 'quantization', 'flexible', 'mining'],
    states: ['active', 'matured', 'redeemed'],
    params: ['days'],
  },
} as const satisfies Record<string, EventRules>
