import type { NoticeRules } from '../notice/topics.ts'

export const spotNotices = {
  /** One for each order, told anew as it fills. */
  'spot-fill': {
    topic: 'trading',
    params: ['symbol', 'percent', 'quantity', 'base', 'price', 'fee', 'feeCurrency'],
    amounts: ['quantity', 'price', 'fee'],
    variants: ['buy', 'sell', 'buy-part', 'sell-part'],
  },
  /** What became of a stop whose tick came, where it did not fill. */
  'spot-stop': {
    topic: 'trading',
    params: ['symbol', 'quantity', 'base', 'price', 'trigger'],
    amounts: ['quantity', 'price', 'trigger'],
    variants: ['rests', 'price-band', 'no-liquidity', 'ended'],
  },
} as const satisfies Record<string, NoticeRules>
