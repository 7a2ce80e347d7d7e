import type { NoticeRules } from '../notice/topics.ts'
import { boxFailures } from './words.ts'

export const boxNotices = {
  /** A box that was paid back by itself. */
  'box-refunded': {
    topic: 'money',
    params: ['name', 'number', 'refund', 'currency'],
    amounts: ['refund'],
    variants: boxFailures,
  },
  /** One that its owner never opened, and that opened by itself. */
  'box-opened': { topic: 'money', params: ['name', 'number', 'item'] },
} as const satisfies Record<string, NoticeRules>
