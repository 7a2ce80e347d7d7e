import type { EventRules } from '../statement/event-rules.ts'
import { convertReasons } from './reasons.ts'

export const convertEvents = {
  conversion: { reasons: convertReasons, variants: ['converted'], params: ['sold', 'bought'] },
} as const satisfies Record<string, EventRules>
