import type { PlainTextKey } from '#web/texts/texts.ts'
import type { TicketOrderType } from './ticket.ts'

/** What each type of order is called. */
export const orderTypeTexts = {
  limit: 'spot.limit',
  market: 'spot.market',
  'stop-limit': 'spot.stop_limit',
  'stop-market': 'spot.stop_market',
  oco: 'spot.oco',
} as const satisfies Record<TicketOrderType, PlainTextKey>

/** The line that explains each. */
export const orderTypeNotes = {
  limit: 'spot.limit_note',
  market: 'spot.market_note',
  'stop-limit': 'spot.stop_limit_note',
  'stop-market': 'spot.stop_market_note',
  oco: 'spot.oco_note',
} as const satisfies Record<TicketOrderType, PlainTextKey>
