import type { EventRules } from '../statement/event-rules.ts'
import { depositReasons } from './reasons.ts'

export const depositEvents = {
  deposit: { reasons: depositReasons, states: ['credited'], params: ['network', 'reference'] },
} as const satisfies Record<string, EventRules>
