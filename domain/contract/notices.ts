import type { NoticeRules } from '../notice/topics.ts'

export const contractNotices = {
  /** One for each position, told anew as a price does something to it. */
  'contract-position': {
    topic: 'trading',
    params: ['symbol', 'lots', 'price', 'amount', 'currency'],
    amounts: ['price', 'amount'],
    variants: [
      'opened',
      'margin-call',
      'take-profit',
      'stop-loss',
      'liquidation',
      'lead',
      'copy-stop',
      'exposure',
      'halted',
    ],
  },
} as const satisfies Record<string, NoticeRules>
