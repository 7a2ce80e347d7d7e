import type { EventRules } from '../statement/event-rules.ts'
import { copyReasons } from './reasons.ts'

export const copyEvents = {
  /** The lead's share of one relation: set aside, given back, paid. */
  copy: {
    reasons: copyReasons,
    variants: ['follower', 'lead'],
    states: ['active', 'paused', 'ended'],
    params: ['nickname'],
  },
} as const satisfies Record<string, EventRules>
