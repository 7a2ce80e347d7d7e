import type { NoticeRules } from '../notice/topics.ts'
import { dualOutcomes } from './outcomes.ts'

export const dualNotices = {
  /** One for each order, once it is settled. */
  'dual-settled': {
    topic: 'money',
    params: ['symbol', 'price', 'strike', 'amount', 'currency'],
    amounts: ['price', 'strike', 'amount'],
    variants: dualOutcomes,
  },
  'dual-postponed': { topic: 'money', params: ['symbol', 'time'] },
} as const satisfies Record<string, NoticeRules>
