import type { EventRules } from '../statement/event-rules.ts'
import { boxReasons } from './reasons.ts'
import { boxStates } from './words.ts'

export const boxEvents = {
  /** What one box cost, and that it came back where it was not drawn. */
  box: { reasons: boxReasons, variants: ['bought'], states: boxStates, params: ['name', 'number'] },
} as const satisfies Record<string, EventRules>
