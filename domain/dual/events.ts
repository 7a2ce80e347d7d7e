import type { EventRules } from '../statement/event-rules.ts'
import { dualStates, dualTypes } from './outcomes.ts'
import { customerDualReasons } from './reasons.ts'

export const dualEvents = {
  /** Everything one order moved: its principal, and what it was paid back as. */
  dual: {
    reasons: customerDualReasons,
    variants: dualTypes,
    states: dualStates,
    params: ['symbol', 'strike'],
    prices: ['strike'],
  },
} as const satisfies Record<string, EventRules>
