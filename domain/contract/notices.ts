import type { NoticeRules } from '../notice/topics.ts'
import { unaskedReasons } from './end-reasons.ts'

export const contractNotices = {
  /** One for each position, told anew as a price does something to it. */
  'contract-position': {
    topic: 'trading',
    params: ['symbol', 'lots', 'price', 'amount', 'currency'],
    amounts: ['price', 'amount'],
    results: ['amount'],
    alwaysHeard: ['margin-call'],
    variants: ['opened', 'margin-call', ...unaskedReasons],
  },
} as const satisfies Record<string, NoticeRules>
