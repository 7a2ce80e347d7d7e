import type { EventRules } from '../statement/event-rules.ts'
import { spotReasons } from './reasons.ts'

export const spotEvents = {
  /** Everything one order moved: what it held, its fills, their fees and what was given back. */
  'spot-order': {
    reasons: spotReasons,
    variants: ['bought', 'sold', 'buy', 'sell'],
    states: ['filled', 'part', 'open', 'canceled'],
    params: ['quantity', 'base', 'price', 'quote', 'percent', 'count'],
    amounts: ['quantity'],
    prices: ['price'],
  },
} as const satisfies Record<string, EventRules>
