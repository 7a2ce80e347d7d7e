import type { EventRules } from '../statement/event-rules.ts'
import { contractReasons } from './reasons.ts'

export const contractEvents = {
  /** Everything one position moved: margin, fees, financing, and what it gained or lost. */
  contract: {
    reasons: contractReasons,
    variants: ['long', 'short'],
    states: ['pending', 'open', 'closed', 'liquidated', 'canceled'],
    params: ['lots', 'symbol', 'leverage', 'entry', 'close'],
    prices: ['entry', 'close'],
  },
} as const satisfies Record<string, EventRules>
