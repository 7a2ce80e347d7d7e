import type { EventRules } from '../statement/event-rules.ts'
import { ieoReasons } from './reasons.ts'
import { ieoKinds, ieoStates } from './words.ts'

export const ieoEvents = {
  /** Everything one order moved: its money, what came back of it, and its coins. */
  ieo: {
    reasons: ieoReasons,
    variants: ieoKinds,
    states: ieoStates,
    params: ['currency', 'price'],
    prices: ['price'],
  },
} as const satisfies Record<string, EventRules>
