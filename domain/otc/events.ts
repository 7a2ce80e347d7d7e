import type { EventRules } from '../statement/event-rules.ts'

export const otcEvents = {
  /** What one order held in escrow, and what was released or given back of it. */
  otc: {
    reasons: ['otc', 'otc-order', 'otc-late'],
    states: ['open', 'done', 'returned'],
    params: ['reference'],
  },
  /** What an offer to sell keeps for orders to come. */
  'otc-offer': { reasons: ['otc-offer'], states: ['open', 'closed'], params: ['reference'] },
} as const satisfies Record<string, EventRules>
