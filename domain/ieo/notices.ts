import type { NoticeRules } from '../notice/topics.ts'
import { ieoFailures } from './words.ts'

export const ieoNotices = {
  /** One for each subscription, once it is shared out and the rest is back. */
  'ieo-allotted': {
    topic: 'money',
    params: ['currency', 'quantity', 'refund'],
    amounts: ['quantity', 'refund'],
    variants: ['some', 'none'],
  },
  'ieo-unlocked': { topic: 'money', params: ['currency', 'quantity'], amounts: ['quantity'] },
  'ieo-failed': {
    topic: 'money',
    params: ['currency', 'refund'],
    amounts: ['refund'],
    variants: ieoFailures,
  },
} as const satisfies Record<string, NoticeRules>
