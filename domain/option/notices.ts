import type { NoticeRules } from '../notice/topics.ts'
import { optionOutcomes } from './rules.ts'

export const optionNotices = {
  /** One for each order, once it has its result. */
  'option-result': {
    topic: 'trading',
    params: ['symbol', 'entry', 'exit', 'amount', 'currency'],
    amounts: ['entry', 'exit', 'amount'],
    variants: optionOutcomes,
  },
} as const satisfies Record<string, NoticeRules>
