import type { NoticeRules } from '../notice/topics.ts'

export const spotNotices = {
  /** One for each order, told anew as it fills. */
  'spot-fill': {
    topic: 'trading',
    params: ['symbol', 'percent', 'quantity', 'base', 'price', 'fee', 'feeCurrency'],
    amounts: ['quantity', 'price', 'fee'],
    variants: ['buy', 'sell', 'buy-part', 'sell-part'],
  },
} as const satisfies Record<string, NoticeRules>
