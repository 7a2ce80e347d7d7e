import type { EventRules } from '../statement/event-rules.ts'
import { customerOptionReasons } from './reasons.ts'
import { optionDirections, optionOutcomes } from './rules.ts'

export const optionEvents = {
  /** Everything one order moved: its stake, and what was paid or lost. */
  option: {
    reasons: customerOptionReasons,
    variants: optionDirections,
    states: ['open', ...optionOutcomes],
    params: ['symbol', 'seconds', 'stake', 'entry', 'exit'],
    amounts: ['stake'],
    prices: ['entry', 'exit'],
  },
} as const satisfies Record<string, EventRules>
