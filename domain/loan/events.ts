import type { EventRules } from '../statement/event-rules.ts'
import { loanReasons } from './reasons.ts'

export const loanEvents = {
  /** All that one loan moved: its pay-out, and every repayment. */
  loan: { reasons: loanReasons, states: ['issued', 'overdue', 'repaid'], params: ['reference'] },
} as const satisfies Record<string, EventRules>
